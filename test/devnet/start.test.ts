import { createPublicClient, http } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { devUsdcAbi } from "../../src/chain/abi/dev-usdc.js";
import { Deployment } from "../../src/chain/deployment/file.js";
import { canonicalUsdc } from "../../src/devnet/deploy.js";
import { type Devnet, startDevnet } from "../../src/devnet/start.js";
import { marketNames } from "../../src/primitives/market-name.js";
import { taskStates, toTaskState } from "../../src/primitives/task-state.js";

describe("startDevnet", () => {
  let devnet: Devnet;
  beforeAll(async () => {
    devnet = await startDevnet({ port: 0, content: "seeded" });
  });
  afterAll(() => devnet.close());

  async function listTasks(market: (typeof marketNames)[number]) {
    const driver = devnet.drivers[market];
    const count = await driver.read("taskRegistry", "taskCount", []);
    return driver.read("taskRegistry", "tasks", [1n, count]);
  }

  describe.each(marketNames)("the %s market", (market) => {
    it("has at least 12 tasks and every state", async () => {
      const tasks = await listTasks(market);
      expect(tasks.length).toBeGreaterThanOrEqual(12);
      const states = new Set(tasks.map((task) => toTaskState(task.state)));
      expect([...states].sort()).toEqual(Object.keys(taskStates).sort());
    });

    it("has open and private scopes and tasks of several milestones", async () => {
      const tasks = await listTasks(market);
      expect(new Set(tasks.map((task) => task.visibility))).toEqual(new Set([1, 2]));
      expect(tasks.some((task) => task.milestoneAmounts.length >= 3)).toBe(true);
      expect(tasks.some((task) => task.milestonesReleased === 1 && task.state === 3)).toBe(true);
    });

    it("has a disputed task with a seated arbitrator who can still rule", async () => {
      const disputed = (await listTasks(market)).find((task) => task.state === 6);
      const { read, now } = devnet.drivers[market];
      const dispute = await read("arbitration", "disputeOf", [disputed?.id ?? 0n]);
      expect(dispute.arbitrator).toBe(devnet.actors.arbitrator2.address);
      expect(BigInt(dispute.ruleBy)).toBeGreaterThan(await now());
    });

    it("has a paused task whose poster is below the floor", async () => {
      const paused = (await listTasks(market)).find((task) => task.state === 5);
      const { read } = devnet.drivers[market];
      const deposit = await read("depositVault", "depositOf", [paused?.poster ?? canonicalUsdc]);
      expect(paused?.poster).toBe(devnet.actors.debtor.address);
      expect(deposit).toBeLessThan(8_000_000n);
    });

    it("has tasks that are still in time", async () => {
      const now = await devnet.drivers[market].now();
      const live = (await listTasks(market)).filter((task) => task.state >= 1 && task.state <= 6);
      expect(live.every((task) => BigInt(task.deadline) > now)).toBe(true);
    });
  });

  it("keeps the time of this machine and answers over HTTP as chain 8453", async () => {
    const client = createPublicClient({ transport: http(devnet.url) });
    const { timestamp } = await client.getBlock();
    expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(60);
    expect(await client.getChainId()).toBe(8453);
  });

  it("has USDC at the canonical address, with the domain that payers sign for", async () => {
    const client = createPublicClient({ transport: http(devnet.url) });
    const token = { address: canonicalUsdc, abi: devUsdcAbi } as const;
    const { chainId, ...domain } = await client.getEip712Domain(token).then((it) => it.domain);
    expect(domain).toMatchObject({
      name: "USD Coin",
      version: "2",
      verifyingContract: canonicalUsdc,
    });
    expect(chainId).toBe(8453);
    expect(await client.readContract({ ...token, functionName: "decimals" })).toBe(6);
  });

  it("answers a deployment that is valid and names other contracts for each market", () => {
    const { markets } = Deployment.parse(devnet.deployment);
    expect(markets.standard?.contracts.taskRegistry).not.toBe(
      markets.micro?.contracts.taskRegistry,
    );
    expect(markets.standard?.contracts.tokToken).toBe(markets.micro?.contracts.tokToken);
  });

  it("starts without tasks when asked to", async () => {
    const empty = await startDevnet({ port: 0, content: "empty" });
    try {
      expect(await empty.drivers.micro.read("taskRegistry", "taskCount", [])).toBe(0n);
    } finally {
      await empty.close();
    }
  });

  it("error: port_in_use when another process listens there", async () => {
    const port = Number(new URL(devnet.url).port);
    const start = startDevnet({ port, content: "empty" });
    await expect(start).rejects.toMatchObject({ code: "port_in_use" });
  });
});
