import { describe, expect, it } from "vitest";
import {
  activate,
  allowFee,
  allowTok,
  claim,
  deliver,
  enter,
  post,
  tok,
  topUp,
  usd,
} from "../../../src/devnet/flows.js";
import { watch } from "../../support/books.js";
import { readDeadline } from "../../support/deadline.js";
import { giveDeposit, indebt } from "../../support/debts.js";
import { emitted } from "../../support/emitted.js";
import { engagementsEvent, feeEvents, waivedFeeEvent } from "../../support/events.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { earnCredit, emptyPurse } from "../../support/purses.js";
import { itNeedsState } from "../../support/states.js";
import { stopAt } from "../../support/stop-at.js";

describe("TaskRegistry.claimTask", () => {
  const market = useMarket();

  it("gives a posted task to the caller and charges the access fee", async () => {
    const taskId = await post(market);
    await enter(market, "worker");
    await allowFee(market, "worker");

    const { events, at, changes } = await watch(market, taskId, () =>
      market.send("worker", "taskRegistry", "claimTask", [taskId]),
    );

    const worker = market.actors.worker.address;
    expect(changes).toEqual({
      task: { worker, state: 2, claimedAt: at },
      money: { "tok of worker": -1_000n * tok, "tok of treasury": 1_000n * tok },
      engagements: { worker: 1n },
    });
    expect(events).toEqual([
      emitted(market, "taskRegistry", "TaskClaimed", { taskId, worker }),
      engagementsEvent(market, "worker", 1n),
      ...feeEvents(market, "worker", taskId, "claim"),
    ]);
  });

  it("works until the very second of the deadline", async () => {
    const taskId = await post(market);
    await enter(market, "worker");
    await allowFee(market, "worker");
    const deadline = await readDeadline(market, taskId);
    await stopAt(market, deadline);

    await market.send("worker", "taskRegistry", "claimTask", [taskId]);

    const task = await market.read("taskRegistry", "task", [taskId]);
    expect([task.state, task.claimedAt]).toEqual([2, Number(deadline)]);
  });

  it("works with a poster whose deposit is exactly the floor", async () => {
    const taskId = await post(market);
    await indebt(market, "poster");
    await giveDeposit(market, "poster", 8n * usd);

    await claim(market, taskId);

    const task = await market.read("taskRegistry", "task", [taskId]);
    expect([task.state, task.worker]).toEqual([2, market.actors.worker.address]);
  });

  it("lets one deposit carry several tasks", async () => {
    const ids = [await post(market), await post(market)];
    for (const taskId of ids) await claim(market, taskId);

    const worker = market.actors.worker.address;
    expect(await market.read("depositVault", "engagementsOf", [worker])).toBe(2n);
  });

  it("takes a task that another worker left half paid", async () => {
    const taskId = await post(market);
    await activate(market, taskId);
    await deliver(market, taskId);
    await market.send("poster", "taskRegistry", "acceptMilestone", [taskId, 0n]);
    await allowFee(market, "worker");
    await market.send("worker", "taskRegistry", "leaveTask", [taskId]);
    await enter(market, "worker2");
    await allowFee(market, "worker2");

    const { at, changes } = await watch(market, taskId, () =>
      market.send("worker2", "taskRegistry", "claimTask", [taskId]),
    );

    expect(changes).toEqual({
      task: { worker: market.actors.worker2.address, state: 2, claimedAt: at },
      money: { "tok of worker2": -1_000n * tok, "tok of treasury": 1_000n * tok },
      engagements: { worker2: 1n },
    });
  });

  it("lets a worker who left take the task again", async () => {
    const taskId = await post(market);
    await claim(market, taskId);
    await allowFee(market, "worker");
    await market.send("worker", "taskRegistry", "leaveTask", [taskId]);

    await claim(market, taskId);

    const task = await market.read("taskRegistry", "task", [taskId]);
    expect(task.worker).toBe(market.actors.worker.address);
  });

  it("takes an Action Credit instead of the access fee", async () => {
    await earnCredit(market, "worker");
    const taskId = await post(market);
    await enter(market, "worker");

    const { events, changes } = await watch(market, taskId, () =>
      market.send("worker", "taskRegistry", "claimTask", [taskId]),
    );

    expect(changes.money).toBeUndefined();
    expect(events).toContainEqual(waivedFeeEvent(market, "worker", taskId, "claim"));
  });

  itNeedsState(market, ["POSTED"], (taskId) =>
    market.send("worker2", "taskRegistry", "claimTask", [taskId]),
  );

  it("error: OwnTask for the poster", async () => {
    const taskId = await post(market);

    const call = market.send("poster", "taskRegistry", "claimTask", [taskId]);
    await expectRevert(call, "OwnTask", [taskId, market.actors.poster.address]);
  });

  it("error: DeadlinePassed one second after the deadline", async () => {
    const taskId = await post(market);
    await enter(market, "worker");
    await allowFee(market, "worker");
    const deadline = await readDeadline(market, taskId);
    await stopAt(market, deadline + 1n);

    const call = market.send("worker", "taskRegistry", "claimTask", [taskId]);
    await expectRevert(call, "DeadlinePassed", [taskId, deadline, deadline + 1n]);
  });

  it.each([0n, 8n * usd - 1n])(
    "error: DepositBelowFloor with a poster whose deposit is %s units",
    async (deposit) => {
      const taskId = await post(market);
      await indebt(market, "poster");
      if (deposit !== 0n) await giveDeposit(market, "poster", deposit);
      await enter(market, "worker");
      await allowFee(market, "worker");

      const call = market.send("worker", "taskRegistry", "claimTask", [taskId]);
      const poster = market.actors.poster.address;
      await expectRevert(call, "DepositBelowFloor", [taskId, poster, deposit, 8n * usd]);
    },
  );

  it("error: DepositBelowFloor for a task that was left after its poster lost a dispute", async () => {
    const taskId = await post(market);
    await claim(market, taskId);
    await indebt(market, "poster");
    await allowFee(market, "worker");
    await market.send("worker", "taskRegistry", "leaveTask", [taskId]);

    const poster = market.actors.poster.address;
    const call = claim(market, taskId, "worker2");
    await expectRevert(call, "DepositBelowFloor", [taskId, poster, 0n, 8n * usd]);
  });

  it("error: DepositTooLow without a deposit", async () => {
    const taskId = await post(market);

    const call = market.send("worker", "taskRegistry", "claimTask", [taskId]);
    await expectRevert(call, "DepositTooLow", [market.actors.worker.address, 0n, 25_000_000n]);
  });

  it("error: DepositTooLow with a deposit one unit short", async () => {
    const taskId = await post(market);
    await topUp(market, "worker", 24_999_999n);

    const call = market.send("worker", "taskRegistry", "claimTask", [taskId]);
    const worker = market.actors.worker.address;
    await expectRevert(call, "DepositTooLow", [worker, 24_999_999n, 25_000_000n]);
  });

  it("error: DepositTooLow for a debtor, even above the floor", async () => {
    const taskId = await post(market);
    await indebt(market, "debtor");
    await giveDeposit(market, "debtor", 8_000_000n);

    const call = market.send("debtor", "taskRegistry", "claimTask", [taskId]);
    const debtor = market.actors.debtor.address;
    await expectRevert(call, "DepositTooLow", [debtor, 8_000_000n, 25_000_000n]);
  });

  it("error: ERC20InsufficientAllowance with an allowance one wei below the access fee", async () => {
    const taskId = await post(market);
    await enter(market, "worker");
    await allowTok(market, "worker", 1_000n * tok - 1n);

    const call = market.send("worker", "taskRegistry", "claimTask", [taskId]);
    await expectRevert(call, "ERC20InsufficientAllowance", [
      market.contracts.paymentGateway,
      1_000n * tok - 1n,
      1_000n * tok,
    ]);
  });

  it("error: ERC20InsufficientBalance without the access fee", async () => {
    const taskId = await post(market);
    await enter(market, "worker");
    await allowFee(market, "worker");
    await emptyPurse(market, "worker");

    const call = market.send("worker", "taskRegistry", "claimTask", [taskId]);
    const worker = market.actors.worker.address;
    await expectRevert(call, "ERC20InsufficientBalance", [worker, 0n, 1_000n * tok]);
  });
});
