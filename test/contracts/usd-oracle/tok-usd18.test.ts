import { describe, expect, it } from "vitest";
import { expectRevert, useMarket } from "../../support/market.js";
import { stopAt } from "../../support/stop-at.js";
import { freezeFeed, placeFeed, setPrice } from "./feed.js";
import { deployOracle } from "./oracle.js";

describe("UsdOracle.tokUsd18", () => {
  const market = useMarket();

  const price = () => market.read("usdOracle", "tokUsd18", []);

  it("answers the price of the feed with 18 decimals", async () => {
    expect(await price()).toBe(10n ** 15n);

    await setPrice(market, 1n);
    expect(await price()).toBe(10n ** 10n);
    await setPrice(market, 123_456_789n);
    expect(await price()).toBe(1_234_567_890_000_000_000n);
  });

  it.each([0, 6, 8, 18])("scales a feed of %i decimals", async (decimals) => {
    const updatedAt = await market.now();
    const feed = await placeFeed(market, { decimals, answer: 7n, updatedAt });
    const other = await deployOracle(market, feed);

    expect(await other.read("usdOracle", "tokUsd18", [])).toBe(7n * 10n ** BigInt(18 - decimals));
  });

  it("takes an answer that is exactly as old as allowed", async () => {
    const updatedAt = (await market.now()) + 10n;
    await freezeFeed(market, updatedAt);
    await stopAt(market, updatedAt + 86_400n);

    expect(await price()).toBe(10n ** 15n);
  });

  it("error: StalePrice a second later", async () => {
    const updatedAt = (await market.now()) + 10n;
    await freezeFeed(market, updatedAt);
    await stopAt(market, updatedAt + 86_401n);

    await expectRevert(price(), "StalePrice", [updatedAt, 86_400n, updatedAt + 86_401n]);
  });

  it("error: StalePrice for an answer from the future", async () => {
    const now = await market.now();
    const feed = await placeFeed(market, { decimals: 8, answer: 1n, updatedAt: now + 1_000n });
    const other = await deployOracle(market, feed);
    await stopAt(market, now + 999n);

    const call = other.read("usdOracle", "tokUsd18", []);
    await expectRevert(call, "StalePrice", [now + 1_000n, 86_400n, now + 999n]);
    await stopAt(market, now + 1_000n);
    expect(await other.read("usdOracle", "tokUsd18", [])).toBe(10n ** 10n);
  });

  it("error: BadPrice for zero and below", async () => {
    await setPrice(market, 0n);
    await expectRevert(price(), "BadPrice", [0n]);

    await setPrice(market, -1n);
    await expectRevert(price(), "BadPrice", [-1n]);
  });

  it("error: BadPrice before StalePrice when the feed never answered", async () => {
    const feed = await placeFeed(market, { decimals: 8, answer: 0n, updatedAt: 0n });
    const other = await deployOracle(market, feed);

    await expectRevert(other.read("usdOracle", "tokUsd18", []), "BadPrice", [0n]);
  });
});
