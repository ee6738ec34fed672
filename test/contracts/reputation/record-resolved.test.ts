import { describe, expect, it } from "vitest";
import { useMarket } from "../../support/market.js";
import { changed, emptyRecord, expectClosed, readRecords, record } from "./records.js";

describe("Reputation.recordResolved", () => {
  const market = useMarket();

  const resolve = (workerBps: bigint) =>
    record(market, "recordResolved", [
      market.actors.poster.address,
      market.actors.worker.address,
      workerBps,
    ]);

  it.each([5_001n, 10_000n])("counts a win of the worker at %i basis points", async (bps) => {
    const { events } = await resolve(bps);

    expect(events).toEqual([changed(market, "worker"), changed(market, "poster")]);
    expect(await readRecords(market)).toEqual({
      worker: { ...emptyRecord, disputesWon: 1 },
      poster: { ...emptyRecord, disputesLost: 1 },
    });
  });

  it.each([0n, 4_999n])("counts a win of the poster at %i basis points", async (bps) => {
    const { events } = await resolve(bps);

    expect(events).toEqual([changed(market, "poster"), changed(market, "worker")]);
    expect(await readRecords(market)).toEqual({
      poster: { ...emptyRecord, disputesWon: 1 },
      worker: { ...emptyRecord, disputesLost: 1 },
    });
  });

  it("counts nothing after an even split", async () => {
    const { events } = await resolve(5_000n);

    expect(events).toEqual([]);
    expect(await readRecords(market)).toEqual({});
    expect(await market.read("reputation", "agentCount", [])).toBe(0n);
  });

  it("error: NotController for anybody but the registry", async () => {
    const { poster, worker } = market.actors;
    await expectClosed(market, "recordResolved", [poster.address, worker.address, 0n]);
  });
});
