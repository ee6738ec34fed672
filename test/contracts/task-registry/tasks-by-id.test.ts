import { describe, expect, it } from "vitest";
import { fillMarket } from "../../support/crowd.js";
import { expectRevert, useMarket } from "../../support/market.js";

describe("TaskRegistry.tasksById", () => {
  const market = useMarket();

  it("answers the tasks in the order asked, as often as asked", async () => {
    await fillMarket(market);
    const ids = [7n, 1n, 7n, 5n];
    const expected = [];
    for (const id of ids) expected.push(await market.read("taskRegistry", "task", [id]));

    expect(await market.read("taskRegistry", "tasksById", [ids])).toEqual(expected);
  });

  it("answers nothing when asked for nothing", async () => {
    expect(await market.read("taskRegistry", "tasksById", [[]])).toEqual([]);
  });

  it.each([0n, 9n])("error: TaskNotFound for number %s among others", async (unknown) => {
    await fillMarket(market);

    const call = market.read("taskRegistry", "tasksById", [[1n, unknown, 2n]]);
    await expectRevert(call, "TaskNotFound", [unknown]);
  });
});
