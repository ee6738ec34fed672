import { beforeEach, describe, expect, it } from "vitest";
import type { BlockRef } from "../../src/chain/block-ref.js";
import { createBlockReader } from "../../src/chain/blocks.js";
import { BlockGoneError } from "../../src/chain/rpc/failure.js";
import { createTaskRegistryReader } from "../../src/chain/task-registry.js";
import { post } from "../../src/devnet/flows.js";
import { createTestClock } from "./support/clock.js";
import { useDevnet } from "./support/devnet.js";

const devnet = useDevnet(async (market) => {
  await post(market);
});

beforeEach(() => {
  devnet.proxy.reset();
  devnet.second.reset();
});

function registryOf(rpc = devnet.rpc()) {
  return createTaskRegistryReader(rpc, devnet.market.contracts.taskRegistry);
}

/** The block argument of every eth_call that reached the first proxy. */
function blockArguments(): unknown[] {
  const calls = devnet.proxy.members.flat().filter(({ method }) => method === "eth_call");
  return calls.map(({ params }) => params[1]);
}

/** A block that the chain drops again. */
async function forkedBlock(): Promise<BlockRef> {
  const { engine } = devnet.market;
  const snapshot = await engine.request("evm_snapshot");
  await engine.request("evm_mine");
  const block = await devnet.head();
  await engine.request("evm_revert", [snapshot]);
  await engine.request("evm_increaseTime", [3]);
  await engine.request("evm_mine");
  return block;
}

describe("a read at a block", () => {
  it("names the block by its hash and demands that the chain still has it", async () => {
    const at = await devnet.head();

    expect(await registryOf().taskCount(at)).toBe(1n);
    expect(blockArguments()).toEqual([{ blockHash: at.hash, requireCanonical: true }]);
  });

  it("sees the block's state however many blocks follow", async () => {
    const registry = registryOf();
    const before = await devnet.head();
    const count = await registry.taskCount(before);
    await post(devnet.market);
    const after = await devnet.head();

    expect([await registry.taskCount(before), await registry.taskCount(after)]).toEqual([
      count,
      count + 1n,
    ]);
  });

  it("error: a block that was dropped from the chain is gone", async () => {
    const block = await forkedBlock();

    const read = registryOf(devnet.rpc({ clock: createTestClock() })).taskCount(block);

    await expect(read).rejects.toThrowError(BlockGoneError);
    await expect(read).rejects.toMatchObject({
      code: "chain_unavailable",
      message: `No RPC provider has block ${block.number} any more: read again at a newer block.`,
    });
  });

  it("waits a moment for a node that gets the block later than its neighbour", async () => {
    const clock = createTestClock();
    const registry = registryOf(devnet.rpc({ clock }));
    const at = await devnet.head();
    await registry.taskCount(at);
    devnet.proxy.fail({ kind: "error", code: -32_000, message: "header not found" });

    expect(await registry.taskCount(at)).toBeGreaterThan(0n);
    expect(clock.slept).toEqual([300]);
  });

  it("asks the next provider when the first one has not got the block yet", async () => {
    const at = await devnet.head();
    devnet.proxy.be({ frozenAt: at.number - 1 });
    const registry = registryOf(devnet.rpc({ urls: [devnet.proxy.url, devnet.second.url] }));

    expect(await registry.taskCount(at)).toBeGreaterThan(0n);
    expect([devnet.proxy.requests.length, devnet.second.requests.length]).toEqual([1, 1]);
  });

  it("names the block by number to a node that knows no hashes, and checks the hash", async () => {
    devnet.proxy.be({ onlyNumbers: true });
    const registry = registryOf();
    const at = await devnet.head();
    const number = `0x${at.number.toString(16)}`;

    expect(await registry.taskCount(at)).toBeGreaterThan(0n);
    expect(await registry.taskCount(at)).toBeGreaterThan(0n);

    expect(devnet.proxy.requests).toEqual([
      ["eth_chainId", "eth_call"],
      ["eth_getBlockByNumber", "eth_call"],
      ["eth_getBlockByNumber", "eth_call"],
    ]);
    expect(blockArguments().slice(1)).toEqual([number, number]);
  });

  it("error: a dropped block is noticed by a node that knows no hashes as well", async () => {
    devnet.proxy.be({ onlyNumbers: true });
    const block = await forkedBlock();

    const read = registryOf(devnet.rpc({ clock: createTestClock() })).taskCount(block);

    await expect(read).rejects.toThrowError(BlockGoneError);
  });
});

describe("blocks.latest", () => {
  it("answers number, hash, parent and time of the newest block", async () => {
    const raw = (await devnet.market.engine.request("eth_getBlockByNumber", [
      "latest",
      false,
    ])) as Record<"number" | "hash" | "parentHash" | "timestamp", string>;

    expect(await createBlockReader(devnet.rpc()).latest()).toEqual({
      number: Number(raw.number),
      hash: raw.hash,
      parentHash: raw.parentHash,
      timestamp: Number(raw.timestamp),
    });
  });

  it("passes over a provider that stays behind the newest block ever seen", async () => {
    const { proxy, second, market } = devnet;
    const rpc = devnet.rpc({ urls: [proxy.url, second.url] });
    const blocks = createBlockReader(rpc, { maxAgeMs: Number.POSITIVE_INFINITY });
    const { number } = await blocks.latest();
    proxy.be({ frozenAt: number - 4 });
    await market.engine.request("evm_mine");

    expect((await blocks.latest()).number).toBe(number + 1);
    // The one that lags rests now.
    const asked = proxy.requests.length;
    expect((await blocks.latest()).number).toBe(number + 1);
    expect(proxy.requests).toHaveLength(asked);
  });

  it("compares providers from the start when the first one's head is old", async () => {
    const { proxy, second } = devnet;
    const head = await devnet.head();
    proxy.be({ frozenAt: 1 });
    const clock = { ...createTestClock(), nowMs: () => head.timestamp * 1_000 + 61_000 };
    const rpc = devnet.rpc({ urls: [proxy.url, second.url] });

    expect((await createBlockReader(rpc, { clock }).latest()).number).toBe(head.number);
  });

  it("believes all providers together when the chain itself went back", async () => {
    const { proxy, second, market } = devnet;
    const rpc = devnet.rpc({ urls: [proxy.url, second.url] });
    const blocks = createBlockReader(rpc, { maxAgeMs: Number.POSITIVE_INFINITY });
    const snapshot = await market.engine.request("evm_snapshot");
    await market.engine.request("hardhat_mine", ["0xa"]);
    const { number } = await blocks.latest();
    await market.engine.request("evm_revert", [snapshot]);

    expect((await blocks.latest()).number).toBe(number - 10);
    // From then on this is the normal state of things: one request.
    const asked = second.requests.length;
    await blocks.latest();
    expect(second.requests).toHaveLength(asked);
  });
});

describe("blocks.findByNumber", () => {
  it("answers a block of the past, and undefined for one of the future", async () => {
    const blocks = createBlockReader(devnet.rpc());
    const head = await devnet.head();

    expect(await blocks.findByNumber(head.number)).toEqual(head);
    expect(await blocks.findByNumber(head.number + 1)).toBeUndefined();
  });

  it("error: a block without a hash is not believed", async () => {
    const body = '{"jsonrpc":"2.0","id":3,"result":{"number":"0x1"}}';
    const rpc = devnet.rpc();
    await rpc.call({ method: "eth_blockNumber", params: [] });
    devnet.proxy.fail({ kind: "body", body });

    await expect(createBlockReader(rpc).findByNumber(1)).rejects.toMatchObject({
      code: "chain_unavailable",
      message: "The RPC provider answered no valid block: try again.",
    });
  });
});
