import { maxUint256 } from "viem";
import { describe, expect, it } from "vitest";
import { marketParams } from "../../../src/chain/deployment/market-params.js";
import { activate, deliver, dispute, post, rule, tok, usd } from "../../../src/devnet/flows.js";
import { watch } from "../../support/books.js";
import { emitted } from "../../support/emitted.js";
import { engagementsEvent, paidEvents, recordEvent } from "../../support/events.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { sendAs } from "../../support/send-as.js";
import { bringTo, itNeedsState } from "../../support/states.js";

const { appealWindow } = marketParams.standard.arbitration;

describe("TaskRegistry.settleDispute", () => {
  const market = useMarket();

  it("splits what the task holds by the ruling and frees both parties", async () => {
    const taskId = await bringTo(market, "DISPUTED");
    await rule(market, taskId, 7_500n);
    await market.travel(appealWindow + 1);

    const { events, at, changes } = await watch(market, taskId, () => settle(taskId));

    expect(changes).toEqual({
      task: { state: 10, resumesTo: 0, released: 750n * tok, refunded: 250n * tok },
      money: {
        "tok of worker": 750n * tok,
        "tok of poster": 250n * tok,
        "tok of escrowVault": -1_000n * tok,
        "held for task 1": -1_000n * tok,
        "deposit of poster": -5n * usd,
        "deposit of arbitrator": 5n * usd,
      },
      engagements: { poster: 0n, worker: 0n },
      reputation: {
        "worker.disputesWon": 1,
        "worker.earned": 750n * tok,
        "worker.counterparties": 1,
        "worker.lastSettledAt": at,
        "poster.disputesLost": 1,
        "poster.paid": 750n * tok,
        "poster.counterparties": 1,
        "poster.lastSettledAt": at,
      },
    });
    expect(events.filter(({ address }) => address !== market.contracts.arbitration)).toEqual([
      emitted(market, "depositVault", "Charged", {
        from: market.actors.poster.address,
        to: market.actors.arbitrator.address,
        amount: 5n * usd,
      }),
      recordEvent(market, "worker"),
      recordEvent(market, "poster"),
      engagementsEvent(market, "poster", 0n),
      engagementsEvent(market, "worker", 0n),
      recordEvent(market, "poster"),
      recordEvent(market, "worker"),
      ...paidEvents(market, "worker", taskId, { amount: 750n * tok, held: 250n * tok }),
      ...paidEvents(market, "poster", taskId, { amount: 250n * tok, held: 0n }),
      emitted(market, "taskRegistry", "TaskResolved", {
        taskId,
        released: 750n * tok,
        refunded: 250n * tok,
      }),
    ]);
  });

  it("gives the poster everything for zero basis points", async () => {
    const taskId = await bringTo(market, "DISPUTED");
    await rule(market, taskId, 0n);
    await market.travel(appealWindow + 1);

    const { changes } = await watch(market, taskId, () => settle(taskId));

    expect(changes).toEqual({
      task: { state: 10, resumesTo: 0, refunded: 1_000n * tok },
      money: {
        "tok of poster": 1_000n * tok,
        "tok of escrowVault": -1_000n * tok,
        "held for task 1": -1_000n * tok,
        "deposit of worker": -5n * usd,
        "deposit of arbitrator": 5n * usd,
      },
      engagements: { poster: 0n, worker: 0n },
      reputation: { "poster.disputesWon": 1, "worker.disputesLost": 1 },
    });
  });

  it("gives the worker everything for 10,000 basis points", async () => {
    const taskId = await bringTo(market, "DISPUTED");
    await rule(market, taskId, 10_000n);
    await market.travel(appealWindow + 1);

    const { events, changes } = await watch(market, taskId, () => settle(taskId));

    expect(changes.task).toEqual({ state: 10, resumesTo: 0, released: 1_000n * tok });
    expect(changes.money).toMatchObject({ "tok of worker": 1_000n * tok });
    expect(events).toContainEqual(
      emitted(market, "taskRegistry", "TaskResolved", {
        taskId,
        released: 1_000n * tok,
        refunded: 0n,
      }),
    );
  });

  it("splits everything evenly for 5,000 basis points; both deposits pay and nobody has won", async () => {
    const taskId = await bringTo(market, "DISPUTED");
    await rule(market, taskId, 5_000n);
    await market.travel(appealWindow + 1);

    const { at, changes } = await watch(market, taskId, () => settle(taskId));

    expect(changes).toEqual({
      task: { state: 10, resumesTo: 0, released: 500n * tok, refunded: 500n * tok },
      money: {
        "tok of worker": 500n * tok,
        "tok of poster": 500n * tok,
        "tok of escrowVault": -1_000n * tok,
        "held for task 1": -1_000n * tok,
        "deposit of poster": -2_500_000n,
        "deposit of worker": -2_500_000n,
        "deposit of arbitrator": 5n * usd,
      },
      engagements: { poster: 0n, worker: 0n },
      reputation: {
        "worker.earned": 500n * tok,
        "worker.counterparties": 1,
        "worker.lastSettledAt": at,
        "poster.paid": 500n * tok,
        "poster.counterparties": 1,
        "poster.lastSettledAt": at,
      },
    });
  });

  it("splits only what was not paid before", async () => {
    const taskId = await bringTo(market, "DELIVERED");
    await market.send("poster", "taskRegistry", "acceptMilestone", [taskId, 0n]);
    await deliver(market, taskId);
    await dispute(market, taskId);
    await rule(market, taskId, 2_500n);
    await market.travel(appealWindow + 1);

    const { changes } = await watch(market, taskId, () => settle(taskId));

    expect(changes.task).toEqual({
      state: 10,
      resumesTo: 0,
      released: 700n * tok,
      refunded: 300n * tok,
    });
    expect(changes.money).toMatchObject({
      "tok of worker": 100n * tok,
      "tok of poster": 300n * tok,
      "held for task 1": -400n * tok,
    });
  });

  it.each([
    { held: 7n, bps: 3_333n, worker: 2n },
    { held: 1n, bps: 9_999n, worker: 0n },
    { held: 10_001n, bps: 5_000n, worker: 5_000n },
  ])("rounds $bps basis points of $held wei down for the worker", async ({ held, bps, worker }) => {
    const taskId = await post(market, { milestones: [held] });
    await activate(market, taskId);
    await dispute(market, taskId);
    await rule(market, taskId, bps);
    await market.travel(appealWindow + 1);

    await settle(taskId);

    const { released, refunded } = await market.read("taskRegistry", "task", [taskId]);
    expect([released, refunded]).toEqual([worker, held - worker]);
  });

  itNeedsState(market, ["DISPUTED"], (taskId) => settleAs(taskId, 5_000n));

  it.each(["poster", "worker", "arbitrator", "deployer"] as const)(
    "error: NotArbitration for the %s",
    async (caller) => {
      const taskId = await bringTo(market, "DISPUTED");

      const call = market.send(caller, "taskRegistry", "settleDispute", [taskId, 5_000n]);
      await expectRevert(call, "NotArbitration", [market.actors[caller].address]);
    },
  );

  it("error: NotHeld for more than all, even from the arbitration", async () => {
    const taskId = await bringTo(market, "DISPUTED");

    const share = (1_000n * tok * 10_001n) / 10_000n;
    await expectRevert(settleAs(taskId, 10_001n), "NotHeld", [taskId, share, 1_000n * tok]);
  });

  it("error: Panic for basis points that fit in no number", async () => {
    const taskId = await bringTo(market, "DISPUTED");

    await expectRevert(settleAs(taskId, maxUint256), "Panic", [17n]);
  });

  function settle(taskId: bigint) {
    return market.send("stranger", "arbitration", "resolveTimedOut", [taskId]);
  }

  function settleAs(taskId: bigint, workerBps: bigint) {
    const { arbitration } = market.contracts;
    return sendAs(market, arbitration, "taskRegistry", "settleDispute", [taskId, workerBps]);
  }
});
