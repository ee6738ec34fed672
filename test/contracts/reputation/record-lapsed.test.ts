import { describe, expect, it } from "vitest";
import { useMarket } from "../../support/market.js";
import { changed, emptyRecord, expectClosed, readRecords, record } from "./records.js";

describe("Reputation.recordLapsed", () => {
  const market = useMarket();

  it("counts a task that lapsed for the poster alone", async () => {
    const { address } = market.actors.poster;

    const first = await record(market, "recordLapsed", [address]);
    await record(market, "recordLapsed", [address]);

    expect(first.events).toEqual([changed(market, "poster")]);
    expect(await readRecords(market)).toEqual({ poster: { ...emptyRecord, lapsed: 2 } });
  });

  it("error: NotController for anybody but the registry", async () => {
    await expectClosed(market, "recordLapsed", [market.actors.poster.address]);
  });
});
