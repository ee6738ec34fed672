import { describe, expect, it } from "vitest";
import { marketParams } from "../../../src/chain/deployment/market-params.js";
import {
  activate,
  allowFee,
  claim,
  deliver,
  dispute,
  post,
  seat,
  start,
  tok,
} from "../../../src/devnet/flows.js";
import { watch } from "../../support/books.js";
import { emitted } from "../../support/emitted.js";
import { engagementsEvent, paidEvents, recordEvent } from "../../support/events.js";
import { hostileTok, misbehave } from "../../support/hostile.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { sendAs } from "../../support/send-as.js";
import { bringTo, itNeedsState } from "../../support/states.js";

const { seatingWindow, rulingWindow, noShowPenalty } = marketParams.standard.arbitration;

describe("TaskRegistry.settleUnruled", () => {
  const market = useMarket();

  it.each([
    ["DELIVERED", "poster"],
    ["DELIVERED", "worker"],
    ["ACTIVE", "poster"],
  ] as const)(
    "pays half of the milestone of a task that was %s when its %s opened the dispute",
    async (state, opener) => {
      const taskId = await bringTo(market, state);
      await dispute(market, taskId, opener);
      await market.travel(seatingWindow + 1);

      const { events, at, changes } = await watch(market, taskId, () => settle(taskId));

      expect(changes).toEqual({
        task: { state: 10, resumesTo: 0, released: 300n * tok, refunded: 700n * tok },
        money: {
          "tok of worker": 300n * tok,
          "tok of poster": 700n * tok,
          "tok of escrowVault": -1_000n * tok,
          "held for task 1": -1_000n * tok,
        },
        engagements: { poster: 0n, worker: 0n },
        reputation: {
          "poster.disputesUnruled": 1,
          "poster.paid": 300n * tok,
          "poster.counterparties": 1,
          "poster.lastSettledAt": at,
          "worker.disputesUnruled": 1,
          "worker.earned": 300n * tok,
          "worker.counterparties": 1,
          "worker.lastSettledAt": at,
        },
      });
      expect(events).toEqual([
        emitted(market, "arbitration", "DisputeUnruled", { taskId }),
        recordEvent(market, "poster"),
        recordEvent(market, "worker"),
        engagementsEvent(market, "poster", 0n),
        engagementsEvent(market, "worker", 0n),
        recordEvent(market, "poster"),
        recordEvent(market, "worker"),
        ...paidEvents(market, "worker", taskId, { amount: 300n * tok, held: 700n * tok }),
        ...paidEvents(market, "poster", taskId, { amount: 700n * tok, held: 0n }),
        resolved(taskId, 300n * tok, 700n * tok),
      ]);
    },
  );

  it("pays nothing to a worker who opened the dispute without having delivered", async () => {
    const taskId = await bringTo(market, "ACTIVE");
    await dispute(market, taskId, "worker");
    await market.travel(seatingWindow + 1);

    const { events, changes } = await watch(market, taskId, () => settle(taskId));

    expect(changes).toEqual({
      task: { state: 10, resumesTo: 0, refunded: 1_000n * tok },
      money: {
        "tok of poster": 1_000n * tok,
        "tok of escrowVault": -1_000n * tok,
        "held for task 1": -1_000n * tok,
      },
      engagements: { poster: 0n, worker: 0n },
      reputation: { "poster.disputesUnruled": 1, "worker.disputesUnruled": 1 },
    });
    expect(events).toEqual([
      emitted(market, "arbitration", "DisputeUnruled", { taskId }),
      recordEvent(market, "poster"),
      recordEvent(market, "worker"),
      engagementsEvent(market, "poster", 0n),
      engagementsEvent(market, "worker", 0n),
      ...paidEvents(market, "poster", taskId, { amount: 1_000n * tok, held: 0n }),
      resolved(taskId, 0n, 1_000n * tok),
    ]);
  });

  it.each([
    ["DELIVERED", "poster"],
    ["ACTIVE", "poster"],
  ] as const)(
    "splits the milestone in work if an arbitrator was seated and never ruled (%s, opened by the %s)",
    async (state, opener) => {
      const taskId = await bringTo(market, state);
      await dispute(market, taskId, opener);
      await seat(market, taskId);
      await market.travel(rulingWindow + 1);

      const { changes } = await watch(market, taskId, () => settle(taskId));

      expect(changes.task).toEqual({
        state: 10,
        resumesTo: 0,
        released: 300n * tok,
        refunded: 700n * tok,
      });
      expect(changes.money).toEqual({
        "tok of worker": 300n * tok,
        "tok of poster": 700n * tok,
        "tok of escrowVault": -1_000n * tok,
        "held for task 1": -1_000n * tok,
        "bond of arbitrator": -noShowPenalty,
        "slashed bonds": noShowPenalty,
      });
    },
  );

  it.each([
    { state: "ACTIVE", opener: "poster", worker: 100n, poster: 400n },
    { state: "ACTIVE", opener: "worker", worker: 0n, poster: 500n },
    { state: "DELIVERED", opener: "poster", worker: 100n, poster: 400n },
    { state: "DELIVERED", opener: "worker", worker: 100n, poster: 400n },
  ] as const)(
    "splits only the second milestone of a half-paid task that is $state, opened by the $opener",
    async ({ state, opener, worker, poster }) => {
      const taskId = await payFirst([500n, 200n, 300n]);
      if (state === "DELIVERED") await deliver(market, taskId);
      await dispute(market, taskId, opener);
      await market.travel(seatingWindow + 1);

      const { events, changes } = await watch(market, taskId, () => settle(taskId));

      expect(events).toContainEqual(resolved(taskId, worker, poster));
      expect(await readSums(taskId)).toEqual([500n + worker, poster]);
      expect(changes.money).toEqual({
        ...(worker !== 0n && { "tok of worker": worker }),
        "tok of poster": poster,
        "tok of escrowVault": -500n,
        "held for task 1": -500n,
      });
    },
  );

  it("concerns the present worker only", async () => {
    const taskId = await payFirst([600n, 400n]);
    await allowFee(market, "worker");
    await market.send("worker", "taskRegistry", "leaveTask", [taskId]);
    await claim(market, taskId, "worker2");
    await start(market, taskId);
    await deliver(market, taskId);
    await dispute(market, taskId);
    await market.travel(seatingWindow + 1);

    const { at, changes } = await watch(market, taskId, () => settle(taskId));

    expect(changes).toEqual({
      task: { state: 10, resumesTo: 0, released: 800n, refunded: 200n },
      money: {
        "tok of worker2": 200n,
        "tok of poster": 200n,
        "tok of escrowVault": -400n,
        "held for task 1": -400n,
      },
      engagements: { poster: 0n, worker2: 0n },
      reputation: {
        "poster.disputesUnruled": 1,
        "poster.paid": 800n,
        "poster.counterparties": 2,
        "poster.lastSettledAt": at,
        "worker2.disputesUnruled": 1,
        "worker2.earned": 200n,
        "worker2.counterparties": 1,
        "worker2.lastSettledAt": at,
      },
    });
  });

  it.each([
    { milestones: [1n], worker: 0n, poster: 1n },
    { milestones: [3n], worker: 1n, poster: 2n },
    { milestones: [7n, 4n], worker: 3n, poster: 8n },
    { milestones: [7n, 7n, 7n], worker: 3n, poster: 18n },
  ])("rounds half of the first of $milestones wei down for the worker", async (row) => {
    const taskId = await post(market, { milestones: row.milestones });
    await activate(market, taskId);
    await deliver(market, taskId);
    await dispute(market, taskId);
    await market.travel(seatingWindow + 1);

    await settle(taskId);

    expect(await readSums(taskId)).toEqual([row.worker, row.poster]);
  });

  it("records no payment if half of the milestone is nothing", async () => {
    const taskId = await post(market, { milestones: [1n] });
    await activate(market, taskId);
    await dispute(market, taskId);
    await market.travel(seatingWindow + 1);

    const { changes } = await watch(market, taskId, () => settle(taskId));

    expect(changes.reputation).toEqual({
      "poster.disputesUnruled": 1,
      "worker.disputesUnruled": 1,
    });
  });

  itNeedsState(market, ["DISPUTED"], (taskId) => {
    const { contracts, actors } = market;
    const args = [taskId, actors.poster.address] as const;
    return sendAs(market, contracts.arbitration, "taskRegistry", "settleUnruled", args);
  });

  it.each(["poster", "worker", "arbitrator", "deployer"] as const)(
    "error: NotArbitration for the %s",
    async (caller) => {
      const taskId = await bringTo(market, "DISPUTED");
      const { address } = market.actors[caller];

      const call = market.send(caller, "taskRegistry", "settleUnruled", [taskId, address]);
      await expectRevert(call, "NotArbitration", [address]);
    },
  );

  function settle(taskId: bigint) {
    return market.send("stranger", "arbitration", "resolveTimedOut", [taskId]);
  }

  function resolved(taskId: bigint, released: bigint, refunded: bigint) {
    return emitted(market, "taskRegistry", "TaskResolved", { taskId, released, refunded });
  }

  /** Posts a task of these milestones, of which the first is delivered and paid. */
  async function payFirst(milestones: readonly bigint[]) {
    const taskId = await post(market, { milestones });
    await activate(market, taskId);
    await deliver(market, taskId);
    await market.send("poster", "taskRegistry", "acceptMilestone", [taskId, 0n]);
    return taskId;
  }

  async function readSums(taskId: bigint) {
    const { released, refunded } = await market.read("taskRegistry", "task", [taskId]);
    return [released, refunded];
  }
});

describe("TaskRegistry.settleUnruled with a hostile token", () => {
  const market = useMarket({ tokens: hostileTok });

  it("ends a dispute whose worker the token refuses; the half waits in the escrow", async () => {
    const taskId = await bringTo(market, "DISPUTED");
    await market.travel(seatingWindow + 1);
    await misbehave(market, "tokToken", "refuse", [market.actors.worker.address]);

    const { changes } = await watch(market, taskId, () =>
      market.send("stranger", "arbitration", "resolveTimedOut", [taskId]),
    );

    expect(changes.task).toMatchObject({ state: 10, released: 300n * tok, refunded: 700n * tok });
    expect(changes.money).toEqual({
      "owed to worker": 300n * tok,
      "tok of poster": 700n * tok,
      "tok of escrowVault": -700n * tok,
      "held for task 1": -1_000n * tok,
    });
  });
});
