import { describe, expect, it } from "vitest";
import { expectRevert, useMarket } from "../../support/market.js";
import { placeFeed } from "./feed.js";
import { deployOracle, encodeOracle } from "./oracle.js";

describe("UsdOracle.constructor", () => {
  const market = useMarket();

  it("fixes the feed and the age limit for ever", async () => {
    const feed = await placeFeed(market, { decimals: 18, answer: 1n, updatedAt: 1n });

    const other = await deployOracle(market, feed, 77n);

    expect(await other.read("usdOracle", "feed", [])).toBe(feed);
    expect(await other.read("usdOracle", "maxAge", [])).toBe(77n);
    expect(await market.read("usdOracle", "maxAge", [])).toBe(86_400n);
  });

  it("error: TooManyDecimals above 18", async () => {
    const feed = await placeFeed(market, { decimals: 19, answer: 1n, updatedAt: 1n });

    const data = encodeOracle(feed);
    const from = market.actors.deployer.address;
    const call = market.engine.request("eth_call", [{ from, data }]);
    await expectRevert(call, "TooManyDecimals", [19]);
  });
});
