import { maxUint256 } from "viem";
import { describe, expect, it } from "vitest";
import { fillMarket } from "../../support/crowd.js";
import { useMarket } from "../../support/market.js";

describe("TaskRegistry.tasks", () => {
  const market = useMarket();

  it("answers nothing while there is no task", async () => {
    expect(await market.read("taskRegistry", "tasks", [1n, 100n])).toEqual([]);
  });

  it("answers every task as `task` does", async () => {
    await fillMarket(market);
    const all = [];
    for (let id = 1n; id <= 8n; id++) all.push(await market.read("taskRegistry", "task", [id]));

    expect(await market.read("taskRegistry", "tasks", [1n, 8n])).toEqual(all);
  });

  it("answers pages as far as their tasks exist", async () => {
    await fillMarket(market);

    expect(await readPage(1n, 3n)).toEqual([1n, 2n, 3n]);
    expect(await readPage(4n, 3n)).toEqual([4n, 5n, 6n]);
    expect(await readPage(7n, 3n)).toEqual([7n, 8n]);
    expect(await readPage(8n, 1n)).toEqual([8n]);
    expect(await readPage(9n, 3n)).toEqual([]);
    expect(await readPage(3n, 0n)).toEqual([]);
    expect(await readPage(1n, maxUint256)).toEqual([1n, 2n, 3n, 4n, 5n, 6n, 7n, 8n]);
    expect(await readPage(8n, maxUint256)).toEqual([8n]);
    expect(await readPage(maxUint256, maxUint256)).toEqual([]);
  });

  it("begins with the first task when asked for number zero", async () => {
    await fillMarket(market);

    expect(await readPage(0n, 2n)).toEqual([1n, 2n]);
  });

  async function readPage(from: bigint, count: bigint) {
    const page = await market.read("taskRegistry", "tasks", [from, count]);
    return page.map(({ id }) => id);
  }
});
