import { describe, expect, it } from "vitest";
import { useMarket } from "../../support/market.js";
import { changed, emptyRecord, expectClosed, readRecords, record } from "./records.js";

describe("Reputation.recordLeft", () => {
  const market = useMarket();

  it("counts a task that was left for the worker alone", async () => {
    const { address } = market.actors.worker;

    const first = await record(market, "recordLeft", [address]);
    await record(market, "recordLeft", [address]);

    expect(first.events).toEqual([changed(market, "worker")]);
    expect(await readRecords(market)).toEqual({ worker: { ...emptyRecord, left: 2 } });
  });

  it("error: NotController for anybody but the registry", async () => {
    await expectClosed(market, "recordLeft", [market.actors.worker.address]);
  });
});
