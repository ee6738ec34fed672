import { describe, expect, it } from "vitest";
import { activate, allowFee, fund, post, tok } from "../../../src/devnet/flows.js";
import { watch } from "../../support/books.js";
import { emitted } from "../../support/emitted.js";
import { engagementsEvent, paidEvents } from "../../support/events.js";
import { hostileTok, misbehave } from "../../support/hostile.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { bringTo, itNeedsState } from "../../support/states.js";

describe("TaskRegistry.cancelTask", () => {
  const market = useMarket();

  it("takes an unfunded task off the market and frees the poster", async () => {
    const taskId = await post(market);

    const { events, changes } = await watch(market, taskId, () =>
      market.send("poster", "taskRegistry", "cancelTask", [taskId]),
    );

    expect(changes).toEqual({ task: { state: 8 }, engagements: { poster: 0n } });
    expect(events).toEqual([
      engagementsEvent(market, "poster", 0n),
      emitted(market, "taskRegistry", "TaskCancelled", { taskId, refunded: 0n }),
    ]);
  });

  it.each([1n, 1_000n * tok])("refunds %s wei of a funded task", async (amount) => {
    const taskId = await post(market);
    await fund(market, taskId, amount);

    const { events, changes } = await watch(market, taskId, () =>
      market.send("poster", "taskRegistry", "cancelTask", [taskId]),
    );

    expect(changes).toEqual({
      task: { state: 8, refunded: amount },
      money: { "tok of poster": amount, "tok of escrowVault": -amount, "held for task 1": -amount },
      engagements: { poster: 0n },
    });
    expect(events).toEqual([
      engagementsEvent(market, "poster", 0n),
      ...paidEvents(market, "poster", taskId, { amount, held: 0n }),
      emitted(market, "taskRegistry", "TaskCancelled", { taskId, refunded: amount }),
    ]);
  });

  it("refunds what a worker who left was not paid", async () => {
    const taskId = await bringTo(market, "DELIVERED");
    await market.send("poster", "taskRegistry", "acceptMilestone", [taskId, 0n]);
    await allowFee(market, "worker");
    await market.send("worker", "taskRegistry", "leaveTask", [taskId]);

    const { changes } = await watch(market, taskId, () =>
      market.send("poster", "taskRegistry", "cancelTask", [taskId]),
    );

    expect(changes).toEqual({
      task: { state: 8, refunded: 400n * tok },
      money: {
        "tok of poster": 400n * tok,
        "tok of escrowVault": -400n * tok,
        "held for task 1": -400n * tok,
      },
      engagements: { poster: 0n },
    });
  });

  it("works after the deadline", async () => {
    const taskId = await post(market);
    await market.travel(30 * 86_400);

    await market.send("poster", "taskRegistry", "cancelTask", [taskId]);

    expect((await market.read("taskRegistry", "task", [taskId])).state).toBe(8);
  });

  it("leaves the money of other tasks where it is", async () => {
    const [first, second] = [await post(market), await post(market)];
    await fund(market, first);
    await activate(market, second);

    const { changes } = await watch(market, first, () =>
      market.send("poster", "taskRegistry", "cancelTask", [first]),
    );

    expect(changes.engagements).toEqual({ poster: 1n });
    expect(await market.read("escrowVault", "heldFor", [second])).toBe(1_000n * tok);
  });

  itNeedsState(market, ["POSTED"], (taskId) =>
    market.send("poster", "taskRegistry", "cancelTask", [taskId]),
  );

  it.each(["poster2", "stranger"] as const)("error: NotPoster for the %s", async (caller) => {
    const taskId = await post(market);
    await fund(market, taskId);

    const call = market.send(caller, "taskRegistry", "cancelTask", [taskId]);
    const { poster } = market.actors;
    await expectRevert(call, "NotPoster", [taskId, market.actors[caller].address, poster.address]);
  });
});

describe("TaskRegistry.cancelTask with a hostile token", () => {
  const market = useMarket({ tokens: hostileTok });

  it("ends a task whose poster the token refuses; the money waits in the escrow", async () => {
    const taskId = await post(market);
    await fund(market, taskId, 5n);
    const to = market.actors.poster.address;
    await misbehave(market, "tokToken", "refuse", [to]);

    const { events, changes } = await watch(market, taskId, () =>
      market.send("poster", "taskRegistry", "cancelTask", [taskId]),
    );

    expect(changes.task).toEqual({ state: 8, refunded: 5n });
    expect(changes.money).toEqual({ "held for task 1": -5n, "owed to poster": 5n });
    expect(events).toContainEqual(
      emitted(market, "escrowVault", "Owed", { taskId, to, amount: 5n }),
    );
  });
});
