import { describe, expect, it } from "vitest";
import { activate, deliver, post, tok } from "../../../src/devnet/flows.js";
import { watch } from "../../support/books.js";
import { emitted } from "../../support/emitted.js";
import { engagementsEvent, paidEvents, recordEvent } from "../../support/events.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { bringTo, itNeedsState } from "../../support/states.js";
import { stopAt } from "../../support/stop-at.js";

describe("TaskRegistry.releaseAfterReview", () => {
  const market = useMarket();

  it("lets anyone pay a milestone one second after the review window", async () => {
    const taskId = await bringTo(market, "DELIVERED");
    const { deadline, deliveredAt } = await market.read("taskRegistry", "task", [taskId]);
    await stopAt(market, deliveredAt + 3_601);

    const { events, at, changes } = await watch(market, taskId, () =>
      market.send("stranger", "taskRegistry", "releaseAfterReview", [taskId]),
    );

    expect(changes).toEqual({
      task: {
        state: 3,
        milestonesReleased: 1,
        released: 600n * tok,
        deadline: deadline + 3_601,
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

  it("completes the task with the last milestone", async () => {
    const taskId = await post(market, { milestones: [70n] });
    await activate(market, taskId);
    await deliver(market, taskId);
    await market.travel(3_602);

    const { events, at, changes } = await watch(market, taskId, () =>
      market.send("worker", "taskRegistry", "releaseAfterReview", [taskId]),
    );

    expect(changes).toEqual({
      task: { state: 7, milestonesReleased: 1, released: 70n },
      money: { "tok of worker": 70n, "tok of escrowVault": -70n, "held for task 1": -70n },
      engagements: { poster: 0n, worker: 0n },
      reputation: {
        "poster.completedAsPoster": 1,
        "poster.paid": 70n,
        "poster.counterparties": 1,
        "poster.lastSettledAt": at,
        "worker.completedAsWorker": 1,
        "worker.earned": 70n,
        "worker.counterparties": 1,
        "worker.lastSettledAt": at,
      },
    });
    expect(events).toContainEqual(engagementsEvent(market, "worker", 0n));
    expect(events).toContainEqual(
      emitted(market, "taskRegistry", "TaskCompleted", { taskId, released: 70n }),
    );
  });

  it("gives the worker back all the time nobody released the milestone", async () => {
    const taskId = await bringTo(market, "DELIVERED");
    const { deadline, deliveredAt } = await market.read("taskRegistry", "task", [taskId]);
    await stopAt(market, deadline + 86_400);

    await market.send("stranger", "taskRegistry", "releaseAfterReview", [taskId]);

    const task = await market.read("taskRegistry", "task", [taskId]);
    expect(task.deadline - (deadline + 86_400)).toBe(deadline - deliveredAt);
  });

  itNeedsState(market, ["DELIVERED"], (taskId) =>
    market.send("stranger", "taskRegistry", "releaseAfterReview", [taskId]),
  );

  it.each([0, 3_600])("error: TooEarly %s seconds after the delivery", async (seconds) => {
    const taskId = await bringTo(market, "DELIVERED");
    const { deliveredAt } = await market.read("taskRegistry", "task", [taskId]);
    await stopAt(market, deliveredAt + seconds);

    const call = market.send("worker", "taskRegistry", "releaseAfterReview", [taskId]);
    const args = [taskId, BigInt(deliveredAt + 3_600), BigInt(deliveredAt + seconds)];
    await expectRevert(call, "TooEarly", args);
  });

  it("error: TooEarly for a second proof, whose review begins anew", async () => {
    const taskId = await bringTo(market, "DELIVERED");
    await market.travel(3_602);
    await market.send("stranger", "taskRegistry", "releaseAfterReview", [taskId]);
    await deliver(market, taskId);

    const { deliveredAt } = await market.read("taskRegistry", "task", [taskId]);
    const call = market.send("worker", "taskRegistry", "releaseAfterReview", [taskId]);
    const args = [taskId, BigInt(deliveredAt + 3_600), BigInt(deliveredAt)];
    await expectRevert(call, "TooEarly", args);
  });
});
