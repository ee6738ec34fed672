import { maxUint256, zeroAddress } from "viem";
import { describe, expect, it } from "vitest";
import { TaskState, taskStates } from "../../../src/primitives/task-state.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { bringTo } from "../../support/states.js";

const withoutWorker: readonly TaskState[] = ["POSTED", "CANCELLED", "EXPIRED"];

describe("TaskRegistry.parties", () => {
  const market = useMarket();

  it.each(TaskState.options)("answers who a task that is %s belongs to", async (state) => {
    const taskId = await bringTo(market, state);

    const { poster, worker } = market.actors;
    expect(await market.read("taskRegistry", "parties", [taskId])).toEqual([
      poster.address,
      withoutWorker.includes(state) ? zeroAddress : worker.address,
      taskStates[state].index,
    ]);
  });

  it.each([0n, 1n, maxUint256])("error: TaskNotFound for number %s", async (taskId) => {
    await expectRevert(market.read("taskRegistry", "parties", [taskId]), "TaskNotFound", [taskId]);
  });
});
