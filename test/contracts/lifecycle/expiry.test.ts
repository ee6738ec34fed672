import { describe, expect, it } from "vitest";
import { marketParams } from "../../../src/chain/deployment/market-params.js";
import { activate, claim, deliver, fund, post, tok, usd } from "../../../src/devnet/flows.js";
import { taskStates } from "../../../src/primitives/task-state.js";
import { giveDeposit, indebt } from "../../support/debts.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { watchMoney } from "../../support/money.js";
import { stopAt } from "../../support/stop-at.js";

describe.each(["standard", "micro"] as const)("a task that runs out of time on %s", (name) => {
  const market = useMarket({ market: name });
  const { windows } = marketParams[name];

  /** Expires a task in the first second it can be, by a stranger, and answers what moved. */
  async function expireAfter(taskId: bigint, end: number) {
    const money = await watchMoney(market);
    await stopAt(market, end);
    const early = market.send("stranger", "taskRegistry", "expireTask", [taskId]);
    await expectRevert(early, "TooEarly", [taskId, BigInt(end), BigInt(end)]);

    await stopAt(market, end + 1);
    await market.send("stranger", "taskRegistry", "expireTask", [taskId]);
    const { state } = await market.read("taskRegistry", "task", [taskId]);
    expect(state).toBe(taskStates.EXPIRED.index);
    return money.moved();
  }

  it("is refunded when nobody claimed it before the deadline", async () => {
    const taskId = await post(market);
    await fund(market, taskId, 250n * tok);
    const { deadline } = await market.read("taskRegistry", "task", [taskId]);

    expect(await expireAfter(taskId, deadline)).toEqual({
      "tok of poster": 250n * tok,
      "tok of escrowVault": -250n * tok,
      "held for task 1": -250n * tok,
    });
    await market.send("poster", "depositVault", "withdraw", [25n * usd]);
  });

  it("is refunded when the poster did not start the work in the funding window", async () => {
    const taskId = await post(market);
    await claim(market, taskId);
    await fund(market, taskId);
    const { claimedAt } = await market.read("taskRegistry", "task", [taskId]);

    expect(await expireAfter(taskId, claimedAt + windows.funding)).toEqual({
      "tok of poster": 1_000n * tok,
      "tok of escrowVault": -1_000n * tok,
      "held for task 1": -1_000n * tok,
    });
    const record = await market.read("reputation", "recordOf", [market.actors.poster.address]);
    expect(record).toMatchObject({ lapsed: 1, missed: 0 });
    await market.send("worker", "depositVault", "withdraw", [25n * usd]);
  });

  it("is refunded when the deadline came before the funding window ended, at nobody's fault", async () => {
    const taskId = await post(market, { deadlineIn: 7_200 });
    await claim(market, taskId);
    await fund(market, taskId, 1n);
    const { deadline } = await market.read("taskRegistry", "task", [taskId]);

    expect(await expireAfter(taskId, deadline)).toEqual({
      "tok of poster": 1n,
      "tok of escrowVault": -1n,
      "held for task 1": -1n,
    });
    const record = await market.read("reputation", "recordOf", [market.actors.poster.address]);
    expect(record).toMatchObject({ lapsed: 0, missed: 0 });
  });

  it("is refunded when the worker missed the deadline", async () => {
    const taskId = await post(market);
    await activate(market, taskId);
    const { deadline } = await market.read("taskRegistry", "task", [taskId]);

    expect(await expireAfter(taskId, deadline)).toEqual({
      "tok of poster": 1_000n * tok,
      "tok of escrowVault": -1_000n * tok,
      "held for task 1": -1_000n * tok,
    });
    const record = await market.read("reputation", "recordOf", [market.actors.worker.address]);
    expect(record).toMatchObject({ missed: 1, earned: 0n });
    await market.send("worker", "depositVault", "withdraw", [25n * usd]);
  });

  it("refunds what is left after the milestones the worker has earned", async () => {
    const taskId = await post(market);
    await activate(market, taskId);
    await deliver(market, taskId);
    await market.send("poster", "taskRegistry", "acceptMilestone", [taskId, 0n]);
    const { deadline } = await market.read("taskRegistry", "task", [taskId]);

    expect(await expireAfter(taskId, deadline)).toEqual({
      "tok of poster": 400n * tok,
      "tok of escrowVault": -400n * tok,
      "held for task 1": -400n * tok,
    });
    expect(await market.read("taskRegistry", "task", [taskId])).toMatchObject({
      released: 600n * tok,
      refunded: 400n * tok,
    });
  });

  it("error: WrongState for a delivered task, which silence pays instead", async () => {
    const taskId = await post(market);
    await activate(market, taskId);
    await deliver(market, taskId);
    const { deadline } = await market.read("taskRegistry", "task", [taskId]);
    await stopAt(market, deadline + 1);

    const call = market.send("stranger", "taskRegistry", "expireTask", [taskId]);
    await expectRevert(call, "WrongState", [taskId, taskStates.DELIVERED.index]);
  });

  it("is refunded when a worker did not mend its deposit in the pause window", async () => {
    const taskId = await post(market);
    await activate(market, taskId);
    await indebt(market, "worker");
    await market.send("stranger", "taskRegistry", "pauseTask", [taskId]);
    const { pausedAt } = await market.read("taskRegistry", "task", [taskId]);

    expect(await expireAfter(taskId, pausedAt + windows.pause)).toEqual({
      "tok of poster": 1_000n * tok,
      "tok of escrowVault": -1_000n * tok,
      "held for task 1": -1_000n * tok,
    });
    const record = await market.read("reputation", "recordOf", [market.actors.worker.address]);
    expect(record).toMatchObject({ missed: 1 });
    await market.send("poster", "depositVault", "withdraw", [25n * usd]);
  });

  it("is not taken back for nothing by a poster in debt: the worker gets half of the milestone in work", async () => {
    const taskId = await post(market);
    await activate(market, taskId);
    await indebt(market, "poster");
    await market.send("poster", "taskRegistry", "pauseTask", [taskId]);
    const { pausedAt } = await market.read("taskRegistry", "task", [taskId]);

    expect(await expireAfter(taskId, pausedAt + windows.pause)).toEqual({
      "tok of worker": 300n * tok,
      "tok of poster": 700n * tok,
      "tok of escrowVault": -1_000n * tok,
      "held for task 1": -1_000n * tok,
    });
    const poster = await market.read("reputation", "recordOf", [market.actors.poster.address]);
    expect(poster).toMatchObject({ lapsed: 1, paid: 300n * tok });
    const worker = await market.read("reputation", "recordOf", [market.actors.worker.address]);
    expect(worker).toMatchObject({ missed: 0, earned: 300n * tok });
    await market.send("worker", "depositVault", "withdraw", [25n * usd]);
  });

  it("is refunded when neither party mended its deposit, and both records show it", async () => {
    const taskId = await post(market);
    await activate(market, taskId);
    await indebt(market, "poster");
    await indebt(market, "worker");
    await market.send("stranger", "taskRegistry", "pauseTask", [taskId]);
    const { pausedAt } = await market.read("taskRegistry", "task", [taskId]);

    expect(await expireAfter(taskId, pausedAt + windows.pause)).toEqual({
      "tok of poster": 1_000n * tok,
      "tok of escrowVault": -1_000n * tok,
      "held for task 1": -1_000n * tok,
    });
    const poster = await market.read("reputation", "recordOf", [market.actors.poster.address]);
    expect(poster).toMatchObject({ lapsed: 1, missed: 0 });
    const worker = await market.read("reputation", "recordOf", [market.actors.worker.address]);
    expect(worker).toMatchObject({ lapsed: 0, missed: 1 });
  });

  it("is refunded when the poster did not mend its deposit before work had started", async () => {
    const taskId = await post(market);
    await claim(market, taskId);
    await fund(market, taskId, 250n * tok);
    await indebt(market, "poster");
    await market.send("stranger", "taskRegistry", "pauseTask", [taskId]);
    const { pausedAt } = await market.read("taskRegistry", "task", [taskId]);

    expect(await expireAfter(taskId, pausedAt + windows.pause)).toEqual({
      "tok of poster": 250n * tok,
      "tok of escrowVault": -250n * tok,
      "held for task 1": -250n * tok,
    });
    const poster = await market.read("reputation", "recordOf", [market.actors.poster.address]);
    expect(poster).toMatchObject({ lapsed: 1 });
  });

  it("error: DepositsInOrder when a poster mends its deposit to let a pause expire; the worker resumes", async () => {
    const taskId = await post(market);
    await activate(market, taskId);
    await indebt(market, "poster");
    await market.send("poster", "taskRegistry", "pauseTask", [taskId]);
    const { pausedAt } = await market.read("taskRegistry", "task", [taskId]);
    const floor = await market.read("depositVault", "floorDeposit", []);
    await giveDeposit(market, "poster", floor);
    await stopAt(market, pausedAt + windows.pause + 1);

    const call = market.send("poster", "taskRegistry", "expireTask", [taskId]);
    await expectRevert(call, "DepositsInOrder", [taskId, floor]);
    const args = [taskId, market.actors.poster.address, 0n] as const;
    await market.send("worker", "taskRegistry", "emergencyTopUp", args);
    const { state } = await market.read("taskRegistry", "task", [taskId]);
    expect(state).toBe(taskStates.ACTIVE.index);
  });
});
