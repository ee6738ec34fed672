import { describe, expect, it } from "vitest";
import { marketParams } from "../../../src/chain/deployment/market-params.js";
import { usd } from "../../../src/devnet/flows.js";
import { watch } from "../../support/books.js";
import { readDeadline } from "../../support/deadline.js";
import { giveDeposit, indebt } from "../../support/debts.js";
import { emitted } from "../../support/emitted.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { bringTo, itNeedsState } from "../../support/states.js";
import { stopAt } from "../../support/stop-at.js";

describe("TaskRegistry.pauseTask", () => {
  const market = useMarket();

  it.each([
    ["CLAIMED", 2],
    ["ACTIVE", 3],
  ] as const)("lets anyone stop the clock of a task that is %s", async (state, resumesTo) => {
    const taskId = await bringTo(market, state);
    await indebt(market, "worker");

    const { events, at, changes } = await watch(market, taskId, () => pause(taskId));

    expect(changes).toEqual({ task: { state: 5, resumesTo, pausedAt: at } });
    expect(events).toEqual([paused(taskId, "worker", 0n)]);
  });

  it("works for the poster's deposit as well", async () => {
    const taskId = await bringTo(market, "ACTIVE");
    await indebt(market, "poster");
    await giveDeposit(market, "poster", 3n * usd);

    const { events } = await watch(market, taskId, () => pause(taskId));

    expect(events).toEqual([paused(taskId, "poster", 3n * usd)]);
  });

  it("names the poster if both deposits are below the floor", async () => {
    const taskId = await bringTo(market, "ACTIVE");
    await indebt(market, "worker");
    await indebt(market, "poster");

    const { events } = await pause(taskId);

    expect(events).toEqual([paused(taskId, "poster", 0n)]);
  });

  it("works with a deposit one unit below the floor", async () => {
    const taskId = await bringTo(market, "ACTIVE");
    await indebt(market, "worker");
    await giveDeposit(market, "worker", 8n * usd - 1n);

    const { events } = await pause(taskId);

    expect(events).toEqual([paused(taskId, "worker", 8n * usd - 1n)]);
  });

  it("works until the very second of the deadline", async () => {
    const taskId = await bringTo(market, "ACTIVE");
    await indebt(market, "worker");
    await stopAt(market, await readDeadline(market, taskId));

    await pause(taskId);

    expect((await market.read("taskRegistry", "task", [taskId])).state).toBe(5);
  });

  itNeedsState(market, ["CLAIMED", "ACTIVE"], (taskId) => pause(taskId));

  it("error: DepositsInOrder with both entry deposits", async () => {
    const taskId = await bringTo(market, "ACTIVE");

    await expectRevert(pause(taskId), "DepositsInOrder", [taskId, 8n * usd]);
  });

  it("error: DepositsInOrder with a deposit that is exactly the floor", async () => {
    const taskId = await bringTo(market, "ACTIVE");
    await indebt(market, "worker");
    await giveDeposit(market, "worker", 8n * usd);

    await expectRevert(pause(taskId), "DepositsInOrder", [taskId, 8n * usd]);
  });

  it("error: DeadlinePassed one second after the deadline of an active task", async () => {
    const taskId = await bringTo(market, "ACTIVE");
    await indebt(market, "worker");
    const deadline = await readDeadline(market, taskId);
    await stopAt(market, deadline + 1n);

    await expectRevert(pause(taskId), "DeadlinePassed", [taskId, deadline, deadline + 1n]);
  });

  it("error: DeadlinePassed one second after the funding window of a claimed task", async () => {
    const taskId = await bringTo(market, "CLAIMED");
    await indebt(market, "worker");
    const { claimedAt } = await market.read("taskRegistry", "task", [taskId]);
    const end = BigInt(claimedAt + marketParams.standard.windows.funding);
    await stopAt(market, end + 1n);

    await expectRevert(pause(taskId), "DeadlinePassed", [taskId, end, end + 1n]);
  });

  function pause(taskId: bigint) {
    return market.send("stranger", "taskRegistry", "pauseTask", [taskId]);
  }

  function paused(taskId: bigint, actor: "poster" | "worker", deposit: bigint) {
    const below = market.actors[actor].address;
    return emitted(market, "taskRegistry", "TaskPaused", { taskId, below, deposit });
  }
});
