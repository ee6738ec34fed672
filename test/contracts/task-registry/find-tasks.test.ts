import fc from "fast-check";
import { maxUint256, zeroAddress } from "viem";
import { describe, expect, it } from "vitest";
import { taskStates } from "../../../src/primitives/task-state.js";
import type { TaskView } from "../../support/books.js";
import { fillMarket } from "../../support/crowd.js";
import { useMarket } from "../../support/market.js";

describe("TaskRegistry.findTasks", () => {
  const market = useMarket();
  const everything = { poster: zeroAddress, worker: zeroAddress, stateMask: 0n };

  it("answers the whole page for an empty filter", async () => {
    await fillMarket(market);

    const found = await market.read("taskRegistry", "findTasks", [everything, 1n, 100n]);
    expect(found).toEqual(await market.read("taskRegistry", "tasks", [1n, 100n]));
  });

  it("finds the tasks of a poster", async () => {
    await fillMarket(market);
    const poster = market.actors.poster2.address;

    expect(await find({ ...everything, poster })).toEqual([5n, 6n, 7n, 8n]);
  });

  it("finds the tasks of a worker", async () => {
    await fillMarket(market);
    const worker = market.actors.worker2.address;

    expect(await find({ ...everything, worker })).toEqual([2n, 6n]);
  });

  it("finds the tasks in one state or in several", async () => {
    await fillMarket(market);

    expect(await find({ ...everything, stateMask: maskOf("POSTED") })).toEqual([4n, 7n, 8n]);
    const mask = maskOf("CLAIMED") | maskOf("CANCELLED");
    expect(await find({ ...everything, stateMask: mask })).toEqual([1n, 3n, 6n]);
  });

  it("finds what matches all conditions at once", async () => {
    await fillMarket(market);
    const poster = market.actors.poster2.address;
    const worker = market.actors.worker.address;

    expect(await find({ poster, worker, stateMask: maskOf("DELIVERED") })).toEqual([5n]);
    expect(await find({ poster, worker, stateMask: maskOf("CLAIMED") })).toEqual([]);
  });

  it.each(["poster", "worker"] as const)("finds nothing of a stranger as %s", async (role) => {
    await fillMarket(market);

    expect(await find({ ...everything, [role]: market.actors.stranger.address })).toEqual([]);
  });

  it("finds nothing for states that do not exist, and everything for all bits", async () => {
    await fillMarket(market);

    expect(await find({ ...everything, stateMask: 1n | (1n << 255n) })).toEqual([]);
    expect(await find({ ...everything, stateMask: maxUint256 })).toHaveLength(8);
  });

  it("answers the same as a search off the chain, for any filter and page", async () => {
    await fillMarket(market);
    const all = await market.read("taskRegistry", "tasks", [1n, 100n]);
    const { poster, poster2, worker, worker2, stranger } = market.actors;
    const wallets = [zeroAddress, ...[poster, poster2, worker, worker2, stranger].map(addressOf)];

    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...wallets),
        fc.constantFrom(...wallets),
        fc.bigInt({ min: 0n, max: 2n ** 11n - 1n }),
        fc.bigInt({ min: 1n, max: 10n }),
        fc.bigInt({ min: 0n, max: 10n }),
        async (poster, worker, stateMask, from, count) => {
          const filter = { poster, worker, stateMask };
          const found = await market.read("taskRegistry", "findTasks", [filter, from, count]);
          const page = all.filter(({ id }) => id >= from && id < from + count);
          expect(found).toEqual(page.filter((task) => matches(filter, task)));
        },
      ),
      { seed: 20_261_115, numRuns: 300 },
    );
  });

  async function find(filter: Filter) {
    const page = await market.read("taskRegistry", "findTasks", [filter, 1n, 100n]);
    return page.map(({ id }) => id);
  }
});

type Filter = { poster: `0x${string}`; worker: `0x${string}`; stateMask: bigint };

function matches({ poster, worker, stateMask }: Filter, task: TaskView): boolean {
  return (
    (poster === zeroAddress || task.poster === poster) &&
    (worker === zeroAddress || task.worker === worker) &&
    (stateMask === 0n || ((stateMask >> BigInt(task.state)) & 1n) === 1n)
  );
}

function maskOf(state: keyof typeof taskStates): bigint {
  return 1n << BigInt(taskStates[state].index);
}

function addressOf({ address }: { address: `0x${string}` }) {
  return address;
}
