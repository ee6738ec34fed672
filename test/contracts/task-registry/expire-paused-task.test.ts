import { describe, expect, it } from "vitest";
import { marketParams } from "../../../src/chain/deployment/market-params.js";
import { activate, allowFee, claim, fund, post, tok, usd } from "../../../src/devnet/flows.js";
import { watch } from "../../support/books.js";
import { giveDeposit, indebt } from "../../support/debts.js";
import { emitted } from "../../support/emitted.js";
import { engagementsEvent, paidEvents, recordEvent } from "../../support/events.js";
import { hostileTok, misbehave } from "../../support/hostile.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { bringTo } from "../../support/states.js";
import { stopAt } from "../../support/stop-at.js";

const window = marketParams.standard.windows.pause;
const floor = 8n * usd;

describe("TaskRegistry.expireTask of a paused task", () => {
  const market = useMarket();

  it("pays the worker half of the milestone in work if only the poster is below the floor", async () => {
    const taskId = await bringTo(market, "ACTIVE");
    await pauseFor(taskId, ["poster"]);
    await stopAtEnd(taskId, 1);

    const { events, at, changes } = await watch(market, taskId, () => expire(taskId));

    expect(changes).toEqual({
      task: { state: 9, resumesTo: 0, released: 300n * tok, refunded: 700n * tok },
      money: {
        "tok of worker": 300n * tok,
        "tok of poster": 700n * tok,
        "tok of escrowVault": -1_000n * tok,
        "held for task 1": -1_000n * tok,
      },
      engagements: { poster: 0n, worker: 0n },
      reputation: {
        "poster.lapsed": 1,
        "poster.paid": 300n * tok,
        "poster.counterparties": 1,
        "poster.lastSettledAt": at,
        "worker.earned": 300n * tok,
        "worker.counterparties": 1,
        "worker.lastSettledAt": at,
      },
    });
    expect(events).toEqual([
      engagementsEvent(market, "poster", 0n),
      engagementsEvent(market, "worker", 0n),
      recordEvent(market, "poster"),
      recordEvent(market, "poster"),
      recordEvent(market, "worker"),
      ...paidEvents(market, "worker", taskId, { amount: 300n * tok, held: 700n * tok }),
      ...paidEvents(market, "poster", taskId, { amount: 700n * tok, held: 0n }),
      expired(taskId, 300n * tok, 700n * tok),
    ]);
  });

  it.each([
    { below: ["worker"], reputation: { "worker.missed": 1 } },
    { below: ["poster", "worker"], reputation: { "poster.lapsed": 1, "worker.missed": 1 } },
  ] as const)("refunds an active task with $below below the floor", async (row) => {
    const taskId = await bringTo(market, "ACTIVE");
    await pauseFor(taskId, row.below);
    await stopAtEnd(taskId, 1);

    const { events, changes } = await watch(market, taskId, () => expire(taskId));

    expect(changes).toEqual({ ...refund(1_000n * tok), reputation: row.reputation });
    expect(events).toEqual([
      engagementsEvent(market, "poster", 0n),
      engagementsEvent(market, "worker", 0n),
      ...row.below.map((party) => recordEvent(market, party)),
      ...paidEvents(market, "poster", taskId, { amount: 1_000n * tok, held: 0n }),
      expired(taskId, 0n, 1_000n * tok),
    ]);
  });

  it.each([
    { below: ["poster"], reputation: { "poster.lapsed": 1 } },
    { below: ["worker"], reputation: { "worker.missed": 1 } },
    { below: ["poster", "worker"], reputation: { "poster.lapsed": 1, "worker.missed": 1 } },
  ] as const)("refunds a claimed task with $below below the floor", async (row) => {
    const taskId = await bringTo(market, "CLAIMED");
    await fund(market, taskId);
    await pauseFor(taskId, row.below);
    await stopAtEnd(taskId, 1);

    const { events, changes } = await watch(market, taskId, () => expire(taskId));

    expect(changes).toEqual({ ...refund(1_000n * tok), reputation: row.reputation });
    expect(events).toContainEqual(expired(taskId, 0n, 1_000n * tok));
  });

  it.each([
    ["CLAIMED", "poster"],
    ["CLAIMED", "worker"],
    ["ACTIVE", "poster"],
    ["ACTIVE", "worker"],
  ] as const)(
    "error: DepositsInOrder for a task that was %s once the %s is back at the floor",
    async (state, party) => {
      const taskId = await bringTo(market, state);
      if (state === "CLAIMED") await fund(market, taskId);
      await pauseFor(taskId, [party]);
      await giveDeposit(market, party, floor);
      await stopAtEnd(taskId, 1);

      await expectRevert(expire(taskId), "DepositsInOrder", [taskId, floor]);
    },
  );

  it.each([
    { party: "poster", released: 300n * tok, reputation: { "poster.lapsed": 1 } },
    { party: "worker", released: 0n, reputation: { "worker.missed": 1 } },
  ] as const)("counts the $party with a deposit one unit below the floor", async (row) => {
    const taskId = await bringTo(market, "ACTIVE");
    await pauseFor(taskId, [row.party]);
    await giveDeposit(market, row.party, floor - 1n);
    await stopAtEnd(taskId, 1);

    const { events, changes } = await watch(market, taskId, () => expire(taskId));

    expect(changes.reputation).toMatchObject(row.reputation);
    expect(events).toContainEqual(expired(taskId, row.released, 1_000n * tok - row.released));
  });

  it("goes by the deposits of this moment, not by those of the pause", async () => {
    const taskId = await bringTo(market, "ACTIVE");
    await pauseFor(taskId, ["worker"]);
    await giveDeposit(market, "worker", floor);
    await indebt(market, "poster");
    await stopAtEnd(taskId, 1);

    const { at, changes } = await watch(market, taskId, () => expire(taskId));

    expect(changes.reputation).toEqual({
      "poster.lapsed": 1,
      "poster.paid": 300n * tok,
      "poster.counterparties": 1,
      "poster.lastSettledAt": at,
      "worker.earned": 300n * tok,
      "worker.counterparties": 1,
      "worker.lastSettledAt": at,
    });
  });

  it("pays half of the second milestone once the first is paid", async () => {
    const taskId = await bringTo(market, "DELIVERED");
    await market.send("poster", "taskRegistry", "acceptMilestone", [taskId, 0n]);
    await pauseFor(taskId, ["poster"]);
    await stopAtEnd(taskId, 1);

    const { events, changes } = await watch(market, taskId, () => expire(taskId));

    expect(changes.task).toEqual({
      state: 9,
      resumesTo: 0,
      released: 800n * tok,
      refunded: 200n * tok,
    });
    expect(changes.money).toEqual({
      "tok of worker": 200n * tok,
      "tok of poster": 200n * tok,
      "tok of escrowVault": -400n * tok,
      "held for task 1": -400n * tok,
    });
    expect(events).toContainEqual(expired(taskId, 200n * tok, 200n * tok));
  });

  it("refunds the unpaid rest to a poster below the floor whose next worker had not begun", async () => {
    const taskId = await bringTo(market, "DELIVERED");
    await market.send("poster", "taskRegistry", "acceptMilestone", [taskId, 0n]);
    await allowFee(market, "worker");
    await market.send("worker", "taskRegistry", "leaveTask", [taskId]);
    await claim(market, taskId, "worker2");
    await pauseFor(taskId, ["poster"]);
    await stopAtEnd(taskId, 1);

    const { changes } = await watch(market, taskId, () => expire(taskId));

    expect(changes).toEqual({
      task: { state: 9, resumesTo: 0, refunded: 400n * tok },
      money: {
        "tok of poster": 400n * tok,
        "tok of escrowVault": -400n * tok,
        "held for task 1": -400n * tok,
      },
      engagements: { poster: 0n, worker2: 0n },
      reputation: { "poster.lapsed": 1 },
    });
  });

  it.each([
    { milestones: [1n], worker: 0n, poster: 1n },
    { milestones: [7n], worker: 3n, poster: 4n },
    { milestones: [7n, 4n], worker: 3n, poster: 8n },
  ])("rounds half of the first of $milestones wei down for the worker", async (row) => {
    const taskId = await post(market, { milestones: row.milestones });
    await activate(market, taskId);
    await pauseFor(taskId, ["poster"]);
    await stopAtEnd(taskId, 1);

    const { events } = await expire(taskId);

    expect(events).toContainEqual(expired(taskId, row.worker, row.poster));
    const { released, refunded } = await market.read("taskRegistry", "task", [taskId]);
    expect([released, refunded]).toEqual([row.worker, row.poster]);
  });

  it("error: TooEarly at the very end of the pause window, though the deadline has passed", async () => {
    const taskId = await bringTo(market, "PAUSED");
    const { pausedAt, deadline } = await market.read("taskRegistry", "task", [taskId]);
    const end = BigInt(pausedAt + window);
    expect(BigInt(deadline)).toBeLessThan(end);
    await stopAtEnd(taskId, 0);

    await expectRevert(expire(taskId), "TooEarly", [taskId, end, end]);
  });

  /** Takes the deposits of the parties and has the task paused. */
  async function pauseFor(taskId: bigint, below: readonly ("poster" | "worker")[]) {
    for (const party of below) await indebt(market, party);
    await market.send("stranger", "taskRegistry", "pauseTask", [taskId]);
  }

  /** Stops so many seconds after the end of the pause window. */
  async function stopAtEnd(taskId: bigint, seconds: number) {
    const { pausedAt } = await market.read("taskRegistry", "task", [taskId]);
    await stopAt(market, pausedAt + window + seconds);
  }

  function expire(taskId: bigint) {
    return market.send("stranger", "taskRegistry", "expireTask", [taskId]);
  }

  function expired(taskId: bigint, released: bigint, refunded: bigint) {
    return emitted(market, "taskRegistry", "TaskExpired", { taskId, from: 5, released, refunded });
  }

  /** What changes, apart from reputations, if the poster gets everything back. */
  function refund(amount: bigint) {
    return {
      task: { state: 9, resumesTo: 0, refunded: amount },
      money: {
        "tok of poster": amount,
        "tok of escrowVault": -amount,
        "held for task 1": -amount,
      },
      engagements: { poster: 0n, worker: 0n },
    };
  }
});

describe("TaskRegistry.expireTask of a paused task with a hostile token", () => {
  const market = useMarket({ tokens: hostileTok });

  it("ends a task whose worker the token refuses; the half waits in the escrow", async () => {
    const taskId = await bringTo(market, "ACTIVE");
    await indebt(market, "poster");
    await market.send("stranger", "taskRegistry", "pauseTask", [taskId]);
    await market.travel(window + 1);
    await misbehave(market, "tokToken", "refuse", [market.actors.worker.address]);

    const { changes } = await watch(market, taskId, () =>
      market.send("stranger", "taskRegistry", "expireTask", [taskId]),
    );

    expect(changes.task).toEqual({
      state: 9,
      resumesTo: 0,
      released: 300n * tok,
      refunded: 700n * tok,
    });
    expect(changes.money).toEqual({
      "owed to worker": 300n * tok,
      "tok of poster": 700n * tok,
      "tok of escrowVault": -700n * tok,
      "held for task 1": -1_000n * tok,
    });
  });
});
