import { describe, expect, it } from "vitest";
import type { ActorName } from "../../../src/devnet/actors.js";
import { tok } from "../../../src/devnet/flows.js";
import { useMarket } from "../../support/market.js";
import { changed, emptyRecord, expectClosed, readRecords, record } from "./records.js";

describe("Reputation.recordPayment", () => {
  const market = useMarket();

  const pay = (poster: ActorName, worker: ActorName, amount: bigint) =>
    record(market, "recordPayment", [
      market.actors[poster].address,
      market.actors[worker].address,
      amount,
    ]);
  const haveSettled = (a: ActorName, b: ActorName) =>
    market.read("reputation", "haveSettled", [market.actors[a].address, market.actors[b].address]);

  it("counts the money of both sides and that they have met", async () => {
    const { events } = await pay("poster", "worker", 600n * tok);

    const lastSettledAt = Number(await market.now());
    expect(events).toEqual([changed(market, "poster"), changed(market, "worker")]);
    expect(await readRecords(market)).toEqual({
      poster: { ...emptyRecord, paid: 600n * tok, counterparties: 1, lastSettledAt },
      worker: { ...emptyRecord, earned: 600n * tok, counterparties: 1, lastSettledAt },
    });
    expect(await haveSettled("poster", "worker")).toBe(true);
    expect(await haveSettled("worker", "poster")).toBe(true);
    expect(await haveSettled("poster", "worker2")).toBe(false);
  });

  it("adds up, and counts a counterparty once, in whichever role", async () => {
    await pay("poster", "worker", 10n);
    await pay("poster", "worker", 1n);
    await market.travel(1_000);
    await pay("worker", "poster", 5n);

    const lastSettledAt = Number(await market.now());
    expect(await readRecords(market)).toEqual({
      poster: { ...emptyRecord, paid: 11n, earned: 5n, counterparties: 1, lastSettledAt },
      worker: { ...emptyRecord, paid: 5n, earned: 11n, counterparties: 1, lastSettledAt },
    });
  });

  it("counts every other counterparty", async () => {
    await pay("poster", "worker", 1n);
    await pay("poster", "worker2", 2n);
    await pay("poster2", "worker2", 4n);

    const records = await readRecords(market);
    const met = Object.entries(records).map(([name, { counterparties }]) => [name, counterparties]);
    expect(Object.fromEntries(met)).toEqual({ poster: 2, worker: 1, poster2: 1, worker2: 2 });
  });

  it("holds the largest amount a task may have", async () => {
    const largest = 2n ** 128n - 1n;

    await pay("poster", "worker", largest);

    const { poster, worker } = await readRecords(market);
    expect(poster?.paid).toBe(largest);
    expect(worker?.earned).toBe(largest);
  });

  it("error: NotController for anybody but the registry", async () => {
    const { poster, worker } = market.actors;
    await expectClosed(market, "recordPayment", [poster.address, worker.address, 1n]);
  });
});
