import { describe, expect, it } from "vitest";
import {
  activate,
  allowFee,
  claim,
  deliver,
  post,
  start,
  tok,
  usd,
} from "../../../src/devnet/flows.js";
import { taskStates } from "../../../src/primitives/task-state.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { watchMoney } from "../../support/money.js";
import { stopAt } from "../../support/stop-at.js";

describe("a worker who leaves", () => {
  const market = useMarket();

  async function leave(taskId: bigint): Promise<void> {
    await allowFee(market, "worker");
    await market.send("worker", "taskRegistry", "leaveTask", [taskId]);
  }

  it("pays the access fee before work started and has its deposit free again", async () => {
    const taskId = await post(market);
    await claim(market, taskId);
    const money = await watchMoney(market);

    await leave(taskId);
    expect(await money.moved()).toEqual({
      "tok of worker": -1_000n * tok,
      "tok of treasury": 1_000n * tok,
    });

    await market.send("worker", "depositVault", "withdraw", [25n * usd]);
    expect(await money.moved()).toEqual({
      "usdc of worker": 25n * usd,
      "usdc of depositVault": -25n * usd,
      "deposit of worker": -25n * usd,
    });
    const record = await market.read("reputation", "recordOf", [market.actors.worker.address]);
    expect(record).toMatchObject({ left: 1, earned: 0n });
  });

  it("keeps what it earned, and the next worker earns the rest without new funding", async () => {
    const taskId = await post(market);
    await activate(market, taskId);
    await deliver(market, taskId);
    const money = await watchMoney(market);

    await market.send("poster", "taskRegistry", "acceptMilestone", [taskId, 0n]);
    expect(await money.moved()).toEqual({
      "tok of worker": 600n * tok,
      "tok of escrowVault": -600n * tok,
      "held for task 1": -600n * tok,
    });

    await leave(taskId);
    expect(await money.moved()).toEqual({
      "tok of worker": -1_000n * tok,
      "tok of treasury": 1_000n * tok,
    });

    await claim(market, taskId, "worker2");
    expect(await money.moved()).toEqual({
      "usdc of worker2": -25n * usd,
      "usdc of depositVault": 25n * usd,
      "deposit of worker2": 25n * usd,
      "tok of worker2": -1_000n * tok,
      "tok of treasury": 1_000n * tok,
    });

    await start(market, taskId);
    const terms = await market.read("taskRegistry", "termsOf", [taskId]);
    expect(terms).toMatchObject({ totalAmount: 400n * tok, milestoneAmounts: [400n * tok] });
    await deliver(market, taskId);
    await market.send("poster", "taskRegistry", "acceptMilestone", [taskId, 1n]);
    expect(await money.moved()).toEqual({
      "tok of worker2": 400n * tok,
      "tok of escrowVault": -400n * tok,
      "held for task 1": -400n * tok,
    });
    expect(await market.read("taskRegistry", "task", [taskId])).toMatchObject({
      state: taskStates.COMPLETED.index,
      released: 1_000n * tok,
      refunded: 0n,
    });
  });

  it("error: DeadlinePassed after the deadline, so a missed one is counted as missed", async () => {
    const taskId = await post(market);
    await activate(market, taskId);
    const { deadline } = await market.read("taskRegistry", "task", [taskId]);
    await allowFee(market, "worker");
    await stopAt(market, deadline + 1);

    const call = market.send("worker", "taskRegistry", "leaveTask", [taskId]);
    await expectRevert(call, "DeadlinePassed", [taskId, BigInt(deadline), BigInt(deadline + 1)]);
    await market.send("stranger", "taskRegistry", "expireTask", [taskId]);
    const record = await market.read("reputation", "recordOf", [market.actors.worker.address]);
    expect(record).toMatchObject({ left: 0, missed: 1 });
  });

  it("leaves the poster free to cancel and take the rest back", async () => {
    const taskId = await post(market);
    await activate(market, taskId);
    await deliver(market, taskId);
    await market.send("poster", "taskRegistry", "acceptMilestone", [taskId, 0n]);
    await leave(taskId);
    const money = await watchMoney(market);

    await market.send("poster", "taskRegistry", "cancelTask", [taskId]);

    expect(await money.moved()).toEqual({
      "tok of poster": 400n * tok,
      "tok of escrowVault": -400n * tok,
      "held for task 1": -400n * tok,
    });
  });
});
