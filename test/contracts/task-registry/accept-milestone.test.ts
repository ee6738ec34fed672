import { maxUint256 } from "viem";
import { describe, expect, it } from "vitest";
import { activate, deliver, post, tok } from "../../../src/devnet/flows.js";
import { watch } from "../../support/books.js";
import { readDeadline } from "../../support/deadline.js";
import { emitted } from "../../support/emitted.js";
import { engagementsEvent, paidEvents, recordEvent } from "../../support/events.js";
import { hostileTok, misbehave } from "../../support/hostile.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { bringTo, itNeedsState } from "../../support/states.js";
import { stopAt } from "../../support/stop-at.js";

describe("TaskRegistry.acceptMilestone", () => {
  const market = useMarket();

  it("pays the first milestone and moves the deadline by the time of the review", async () => {
    const taskId = await bringTo(market, "DELIVERED");
    const { deadline, deliveredAt } = await market.read("taskRegistry", "task", [taskId]);
    await stopAt(market, deliveredAt + 1_234);

    const { events, at, changes } = await watch(market, taskId, () =>
      market.send("poster", "taskRegistry", "acceptMilestone", [taskId, 0n]),
    );

    expect(changes).toEqual({
      task: {
        state: 3,
        milestonesReleased: 1,
        released: 600n * tok,
        deadline: deadline + 1_234,
      },
      money: {
        "tok of worker": 600n * tok,
        "tok of escrowVault": -600n * tok,
        "held for task 1": -600n * tok,
      },
      reputation: {
        "poster.paid": 600n * tok,
        "poster.counterparties": 1,
        "poster.lastSettledAt": at,
        "worker.earned": 600n * tok,
        "worker.counterparties": 1,
        "worker.lastSettledAt": at,
      },
    });
    expect(events).toEqual([
      emitted(market, "taskRegistry", "MilestoneReleased", {
        taskId,
        milestone: 0n,
        worker: market.actors.worker.address,
        amount: 600n * tok,
      }),
      recordEvent(market, "poster"),
      recordEvent(market, "worker"),
      ...paidEvents(market, "worker", taskId, { amount: 600n * tok, held: 400n * tok }),
    ]);
  });

  it("completes the task with the last milestone and frees both parties", async () => {
    const taskId = await bringTo(market, "DELIVERED");
    await market.send("poster", "taskRegistry", "acceptMilestone", [taskId, 0n]);
    await deliver(market, taskId);
    await market.travel(500);

    const { events, at, changes } = await watch(market, taskId, () =>
      market.send("poster", "taskRegistry", "acceptMilestone", [taskId, 1n]),
    );

    expect(changes).toEqual({
      task: { state: 7, milestonesReleased: 2, released: 1_000n * tok },
      money: {
        "tok of worker": 400n * tok,
        "tok of escrowVault": -400n * tok,
        "held for task 1": -400n * tok,
      },
      engagements: { poster: 0n, worker: 0n },
      reputation: {
        "poster.completedAsPoster": 1,
        "poster.paid": 1_000n * tok,
        "poster.lastSettledAt": at,
        "worker.completedAsWorker": 1,
        "worker.earned": 1_000n * tok,
        "worker.lastSettledAt": at,
      },
    });
    expect(events).toEqual([
      emitted(market, "taskRegistry", "MilestoneReleased", {
        taskId,
        milestone: 1n,
        worker: market.actors.worker.address,
        amount: 400n * tok,
      }),
      engagementsEvent(market, "poster", 0n),
      engagementsEvent(market, "worker", 0n),
      recordEvent(market, "poster"),
      recordEvent(market, "worker"),
      emitted(market, "taskRegistry", "TaskCompleted", { taskId, released: 1_000n * tok }),
      recordEvent(market, "poster"),
      recordEvent(market, "worker"),
      ...paidEvents(market, "worker", taskId, { amount: 400n * tok, held: 0n }),
    ]);
  });

  it("adds up the reviews of several milestones", async () => {
    const taskId = await post(market, { milestones: [1n, 2n, 3n] });
    await activate(market, taskId);
    const agreed = await readDeadline(market, taskId);
    for (const [milestone, review] of [
      [0n, 100],
      [1n, 250],
    ] as const) {
      await deliver(market, taskId);
      const { deliveredAt } = await market.read("taskRegistry", "task", [taskId]);
      await stopAt(market, deliveredAt + review);
      await market.send("poster", "taskRegistry", "acceptMilestone", [taskId, milestone]);
    }

    expect(await readDeadline(market, taskId)).toBe(agreed + 350n);
  });

  it("works after the review window and after the deadline", async () => {
    const taskId = await bringTo(market, "DELIVERED");
    await market.travel(10 * 86_400);

    await market.send("poster", "taskRegistry", "acceptMilestone", [taskId, 0n]);

    expect((await market.read("taskRegistry", "task", [taskId])).released).toBe(600n * tok);
  });

  it("walks through 20 milestones, down to one wei each", async () => {
    const taskId = await post(market, { milestones: Array.from({ length: 20 }, () => 1n) });
    await activate(market, taskId);
    for (let milestone = 0n; milestone < 20n; milestone++) {
      await deliver(market, taskId);
      await market.send("poster", "taskRegistry", "acceptMilestone", [taskId, milestone]);
    }

    const task = await market.read("taskRegistry", "task", [taskId]);
    expect(task).toMatchObject({ state: 7, milestonesReleased: 20, released: 20n });
    expect(await market.read("escrowVault", "heldFor", [taskId])).toBe(0n);
  });

  itNeedsState(market, ["DELIVERED"], (taskId) =>
    market.send("poster", "taskRegistry", "acceptMilestone", [taskId, 0n]),
  );

  it.each(["worker", "stranger"] as const)("error: NotPoster for the %s", async (caller) => {
    const taskId = await bringTo(market, "DELIVERED");

    const call = market.send(caller, "taskRegistry", "acceptMilestone", [taskId, 0n]);
    const { poster } = market.actors;
    await expectRevert(call, "NotPoster", [taskId, market.actors[caller].address, poster.address]);
  });

  it.each([1n, 2n, maxUint256])(
    "error: WrongMilestone for milestone %s, since the first is delivered",
    async (milestone) => {
      const taskId = await bringTo(market, "DELIVERED");

      const call = market.send("poster", "taskRegistry", "acceptMilestone", [taskId, milestone]);
      await expectRevert(call, "WrongMilestone", [taskId, milestone, 0n]);
    },
  );

  it("error: WrongMilestone for a repeated acceptance of a paid milestone", async () => {
    const taskId = await bringTo(market, "DELIVERED");
    await market.send("poster", "taskRegistry", "acceptMilestone", [taskId, 0n]);
    await deliver(market, taskId);

    const call = market.send("poster", "taskRegistry", "acceptMilestone", [taskId, 0n]);
    await expectRevert(call, "WrongMilestone", [taskId, 0n, 1n]);
  });
});

describe("TaskRegistry.acceptMilestone with a hostile token", () => {
  const market = useMarket({ tokens: hostileTok });

  it("completes a task whose worker the token refuses; the money waits in the escrow", async () => {
    const taskId = await post(market, { milestones: [5n] });
    await activate(market, taskId);
    await deliver(market, taskId);
    const to = market.actors.worker.address;
    await misbehave(market, "tokToken", "refuse", [to]);

    const { events, changes } = await watch(market, taskId, () =>
      market.send("poster", "taskRegistry", "acceptMilestone", [taskId, 0n]),
    );

    expect(changes.task).toEqual({ state: 7, milestonesReleased: 1, released: 5n });
    expect(changes.money).toEqual({ "held for task 1": -5n, "owed to worker": 5n });
    expect(events).toContainEqual(
      emitted(market, "escrowVault", "Owed", { taskId, to, amount: 5n }),
    );
  });
});
