import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readAllTasks } from "../../src/chain/all-tasks.js";
import { createBlockReader } from "../../src/chain/blocks.js";
import type { RawTask } from "../../src/chain/raw-task.js";
import { TooMuchError } from "../../src/chain/rpc/failure.js";
import type { RpcOptions } from "../../src/chain/rpc.js";
import {
  createTaskRegistryReader,
  type TaskFilter,
  type TaskRegistryReader,
} from "../../src/chain/task-registry.js";
import { claim, post } from "../../src/devnet/flows.js";
import { zeroAddress } from "../../src/primitives/address.js";
import { zeroHex32 } from "../../src/primitives/hex32.js";
import { TaskState } from "../../src/primitives/task-state.js";
import { useDevnet } from "./support/devnet.js";
import { seedTasks } from "./support/many-tasks.js";

const devnet = useDevnet((market) => seedTasks(market, 1_000));

let all: RawTask[];
beforeAll(async () => {
  all = await reader().tasks({ from: 1n, count: 1_000 }, await devnet.head());
});

beforeEach(() => devnet.proxy.reset());

function reader(options: Partial<RpcOptions> = {}): TaskRegistryReader {
  return createTaskRegistryReader(devnet.rpc(options), devnet.market.contracts.taskRegistry);
}

/** What the registry says of one task, through viem and one call for each. */
async function readOne(number: bigint): Promise<RawTask> {
  const task = await devnet.market.read("taskRegistry", "task", [number]);
  const { id, state, resumesTo, visibility, worker, settlementDigest, receiptHash } = task;
  return {
    number: id,
    poster: task.poster,
    worker: worker === zeroAddress ? undefined : worker,
    state: TaskState.options[state - 1] as TaskState,
    resumesTo: TaskState.options[resumesTo - 1],
    visibility: visibility === 1 ? "open" : "private",
    scopeText: task.scopeText,
    totalWei: task.total,
    fundedWei: task.funded,
    releasedWei: task.released,
    refundedWei: task.refunded,
    milestonesWei: task.milestoneAmounts,
    milestonesReleased: task.milestonesReleased,
    firstMilestone: task.firstMilestone,
    createdAtUnix: task.createdAt,
    claimedAtUnix: task.claimedAt === 0 ? undefined : task.claimedAt,
    deliveredAtUnix: task.deliveredAt === 0 ? undefined : task.deliveredAt,
    pausedAtUnix: task.pausedAt === 0 ? undefined : task.pausedAt,
    deadlineUnix: task.deadline,
    reviewWindowSeconds: task.reviewWindow,
    criteriaHash: task.criteriaHash,
    settlementDigest: settlementDigest === zeroHex32 ? undefined : settlementDigest,
    receiptHash: receiptHash === zeroHex32 ? undefined : receiptHash,
    negotiationId: /^0x0+$/.test(task.negotiationId) ? undefined : task.negotiationId,
  };
}

describe("registry.tasks", () => {
  it("reads 1,000 tasks in three requests, equal to those read one by one", async () => {
    const rpc = devnet.rpc();
    const registry = createTaskRegistryReader(rpc, devnet.market.contracts.taskRegistry);
    const at = await createBlockReader(rpc).latest();

    const tasks = await readAllTasks(registry, at);

    expect(devnet.proxy.requests.length).toBeLessThanOrEqual(3);
    expect(devnet.proxy.requests).toEqual([
      ["eth_chainId", "eth_getBlockByNumber"],
      ["eth_call", "eth_call", "eth_call"],
    ]);
    expect(tasks).toHaveLength(1_000);
    for (const task of tasks) expect(task).toEqual(await readOne(task.number));
  });

  it("answers only tasks that exist", async () => {
    const at = await devnet.head();

    const numbers = async (from: bigint, count: number) => {
      return (await reader().tasks({ from, count }, at)).map((task) => task.number);
    };

    expect(await numbers(1n, 2)).toEqual([1n, 2n]);
    expect(await numbers(999n, 5)).toEqual([999n, 1_000n]);
    expect(await numbers(1_001n, 5)).toEqual([]);
    expect(await numbers(1n, 0)).toEqual([]);
  });

  it("halves pages a node has no gas for, and remembers the size", async () => {
    const at = await devnet.head();
    devnet.proxy.be({ gasCap: 3_000_000 });
    const registry = reader();

    expect(await registry.tasks({ from: 601n, count: 200 }, at)).toEqual(all.slice(600, 800));
    expect(devnet.proxy.requests.map((methods) => methods.length)).toEqual([2, 2, 4]);

    expect(await registry.tasks({ from: 801n, count: 200 }, at)).toEqual(all.slice(800));
    expect(devnet.proxy.requests.map((methods) => methods.length)).toEqual([2, 2, 4, 4]);
  });

  it("halves pages whose answer a node finds too large", async () => {
    const at = await devnet.head();
    devnet.proxy.be({ maxResultBytes: 100_000 });

    expect(await reader().tasks({ from: 801n, count: 200 }, at)).toEqual(all.slice(800));
    expect(devnet.proxy.requests.length).toBeGreaterThan(1);
  });

  it("halves pages whose answer is above our own cap", async () => {
    const at = await devnet.head();

    const registry = reader({ maxResponseBytes: 150_000 });
    expect(await registry.tasks({ from: 801n, count: 200 }, at)).toEqual(all.slice(800));
    expect(devnet.proxy.requests.length).toBeGreaterThan(1);
  });

  it("error: a node that cannot read even one task is told apart", async () => {
    const at = await devnet.head();
    devnet.proxy.be({ gasCap: 30_000 });

    const read = reader().tasks({ from: 1n, count: 2 }, at);

    await expect(read).rejects.toThrowError(TooMuchError);
  });

  it("sees one block however many tasks arrive meanwhile", async () => {
    const { market } = devnet;
    const snapshot = await market.engine.request("evm_snapshot");
    const registry = reader();
    const at = await devnet.head();

    // Pages of the old block, while the chain goes on.
    const [during] = await Promise.all([
      readAllTasks(registry, at),
      post(market).then(() => claim(market, 900n)),
    ]);
    const after = await registry.tasks({ from: 900n, count: 200 }, at);
    const now = await registry.tasks({ from: 900n, count: 200 }, await devnet.head());
    await market.engine.request("evm_revert", [snapshot]);

    expect(during).toEqual(all);
    expect(after).toEqual(all.slice(899));
    expect([now.length, now[0]?.state, after[0]?.state]).toEqual([102, "CLAIMED", "POSTED"]);
  });

  it("error: an address without a registry is a contract_mismatch", async () => {
    const registry = createTaskRegistryReader(devnet.rpc(), `0x${"1".repeat(40)}`);

    await expect(registry.taskCount(await devnet.head())).rejects.toMatchObject({
      code: "contract_mismatch",
      message: `There is no contract of this kind at 0x${"1".repeat(40)}: check the deployment file and the chain.`,
    });
  });
});

describe("readAllTasks", () => {
  it("reads what lies beyond the first 1,000 as well", async () => {
    const { market } = devnet;
    const snapshot = await market.engine.request("evm_snapshot");
    await post(market);
    await post(market);
    const tasks = await readAllTasks(reader(), await devnet.head());
    await market.engine.request("evm_revert", [snapshot]);

    expect(tasks.map((task) => task.number)).toEqual(
      Array.from({ length: 1_002 }, (_, index) => BigInt(index + 1)),
    );
    expect(devnet.proxy.requests).toHaveLength(2);
  });

  it("error: a registry that counts more tasks than it answers is not believed", async () => {
    const registry = reader();
    const lying = { ...registry, taskCount: async () => 1_000n, tasks: async () => [] };

    await expect(readAllTasks(lying, await devnet.head())).rejects.toMatchObject({
      code: "contract_mismatch",
      message: "The registry counts 1000 tasks and answered 0 of them.",
    });
  });
});

describe("registry.tasksById", () => {
  it("answers tasks in the order of their ids", async () => {
    const ids = [1_000n, 3n, 3n, 517n];

    expect(await reader().tasksById(ids, await devnet.head())).toEqual(
      await Promise.all(ids.map(readOne)),
    );
    expect(devnet.proxy.requests).toHaveLength(1);
  });

  it("error: an id nobody posted reverts", async () => {
    const read = reader().tasksById([1n, 5_000n], await devnet.head());

    await expect(read).rejects.toMatchObject({ code: "would_revert" });
  });
});

describe("registry.findTasks", () => {
  const { poster, poster2, worker, worker2, stranger } = {
    poster: 1,
    poster2: 3,
    worker: 2,
    worker2: 4,
    stranger: 10,
  };
  it.each<[string, { poster?: number; worker?: number; states?: TaskState[] }]>([
    ["everything", {}],
    ["a poster", { poster: poster2 }],
    ["a worker", { worker }],
    ["a state", { states: ["CANCELLED"] }],
    ["several states", { states: ["POSTED", "DISPUTED", "EXPIRED"] }],
    ["poster, worker and state", { poster, worker: worker2, states: ["COMPLETED"] }],
    ["a wallet without tasks", { poster: stranger }],
  ])("answers what a filter by %s would leave of all tasks", async (_, wanted) => {
    const at = await devnet.head();
    const registry = reader();
    const wallet = (index: number) => devnet.market.engine.accounts[index]?.address ?? zeroAddress;
    const filter: TaskFilter = {
      ...(wanted.poster === undefined ? {} : { poster: wallet(wanted.poster) }),
      ...(wanted.worker === undefined ? {} : { worker: wallet(wanted.worker) }),
      ...(wanted.states === undefined ? {} : { states: wanted.states }),
    };

    const found = await registry.findTasks(filter, { from: 2n, count: 300 }, at);

    expect(found).toEqual(
      all.slice(1, 301).filter((task) => {
        if (filter.poster !== undefined && task.poster !== filter.poster) return false;
        if (filter.worker !== undefined && task.worker !== filter.worker) return false;
        return filter.states?.includes(task.state) ?? true;
      }),
    );
  });
});

describe("registry's facts", () => {
  it("are market, links and windows", async () => {
    const at = await devnet.head();
    const { tokToken, depositVault, escrowVault, paymentGateway, ...others } =
      devnet.market.contracts;
    const { pricingPolicy, scopeRegistry, arbitration, reputation } = others;
    const registry = reader();

    expect(await registry.market(at)).toBe("standard");
    expect(await registry.windows(at)).toEqual(
      await devnet.market.read("taskRegistry", "windows", []),
    );
    expect(await registry.links(at)).toEqual({
      tok: tokToken,
      depositVault,
      escrowVault,
      paymentGateway,
      pricingPolicy,
      scopeRegistry,
      arbitration,
      reputation,
    });
  });

  it("are the terms of a task and their digest", async () => {
    const at = await devnet.head();
    const registry = reader();
    const [active] = await registry.findTasks({ states: ["ACTIVE"] }, { from: 1n, count: 9 }, at);
    const { number, settlementDigest } = active as RawTask;

    const terms = await registry.termsOf(number, at);

    expect(terms).toEqual(await devnet.market.read("taskRegistry", "termsOf", [number]));
    expect(await registry.termsDigest(terms, at)).toBe(settlementDigest);
    expect(await registry.termsUsed(settlementDigest as `0x${string}`, at)).toBe(false);
  });
});
