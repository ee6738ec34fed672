import { describe, expect, it } from "vitest";
import { useMarket } from "../../support/market.js";
import { changed, emptyRecord, expectClosed, readRecords, record } from "./records.js";

describe("Reputation.recordMissed", () => {
  const market = useMarket();

  it("counts a missed deadline for the worker alone", async () => {
    const { address } = market.actors.worker;

    const first = await record(market, "recordMissed", [address]);
    await record(market, "recordMissed", [address]);

    expect(first.events).toEqual([changed(market, "worker")]);
    expect(await readRecords(market)).toEqual({ worker: { ...emptyRecord, missed: 2 } });
  });

  it("error: NotController for anybody but the registry", async () => {
    await expectClosed(market, "recordMissed", [market.actors.worker.address]);
  });
});
