import { describe, expect, it } from "vitest";
import type { ActorName } from "../../../src/devnet/actors.js";
import { activate, deliver, hashText, post } from "../../../src/devnet/flows.js";
import { watch } from "../../support/books.js";
import { readDeadline } from "../../support/deadline.js";
import { emitted } from "../../support/emitted.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { bringTo, itNeedsState } from "../../support/states.js";
import { stopAt } from "../../support/stop-at.js";

describe("TaskRegistry.enterDispute", () => {
  const market = useMarket();
  const evidenceHash = hashText("evidence");

  it.each([
    ["ACTIVE", "poster", 3],
    ["ACTIVE", "worker", 3],
    ["DELIVERED", "poster", 4],
    ["DELIVERED", "worker", 4],
  ] as const)(
    "freezes a task that is %s for its %s and moves no money",
    async (state, party, resumesTo) => {
      const taskId = await bringTo(market, state);

      const { events, changes } = await watch(market, taskId, () => open(party, taskId));

      const by = market.actors[party].address;
      expect(changes).toEqual({ task: { state: 6, resumesTo } });
      expect(events).toEqual([
        emitted(market, "arbitration", "DisputeOpened", { taskId, by, evidenceHash }),
        emitted(market, "taskRegistry", "TaskDisputed", { taskId, by }),
      ]);
    },
  );

  it.each(["poster", "worker"] as const)(
    "works for the %s until the very deadline of an active task",
    async (party) => {
      const taskId = await bringTo(market, "ACTIVE");
      await stopAt(market, await readDeadline(market, taskId));

      await open(party, taskId);

      expect((await market.read("taskRegistry", "task", [taskId])).state).toBe(6);
    },
  );

  it("works for the poster until the very end of the review, even after the deadline", async () => {
    const taskId = await post(market, { deadlineIn: 1_000 });
    await activate(market, taskId);
    await deliver(market, taskId);
    const { deliveredAt, reviewWindow } = await market.read("taskRegistry", "task", [taskId]);
    await stopAt(market, deliveredAt + reviewWindow);

    await open("poster", taskId);

    expect((await market.read("taskRegistry", "task", [taskId])).state).toBe(6);
  });

  it("works for the worker of a delivered task after the review", async () => {
    const taskId = await bringTo(market, "DELIVERED");
    await market.travel(30 * 86_400);

    await open("worker", taskId);

    expect((await market.read("taskRegistry", "task", [taskId])).state).toBe(6);
  });

  itNeedsState(market, ["ACTIVE", "DELIVERED"], (taskId) => open("poster", taskId));

  it.each(["poster", "worker", "deployer"] as const)(
    "error: NotArbitration for the %s",
    async (caller) => {
      const taskId = await bringTo(market, "ACTIVE");
      const { address } = market.actors[caller];

      const call = market.send(caller, "taskRegistry", "enterDispute", [taskId, address]);
      await expectRevert(call, "NotArbitration", [address]);
    },
  );

  it.each(["ACTIVE", "DELIVERED"] as const)(
    "error: NotParty for a stranger to a task that is %s",
    async (state) => {
      const taskId = await bringTo(market, state);

      const call = open("stranger", taskId);
      await expectRevert(call, "NotParty", [taskId, market.actors.stranger.address]);
    },
  );

  it.each(["poster", "worker"] as const)(
    "error: DeadlinePassed for the %s one second after the deadline of an active task",
    async (party) => {
      const taskId = await bringTo(market, "ACTIVE");
      const deadline = await readDeadline(market, taskId);
      await stopAt(market, deadline + 1n);

      const call = open(party, taskId);
      await expectRevert(call, "DeadlinePassed", [taskId, deadline, deadline + 1n]);
    },
  );

  it("error: ReviewOver for the poster one second after the review", async () => {
    const taskId = await bringTo(market, "DELIVERED");
    const { deliveredAt, reviewWindow } = await market.read("taskRegistry", "task", [taskId]);
    const end = BigInt(deliveredAt + reviewWindow);
    await stopAt(market, end + 1n);

    await expectRevert(open("poster", taskId), "ReviewOver", [taskId, end, end + 1n]);
  });

  function open(by: ActorName, taskId: bigint) {
    return market.send(by, "arbitration", "openDispute", [taskId, evidenceHash]);
  }
});
