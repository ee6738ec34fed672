import { zeroAddress, zeroHash } from "viem";
import { describe, expect, it } from "vitest";
import {
  activate,
  allowFee,
  allowTok,
  claim,
  deliver,
  fund,
  hashText,
  post,
  start,
  tok,
} from "../../../src/devnet/flows.js";
import { watch } from "../../support/books.js";
import { readDeadline } from "../../support/deadline.js";
import { emitted } from "../../support/emitted.js";
import { engagementsEvent, feeEvents, recordEvent, waivedFeeEvent } from "../../support/events.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { earnCredit, emptyPurse } from "../../support/purses.js";
import { bringTo, itNeedsState } from "../../support/states.js";
import { stopAt } from "../../support/stop-at.js";
import { hire } from "../../support/terms.js";

describe("TaskRegistry.leaveTask", () => {
  const market = useMarket();
  const fee = { "tok of worker": -1_000n * tok, "tok of treasury": 1_000n * tok };

  it("puts a claimed task back on the market for the access fee", async () => {
    const taskId = await bringTo(market, "CLAIMED");
    await allowFee(market, "worker");

    const { events, changes } = await watch(market, taskId, () =>
      market.send("worker", "taskRegistry", "leaveTask", [taskId]),
    );

    expect(changes).toEqual({
      task: { worker: zeroAddress, state: 1, claimedAt: 0 },
      money: fee,
      engagements: { worker: 0n },
      reputation: { "worker.left": 1 },
    });
    expect(events).toEqual([
      emitted(market, "taskRegistry", "WorkerLeft", {
        taskId,
        worker: market.actors.worker.address,
      }),
      engagementsEvent(market, "worker", 0n),
      recordEvent(market, "worker"),
      ...feeEvents(market, "worker", taskId, "leave"),
    ]);
  });

  it("puts an active task back and keeps its money in the escrow", async () => {
    const taskId = await bringTo(market, "ACTIVE");
    await allowFee(market, "worker");

    const { changes } = await watch(market, taskId, () =>
      market.send("worker", "taskRegistry", "leaveTask", [taskId]),
    );

    expect(changes).toEqual({
      task: { worker: zeroAddress, state: 1, claimedAt: 0, settlementDigest: zeroHash },
      money: fee,
      engagements: { worker: 0n },
      reputation: { "worker.left": 1 },
    });
    expect(await market.read("escrowVault", "heldFor", [taskId])).toBe(1_000n * tok);
  });

  it("leaves the unpaid milestones of a half-paid task, with the deadline in force", async () => {
    const taskId = await bringTo(market, "DELIVERED");
    const agreed = await readDeadline(market, taskId);
    const { deliveredAt } = await market.read("taskRegistry", "task", [taskId]);
    await stopAt(market, deliveredAt + 1_000);
    await market.send("poster", "taskRegistry", "acceptMilestone", [taskId, 0n]);
    await allowFee(market, "worker");

    const { changes } = await watch(market, taskId, () =>
      market.send("worker", "taskRegistry", "leaveTask", [taskId]),
    );

    expect(changes.task).toEqual({
      worker: zeroAddress,
      state: 1,
      claimedAt: 0,
      deliveredAt: 0,
      firstMilestone: 1,
      receiptHash: zeroHash,
      settlementDigest: zeroHash,
    });
    expect(await market.read("taskRegistry", "termsOf", [taskId])).toEqual({
      negotiationId: "0x00000000000000000000000000000000",
      market: "standard",
      poster: market.actors.poster.address,
      worker: zeroAddress,
      token: market.contracts.tokToken,
      totalAmount: 400n * tok,
      milestoneAmounts: [400n * tok],
      deadline: agreed + 1_000n,
      reviewWindow: 3_600,
      criteriaHash: hashText("Every summary has a source."),
      salt: taskId,
    });
  });

  it("counts a review of the next worker on top of the deadline it began with", async () => {
    const taskId = await post(market, { milestones: [1n, 2n, 3n] });
    await activate(market, taskId);
    const agreed = await readDeadline(market, taskId);
    await acceptNext(taskId, 1_000);
    await allowFee(market, "worker");
    await market.send("worker", "taskRegistry", "leaveTask", [taskId]);
    await claim(market, taskId, "worker2");
    await start(market, taskId);

    await acceptNext(taskId, 200);

    expect(await readDeadline(market, taskId)).toBe(agreed + 1_200n);
    const terms = await market.read("taskRegistry", "termsOf", [taskId]);
    expect([terms.deadline, terms.milestoneAmounts]).toEqual([agreed + 1_000n, [2n, 3n]]);
  });

  it("pays each worker for its own milestones", async () => {
    const taskId = await bringTo(market, "DELIVERED");
    await market.send("poster", "taskRegistry", "acceptMilestone", [taskId, 0n]);
    await allowFee(market, "worker");
    await market.send("worker", "taskRegistry", "leaveTask", [taskId]);
    await claim(market, taskId, "worker2");
    await start(market, taskId);

    const { changes } = await watch(market, taskId, () =>
      market.send("poster", "taskRegistry", "completeTask", [taskId]),
    );

    expect(changes.task).toEqual({ state: 7, milestonesReleased: 2, released: 1_000n * tok });
    expect(changes.money).toEqual({
      "tok of worker2": 400n * tok,
      "tok of escrowVault": -400n * tok,
      "held for task 1": -400n * tok,
    });
  });

  it("makes an open task of a direct hire", async () => {
    const { taskId, terms } = await hire(market);
    await allowFee(market, "worker");

    const { changes } = await watch(market, taskId, () =>
      market.send("worker", "taskRegistry", "leaveTask", [taskId]),
    );

    expect(changes.task).toEqual({
      worker: zeroAddress,
      state: 1,
      claimedAt: 0,
      negotiationId: "0x00000000000000000000000000000000",
      settlementDigest: zeroHash,
    });
    expect(await market.read("taskRegistry", "termsOf", [taskId])).toEqual({
      ...terms,
      negotiationId: "0x00000000000000000000000000000000",
      worker: zeroAddress,
      salt: taskId,
    });
  });

  it.each(["CLAIMED", "ACTIVE"] as const)(
    "works until the very second of the deadline of a task that is %s",
    async (state) => {
      const taskId = await bringTo(market, state);
      await allowFee(market, "worker");
      await stopAt(market, await readDeadline(market, taskId));

      const { changes } = await watch(market, taskId, () =>
        market.send("worker", "taskRegistry", "leaveTask", [taskId]),
      );

      expect(changes.task?.state).toBe(1);
      expect(changes.reputation).toEqual({ "worker.left": 1 });
    },
  );

  it("works until a deadline that a review has moved", async () => {
    const taskId = await bringTo(market, "DELIVERED");
    const agreed = await readDeadline(market, taskId);
    const { deliveredAt } = await market.read("taskRegistry", "task", [taskId]);
    await stopAt(market, deliveredAt + 500);
    await market.send("poster", "taskRegistry", "acceptMilestone", [taskId, 0n]);
    await allowFee(market, "worker");
    await stopAt(market, agreed + 500n);

    await market.send("worker", "taskRegistry", "leaveTask", [taskId]);

    expect((await market.read("taskRegistry", "task", [taskId])).state).toBe(1);
  });

  it("takes an Action Credit instead of the access fee", async () => {
    await earnCredit(market, "worker");
    await earnCredit(market, "worker");
    const taskId = await bringTo(market, "CLAIMED");

    const { events, changes } = await watch(market, taskId, () =>
      market.send("worker", "taskRegistry", "leaveTask", [taskId]),
    );

    expect(changes.money).toBeUndefined();
    expect(events).toContainEqual(waivedFeeEvent(market, "worker", taskId, "leave"));
  });

  itNeedsState(market, ["CLAIMED", "ACTIVE"], (taskId) =>
    market.send("worker", "taskRegistry", "leaveTask", [taskId]),
  );

  it.each(["poster", "stranger"] as const)("error: NotWorker for the %s", async (caller) => {
    const taskId = await bringTo(market, "CLAIMED");

    const call = market.send(caller, "taskRegistry", "leaveTask", [taskId]);
    const { worker } = market.actors;
    await expectRevert(call, "NotWorker", [taskId, market.actors[caller].address, worker.address]);
  });

  it("error: NotWorker for a worker who has left and been replaced", async () => {
    const taskId = await bringTo(market, "CLAIMED");
    await allowFee(market, "worker");
    await market.send("worker", "taskRegistry", "leaveTask", [taskId]);
    await claim(market, taskId, "worker2");
    await fund(market, taskId);

    const call = market.send("worker", "taskRegistry", "leaveTask", [taskId]);
    const { worker, worker2 } = market.actors;
    await expectRevert(call, "NotWorker", [taskId, worker.address, worker2.address]);
  });

  it.each(["CLAIMED", "ACTIVE"] as const)(
    "error: DeadlinePassed one second after the deadline of a task that is %s",
    async (state) => {
      const taskId = await bringTo(market, state);
      await allowFee(market, "worker");
      const deadline = await readDeadline(market, taskId);
      await stopAt(market, deadline + 1n);

      const call = market.send("worker", "taskRegistry", "leaveTask", [taskId]);
      await expectRevert(call, "DeadlinePassed", [taskId, deadline, deadline + 1n]);
    },
  );

  it("error: ERC20InsufficientAllowance with an allowance one wei below the access fee", async () => {
    const taskId = await bringTo(market, "CLAIMED");
    await allowTok(market, "worker", 1_000n * tok - 1n);

    const call = market.send("worker", "taskRegistry", "leaveTask", [taskId]);
    await expectRevert(call, "ERC20InsufficientAllowance", [
      market.contracts.paymentGateway,
      1_000n * tok - 1n,
      1_000n * tok,
    ]);
  });

  it("error: ERC20InsufficientBalance without the access fee", async () => {
    const taskId = await bringTo(market, "CLAIMED");
    await allowFee(market, "worker");
    await emptyPurse(market, "worker");

    const call = market.send("worker", "taskRegistry", "leaveTask", [taskId]);
    const worker = market.actors.worker.address;
    await expectRevert(call, "ERC20InsufficientBalance", [worker, 0n, 1_000n * tok]);
  });

  /** Delivers the next milestone and accepts it after so many seconds. */
  async function acceptNext(taskId: bigint, seconds: number) {
    await deliver(market, taskId);
    const task = await market.read("taskRegistry", "task", [taskId]);
    await stopAt(market, task.deliveredAt + seconds);
    const milestone = BigInt(task.milestonesReleased);
    await market.send("poster", "taskRegistry", "acceptMilestone", [taskId, milestone]);
  }
});
