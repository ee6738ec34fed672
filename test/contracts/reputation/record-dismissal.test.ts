import { describe, expect, it } from "vitest";
import { useMarket } from "../../support/market.js";
import { changed, emptyRecord, expectClosed, readRecords, record } from "./records.js";

describe("Reputation.recordDismissal", () => {
  const market = useMarket();

  it("counts a dismissal for the poster alone", async () => {
    const { address } = market.actors.poster;

    const first = await record(market, "recordDismissal", [address]);
    await record(market, "recordDismissal", [address]);

    expect(first.events).toEqual([changed(market, "poster")]);
    expect(await readRecords(market)).toEqual({ poster: { ...emptyRecord, dismissals: 2 } });
  });

  it("error: NotController for anybody but the registry", async () => {
    await expectClosed(market, "recordDismissal", [market.actors.poster.address]);
  });
});
