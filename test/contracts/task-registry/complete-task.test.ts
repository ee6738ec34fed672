import { describe, expect, it } from "vitest";
import { activate, deliver, post, tok } from "../../../src/devnet/flows.js";
import { watch } from "../../support/books.js";
import { emitted } from "../../support/emitted.js";
import { engagementsEvent, paidEvents, recordEvent } from "../../support/events.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { bringTo, itNeedsState } from "../../support/states.js";

describe("TaskRegistry.completeTask", () => {
  const market = useMarket();

  it.each(["ACTIVE", "DELIVERED"] as const)(
    "pays everything of a task that is %s",
    async (state) => {
      const taskId = await bringTo(market, state);

      const { events, at, changes } = await watch(market, taskId, () =>
        market.send("poster", "taskRegistry", "completeTask", [taskId]),
      );

      const worker = market.actors.worker.address;
      expect(changes).toEqual({
        task: { state: 7, milestonesReleased: 2, released: 1_000n * tok },
        money: {
          "tok of worker": 1_000n * tok,
          "tok of escrowVault": -1_000n * tok,
          "held for task 1": -1_000n * tok,
        },
        engagements: { poster: 0n, worker: 0n },
        reputation: {
          "poster.completedAsPoster": 1,
          "poster.paid": 1_000n * tok,
          "poster.counterparties": 1,
          "poster.lastSettledAt": at,
          "worker.completedAsWorker": 1,
          "worker.earned": 1_000n * tok,
          "worker.counterparties": 1,
          "worker.lastSettledAt": at,
        },
      });
      expect(events).toEqual([
        released(taskId, 0n, worker, 600n * tok),
        released(taskId, 1n, worker, 400n * tok),
        engagementsEvent(market, "poster", 0n),
        engagementsEvent(market, "worker", 0n),
        recordEvent(market, "poster"),
        recordEvent(market, "worker"),
        emitted(market, "taskRegistry", "TaskCompleted", { taskId, released: 1_000n * tok }),
        recordEvent(market, "poster"),
        recordEvent(market, "worker"),
        ...paidEvents(market, "worker", taskId, { amount: 1_000n * tok, held: 0n }),
      ]);
    },
  );

  it("pays the rest of a task whose first milestone is paid", async () => {
    const taskId = await bringTo(market, "DELIVERED");
    await market.send("poster", "taskRegistry", "acceptMilestone", [taskId, 0n]);

    const { events, changes } = await watch(market, taskId, () =>
      market.send("poster", "taskRegistry", "completeTask", [taskId]),
    );

    expect(changes.task).toEqual({ state: 7, milestonesReleased: 2, released: 1_000n * tok });
    expect(changes.money).toEqual({
      "tok of worker": 400n * tok,
      "tok of escrowVault": -400n * tok,
      "held for task 1": -400n * tok,
    });
    expect(events.filter(({ name }) => name === "MilestoneReleased")).toEqual([
      released(taskId, 1n, market.actors.worker.address, 400n * tok),
    ]);
  });

  it("pays 20 milestones at once, each with its event", async () => {
    const milestones = Array.from({ length: 20 }, (_, index) => BigInt(index + 1));
    const taskId = await post(market, { milestones });
    await activate(market, taskId);

    const { events, changes } = await watch(market, taskId, () =>
      market.send("poster", "taskRegistry", "completeTask", [taskId]),
    );

    const worker = market.actors.worker.address;
    expect(changes.task).toEqual({ state: 7, milestonesReleased: 20, released: 210n });
    expect(events.filter(({ name }) => name === "MilestoneReleased")).toEqual(
      milestones.map((amount, index) => released(taskId, BigInt(index), worker, amount)),
    );
  });

  it("works after the deadline as long as nobody has expired the task", async () => {
    const taskId = await bringTo(market, "ACTIVE");
    await market.travel(30 * 86_400);

    await market.send("poster", "taskRegistry", "completeTask", [taskId]);

    expect((await market.read("taskRegistry", "task", [taskId])).state).toBe(7);
  });

  it("counts a pair of wallets once, however often they settle", async () => {
    for (const _ of [1, 2]) {
      const taskId = await post(market);
      await activate(market, taskId);
      await deliver(market, taskId);
      await market.send("poster", "taskRegistry", "completeTask", [taskId]);
    }

    const record = await market.read("reputation", "recordOf", [market.actors.worker.address]);
    expect([record.completedAsWorker, record.counterparties]).toEqual([2, 1]);
  });

  itNeedsState(market, ["ACTIVE", "DELIVERED"], (taskId) =>
    market.send("poster", "taskRegistry", "completeTask", [taskId]),
  );

  it.each(["worker", "stranger"] as const)("error: NotPoster for the %s", async (caller) => {
    const taskId = await bringTo(market, "DELIVERED");

    const call = market.send(caller, "taskRegistry", "completeTask", [taskId]);
    const { poster } = market.actors;
    await expectRevert(call, "NotPoster", [taskId, market.actors[caller].address, poster.address]);
  });

  function released(taskId: bigint, milestone: bigint, worker: string, amount: bigint) {
    const args = { taskId, milestone, worker, amount };
    return emitted(market, "taskRegistry", "MilestoneReleased", args);
  }
});
