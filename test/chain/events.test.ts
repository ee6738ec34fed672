import { parseEventLogs } from "viem";
import { beforeEach, describe, expect, it } from "vitest";
import { createEventReader } from "../../src/chain/events.js";
import { BlockGoneError } from "../../src/chain/rpc/failure.js";
import type { RpcOptions } from "../../src/chain/rpc.js";
import { abis } from "../../src/devnet/driver.js";
import {
  activate,
  deliver,
  dispute,
  post,
  rule,
  settle,
  tok,
  topUp,
} from "../../src/devnet/flows.js";
import { createTestClock } from "./support/clock.js";
import { useDevnet } from "./support/devnet.js";

const devnet = useDevnet(async (market) => {
  await post(market);
  await activate(market, 1n);
  await deliver(market, 1n);
  await dispute(market, 1n);
  await rule(market, 1n, 7_500n);
  await settle(market, 1n);
  await topUp(market, "stranger", 5n);
  const { usdc, paymentGateway } = market.contracts;
  await market.send("poster", "usdc", "approve", [paymentGateway, 20_000_000n]);
  await market.send("poster", "paymentGateway", "payPlan", ["basic", usdc, 20_000_000n]);
  await post(market, { poster: "poster2" });
});

beforeEach(() => {
  devnet.proxy.reset();
  devnet.second.reset();
});

function reader(options: Partial<RpcOptions> = {}) {
  return createEventReader(devnet.rpc(options), devnet.market.contracts);
}

describe("events.listTaskLogs", () => {
  it("tells the life of a task in the order of the chain", async () => {
    const to = await devnet.head();

    const logs = await reader().listTaskLogs({ from: 0, to });

    expect(logs.map(({ taskId, event }) => `${taskId} ${event}`)).toEqual([
      "1 TaskPosted",
      "1 AccessFeeCharged",
      "1 TaskClaimed",
      "1 AccessFeeCharged",
      "1 TaskFunded",
      "1 WorkStarted",
      "1 ProofSubmitted",
      "1 DisputeOpened",
      "1 TaskDisputed",
      "1 ArbitratorRegistered",
      "1 ArbitratorProposed",
      "1 ArbitratorProposed",
      "1 ArbitratorSeated",
      "1 DisputeRuled",
      "1 DisputeSettled",
      "1 TaskResolved",
      "2 TaskPosted",
      "2 AccessFeeCharged",
    ]);
    expect(devnet.proxy.requests).toEqual([["eth_chainId", "eth_getBlockByNumber", "eth_getLogs"]]);
  });

  it("says where on the chain an event stands", async () => {
    const { market } = devnet;
    const snapshot = await market.engine.request("evm_snapshot");
    await market.send("poster2", "taskRegistry", "cancelTask", [2n]);
    const to = await devnet.head();
    const logs = await reader().listTaskLogs({ from: to.number, to });
    const raw = (await market.engine.request("eth_getLogs", [
      { fromBlock: "latest", toBlock: "latest", address: market.contracts.taskRegistry },
    ])) as { transactionHash: string; logIndex: string }[];
    await market.engine.request("evm_revert", [snapshot]);

    expect(logs).toEqual([
      {
        contract: "taskRegistry",
        event: "TaskCancelled",
        args: { taskId: 2n, refunded: 0n },
        taskId: 2n,
        block: to.number,
        blockHash: to.hash,
        logIndex: Number(raw[0]?.logIndex),
        txHash: raw[0]?.transactionHash,
      },
    ]);
  });

  it("answers nothing for an empty range", async () => {
    const to = await devnet.head();

    expect(await reader().listTaskLogs({ from: to.number + 1, to })).toEqual([]);
    expect(devnet.proxy.requests).toEqual([]);
  });
});

describe("events.listLogs", () => {
  it("decodes every event as viem does", async () => {
    const to = await devnet.head();
    const { taskRegistry, arbitration, depositVault, paymentGateway } = devnet.market.contracts;
    const raw = (await devnet.market.engine.request("eth_getLogs", [
      {
        fromBlock: "0x0",
        toBlock: "latest",
        address: [taskRegistry, arbitration, depositVault, paymentGateway],
      },
    ])) as Parameters<typeof parseEventLogs>[0]["logs"];
    const abi = [
      ...abis.taskRegistry,
      ...abis.arbitration,
      ...abis.depositVault,
      ...abis.paymentGateway,
    ];
    const expected = parseEventLogs({ abi, logs: raw });

    const logs = await reader().listLogs({ from: 0, to });

    expect(logs.map(({ event, args }) => ({ event, args }))).toEqual(
      expected.map(({ eventName, args }) => ({ event: eventName, args })),
    );
    expect(logs.length).toBe(raw.length);
    const names = new Set(logs.map(({ event }) => event));
    expect([...names]).toEqual(
      expect.arrayContaining(["PlanPaid", "ToppedUp", "Charged", "EngagementsChanged", "Bound"]),
    );
  });

  it("types the values of an event by its name", async () => {
    const logs = await reader().listLogs({ from: 0, to: await devnet.head() });
    const paid = logs.flatMap((log) => (log.event === "PlanPaid" ? [log.args.tier] : []));
    const posted = logs.flatMap((log) =>
      log.event === "TaskPosted" ? [log.args.totalAmount] : [],
    );

    expect(paid).toEqual(["basic"]);
    expect(posted).toEqual([1_000n * tok, 1_000n * tok]);
  });

  it("halves a range a node finds too wide", async () => {
    const to = await devnet.head();
    const expected = await reader().listLogs({ from: 0, to });
    devnet.proxy.reset();
    devnet.proxy.be({ maxResultBytes: 20_000 });

    expect(await reader().listLogs({ from: 0, to })).toEqual(expected);
    expect(devnet.proxy.requests.length).toBeGreaterThan(1);
  });

  it("asks the next provider when the first one has not got the last block yet", async () => {
    const { proxy, second } = devnet;
    const to = await devnet.head();
    const expected = await reader().listLogs({ from: 0, to });
    proxy.reset();
    proxy.be({ frozenAt: to.number - 1 });

    const urls = [proxy.url, second.url];
    expect(await reader({ urls }).listLogs({ from: 0, to })).toEqual(expected);
    expect([proxy.requests.length, second.requests.length]).toEqual([1, 1]);
  });

  it("error: logs up to a dropped block are not answered", async () => {
    const to = { ...(await devnet.head()), hash: `0x${"12".repeat(32)}` as const };

    const read = reader({ clock: createTestClock() }).listLogs({ from: 0, to });

    await expect(read).rejects.toThrowError(BlockGoneError);
  });

  it.each([
    ["a log without topics", '[{"address":"0x12","data":"0x"}]'],
    ["null", "[null]"],
  ])("error: %s is not believed", async (_, result) => {
    const to = await devnet.head();
    const rpc = devnet.rpc({
      async fetch(url, init) {
        const answers = (await (await fetch(url, init)).json()) as object[];
        return Response.json(answers.with(2, { ...answers[2], result: JSON.parse(result) }));
      },
    });
    const read = createEventReader(rpc, devnet.market.contracts).listLogs({ from: 0, to });

    await expect(read).rejects.toMatchObject({
      code: "chain_unavailable",
      message: "The RPC provider answered no valid logs: try again.",
    });
  });
});
