import { describe, expect, it } from "vitest";
import { marketParams } from "../../../src/chain/deployment/market-params.js";
import {
  allowFee,
  claim,
  deliver,
  enter,
  fund,
  post,
  tok,
  usd,
} from "../../../src/devnet/flows.js";
import { watch } from "../../support/books.js";
import { readDeadline } from "../../support/deadline.js";
import { giveDeposit, indebt } from "../../support/debts.js";
import { emitted } from "../../support/emitted.js";
import { engagementsEvent, paidEvents, recordEvent } from "../../support/events.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { bringTo, itNeedsState } from "../../support/states.js";
import { stopAt } from "../../support/stop-at.js";

const { funding } = marketParams.standard.windows;

describe("TaskRegistry.expireTask", () => {
  const market = useMarket();

  it("ends a posted task one second after its deadline", async () => {
    const taskId = await post(market);
    await fund(market, taskId, 300n * tok);
    await stopAt(market, (await readDeadline(market, taskId)) + 1n);

    const { events, changes } = await watch(market, taskId, () => expire(taskId));

    expect(changes).toEqual({
      task: { state: 9, refunded: 300n * tok },
      money: {
        "tok of poster": 300n * tok,
        "tok of escrowVault": -300n * tok,
        "held for task 1": -300n * tok,
      },
      engagements: { poster: 0n },
    });
    expect(events).toEqual([
      engagementsEvent(market, "poster", 0n),
      ...paidEvents(market, "poster", taskId, { amount: 300n * tok, held: 0n }),
      emitted(market, "taskRegistry", "TaskExpired", {
        taskId,
        from: 1,
        released: 0n,
        refunded: 300n * tok,
      }),
    ]);
  });

  it("ends a claimed task one second after the funding window and counts it for the poster", async () => {
    const taskId = await bringTo(market, "CLAIMED");
    const { claimedAt } = await market.read("taskRegistry", "task", [taskId]);
    await stopAt(market, claimedAt + funding + 1);

    const { events, changes } = await watch(market, taskId, () => expire(taskId));

    expect(changes).toEqual({
      task: { state: 9 },
      engagements: { poster: 0n, worker: 0n },
      reputation: { "poster.lapsed": 1 },
    });
    expect(events).toEqual([
      engagementsEvent(market, "poster", 0n),
      engagementsEvent(market, "worker", 0n),
      recordEvent(market, "poster"),
      emitted(market, "taskRegistry", "TaskExpired", {
        taskId,
        from: 2,
        released: 0n,
        refunded: 0n,
      }),
    ]);
  });

  it("refunds a claimed task that was funded and never started", async () => {
    const taskId = await bringTo(market, "CLAIMED");
    await fund(market, taskId);
    await market.travel(funding + 2);

    const { changes } = await watch(market, taskId, () => expire(taskId));

    expect(changes).toEqual({
      task: { state: 9, refunded: 1_000n * tok },
      money: {
        "tok of poster": 1_000n * tok,
        "tok of escrowVault": -1_000n * tok,
        "held for task 1": -1_000n * tok,
      },
      engagements: { poster: 0n, worker: 0n },
      reputation: { "poster.lapsed": 1 },
    });
  });

  it("ends a claimed task one second after a deadline inside the funding window", async () => {
    const taskId = await post(market, { deadlineIn: 1_000 });
    await claim(market, taskId);
    await stopAt(market, (await readDeadline(market, taskId)) + 1n);

    const { changes } = await watch(market, taskId, () => expire(taskId));

    expect(changes).toEqual({ task: { state: 9 }, engagements: { poster: 0n, worker: 0n } });
  });

  it.each([
    { end: "a second before", seconds: -1n, who: "poster", counted: { "poster.lapsed": 1 } },
    { end: "at", seconds: 0n, who: "poster", counted: { "poster.lapsed": 1 } },
    { end: "a second after", seconds: 1n, who: "nobody", counted: undefined },
  ])("counts a claim whose funding window ends $end the deadline: $who", async (row) => {
    const taskId = await post(market);
    await claimToEnd(taskId, row.seconds);
    await stopAt(market, (await readDeadline(market, taskId)) + 1n);

    const { changes } = await watch(market, taskId, () => expire(taskId));

    expect(changes).toEqual({
      task: { state: 9 },
      engagements: { poster: 0n, worker: 0n },
      ...(row.counted && { reputation: row.counted }),
    });
  });

  it("counts a claim the deadline cut short for nobody, however late it is expired", async () => {
    const taskId = await post(market);
    await claimToEnd(taskId, 1n);
    await market.travel(30 * 86_400);

    const { changes } = await watch(market, taskId, () => expire(taskId));

    expect(changes).toEqual({ task: { state: 9 }, engagements: { poster: 0n, worker: 0n } });
  });

  it("counts by the deadline in force: a pause moves it and the funding window alike", async () => {
    const taskId = await post(market);
    await claimToEnd(taskId, 0n);
    await indebt(market, "worker");
    await market.send("stranger", "taskRegistry", "pauseTask", [taskId]);
    await market.travel(1_000);
    await giveDeposit(market, "worker", 8n * usd);
    const worker = market.actors.worker.address;
    await market.send("worker", "taskRegistry", "emergencyTopUp", [taskId, worker, 0n]);
    await stopAt(market, (await readDeadline(market, taskId)) + 1n);

    const { changes } = await watch(market, taskId, () => expire(taskId));

    expect(changes.reputation).toEqual({ "poster.lapsed": 1 });
  });

  it("ends an active task one second after its deadline and counts it for the worker", async () => {
    const taskId = await bringTo(market, "ACTIVE");
    await stopAt(market, (await readDeadline(market, taskId)) + 1n);

    const { events, changes } = await watch(market, taskId, () => expire(taskId));

    expect(changes).toEqual({
      task: { state: 9, refunded: 1_000n * tok },
      money: {
        "tok of poster": 1_000n * tok,
        "tok of escrowVault": -1_000n * tok,
        "held for task 1": -1_000n * tok,
      },
      engagements: { poster: 0n, worker: 0n },
      reputation: { "worker.missed": 1 },
    });
    expect(events).toEqual([
      engagementsEvent(market, "poster", 0n),
      engagementsEvent(market, "worker", 0n),
      recordEvent(market, "worker"),
      ...paidEvents(market, "poster", taskId, { amount: 1_000n * tok, held: 0n }),
      emitted(market, "taskRegistry", "TaskExpired", {
        taskId,
        from: 3,
        released: 0n,
        refunded: 1_000n * tok,
      }),
    ]);
  });

  it("refunds the unpaid rest of a half-paid task", async () => {
    const taskId = await bringTo(market, "DELIVERED");
    await market.send("poster", "taskRegistry", "acceptMilestone", [taskId, 0n]);
    await stopAt(market, (await readDeadline(market, taskId)) + 1n);

    const { changes } = await watch(market, taskId, () => expire(taskId));

    expect(changes.task).toEqual({ state: 9, refunded: 400n * tok });
    expect(changes.money).toEqual({
      "tok of poster": 400n * tok,
      "tok of escrowVault": -400n * tok,
      "held for task 1": -400n * tok,
    });
  });

  itNeedsState(market, ["POSTED", "CLAIMED", "ACTIVE", "PAUSED"], (taskId) => expire(taskId));

  it.each(["POSTED", "ACTIVE"] as const)(
    "error: TooEarly at the very deadline of a task that is %s",
    async (state) => {
      const taskId = await bringTo(market, state);
      const deadline = await readDeadline(market, taskId);
      await stopAt(market, deadline);

      await expectRevert(expire(taskId), "TooEarly", [taskId, deadline, deadline]);
    },
  );

  it("error: TooEarly at the very end of the funding window of a claimed task", async () => {
    const taskId = await bringTo(market, "CLAIMED");
    const { claimedAt } = await market.read("taskRegistry", "task", [taskId]);
    const end = BigInt(claimedAt + funding);
    await stopAt(market, end);

    await expectRevert(expire(taskId), "TooEarly", [taskId, end, end]);
  });

  it("error: TooEarly at a deadline inside the funding window of a claimed task", async () => {
    const taskId = await post(market, { deadlineIn: 1_000 });
    await claim(market, taskId);
    const deadline = await readDeadline(market, taskId);
    await stopAt(market, deadline);

    await expectRevert(expire(taskId), "TooEarly", [taskId, deadline, deadline]);
  });

  it("error: TooEarly at a deadline that a review has moved", async () => {
    const taskId = await bringTo(market, "DELIVERED");
    const agreed = await readDeadline(market, taskId);
    const { deliveredAt } = await market.read("taskRegistry", "task", [taskId]);
    await stopAt(market, deliveredAt + 500);
    await market.send("poster", "taskRegistry", "acceptMilestone", [taskId, 0n]);
    await stopAt(market, agreed + 500n);

    await expectRevert(expire(taskId), "TooEarly", [taskId, agreed + 500n, agreed + 500n]);
  });

  it("error: WrongState for a delivered task, however old: silence pays the worker", async () => {
    const taskId = await bringTo(market, "ACTIVE");
    await stopAt(market, await readDeadline(market, taskId));
    await deliver(market, taskId);
    await market.travel(365 * 86_400);

    await expectRevert(expire(taskId), "WrongState", [taskId, 4]);
  });

  /** Has the worker claim so that the funding window ends so many seconds after the deadline. */
  async function claimToEnd(taskId: bigint, seconds: bigint) {
    await enter(market, "worker");
    await allowFee(market, "worker");
    await stopAt(market, (await readDeadline(market, taskId)) - BigInt(funding) + seconds);
    await market.send("worker", "taskRegistry", "claimTask", [taskId]);
  }

  function expire(taskId: bigint) {
    return market.send("stranger", "taskRegistry", "expireTask", [taskId]);
  }
});
