import { describe, expect, it } from "vitest";
import { useMarket } from "../../support/market.js";
import { changed, emptyRecord, expectClosed, readRecords, record } from "./records.js";

describe("Reputation.recordCompleted", () => {
  const market = useMarket();

  it("counts a completed task for both sides", async () => {
    const { poster, worker, worker2 } = market.actors;

    const { events } = await record(market, "recordCompleted", [poster.address, worker.address]);
    await record(market, "recordCompleted", [poster.address, worker2.address]);

    expect(events).toEqual([changed(market, "poster"), changed(market, "worker")]);
    expect(await readRecords(market)).toEqual({
      poster: { ...emptyRecord, completedAsPoster: 2 },
      worker: { ...emptyRecord, completedAsWorker: 1 },
      worker2: { ...emptyRecord, completedAsWorker: 1 },
    });
  });

  it("error: NotController for anybody but the registry", async () => {
    const { poster, worker } = market.actors;
    await expectClosed(market, "recordCompleted", [poster.address, worker.address]);
  });
});
