import { maxUint256, zeroHash } from "viem";
import { describe, expect, it } from "vitest";
import { activate, deliver, hashText, post } from "../../../src/devnet/flows.js";
import { watch } from "../../support/books.js";
import { readDeadline } from "../../support/deadline.js";
import { emitted } from "../../support/emitted.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { bringTo, itNeedsState } from "../../support/states.js";
import { stopAt } from "../../support/stop-at.js";

describe("TaskRegistry.submitProof", () => {
  const market = useMarket();
  const receiptHash = hashText("receipt");

  it("delivers the first milestone and moves no money", async () => {
    const taskId = await bringTo(market, "ACTIVE");

    const { events, at, changes } = await watch(market, taskId, () =>
      market.send("worker", "taskRegistry", "submitProof", [taskId, 0n, receiptHash]),
    );

    expect(changes).toEqual({ task: { state: 4, deliveredAt: at, receiptHash } });
    expect(events).toEqual([
      emitted(market, "taskRegistry", "ProofSubmitted", { taskId, milestone: 0n, receiptHash }),
    ]);
  });

  it("delivers the next milestone after the first is paid", async () => {
    const taskId = await bringTo(market, "DELIVERED");
    await market.send("poster", "taskRegistry", "acceptMilestone", [taskId, 0n]);
    await market.travel(100);

    const { events, at, changes } = await watch(market, taskId, () =>
      market.send("worker", "taskRegistry", "submitProof", [taskId, 1n, receiptHash]),
    );

    expect(changes).toEqual({ task: { state: 4, deliveredAt: at, receiptHash } });
    expect(events).toEqual([
      emitted(market, "taskRegistry", "ProofSubmitted", { taskId, milestone: 1n, receiptHash }),
    ]);
  });

  it("works until the very second of the deadline", async () => {
    const taskId = await bringTo(market, "ACTIVE");
    const deadline = await readDeadline(market, taskId);
    await stopAt(market, deadline);

    await deliver(market, taskId);

    const task = await market.read("taskRegistry", "task", [taskId]);
    expect([task.state, task.deliveredAt]).toEqual([4, Number(deadline)]);
  });

  it("works after the agreed deadline for the time an earlier proof was under review", async () => {
    const taskId = await post(market, { deadlineIn: 1_000 });
    await activate(market, taskId);
    const agreed = await readDeadline(market, taskId);
    await deliver(market, taskId);
    await stopAt(market, agreed + 3_000n);
    await market.send("poster", "taskRegistry", "acceptMilestone", [taskId, 0n]);

    await deliver(market, taskId);

    const task = await market.read("taskRegistry", "task", [taskId]);
    expect(task.state).toBe(4);
    expect(BigInt(task.deliveredAt)).toBeGreaterThanOrEqual(agreed + 3_000n);
  });

  itNeedsState(market, ["ACTIVE"], (taskId) =>
    market.send("worker", "taskRegistry", "submitProof", [taskId, 0n, receiptHash]),
  );

  it.each(["poster", "stranger"] as const)("error: NotWorker for the %s", async (caller) => {
    const taskId = await bringTo(market, "ACTIVE");

    const call = market.send(caller, "taskRegistry", "submitProof", [taskId, 0n, receiptHash]);
    const { worker } = market.actors;
    await expectRevert(call, "NotWorker", [taskId, market.actors[caller].address, worker.address]);
  });

  it("error: DeadlinePassed one second after the deadline", async () => {
    const taskId = await bringTo(market, "ACTIVE");
    const deadline = await readDeadline(market, taskId);
    await stopAt(market, deadline + 1n);

    const call = market.send("worker", "taskRegistry", "submitProof", [taskId, 0n, receiptHash]);
    await expectRevert(call, "DeadlinePassed", [taskId, deadline, deadline + 1n]);
  });

  it.each([1n, 2n, maxUint256])(
    "error: WrongMilestone for milestone %s, since the first is due",
    async (milestone) => {
      const taskId = await bringTo(market, "ACTIVE");

      const call = market.send("worker", "taskRegistry", "submitProof", [
        taskId,
        milestone,
        receiptHash,
      ]);
      await expectRevert(call, "WrongMilestone", [taskId, milestone, 0n]);
    },
  );

  it("error: WrongMilestone for a milestone that is paid already", async () => {
    const taskId = await bringTo(market, "DELIVERED");
    await market.send("poster", "taskRegistry", "acceptMilestone", [taskId, 0n]);

    const call = market.send("worker", "taskRegistry", "submitProof", [taskId, 0n, receiptHash]);
    await expectRevert(call, "WrongMilestone", [taskId, 0n, 1n]);
  });

  it("error: ReceiptHashMissing without a receipt hash", async () => {
    const taskId = await bringTo(market, "ACTIVE");

    const call = market.send("worker", "taskRegistry", "submitProof", [taskId, 0n, zeroHash]);
    await expectRevert(call, "ReceiptHashMissing", [taskId]);
  });
});
