import { describe, expect, it } from "vitest";
import { tok, usd } from "../../../src/devnet/flows.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { stopAt } from "../../support/stop-at.js";
import { deployOracle } from "../usd-oracle/oracle.js";
import { deployFeed, encodeFeed, postPrice, readFeed } from "./feed.js";

describe("PostedPriceFeed.post", () => {
  const market = useMarket();

  it("posts a new round with the price and the time", async () => {
    const feed = await deployFeed(market, 100_000n);

    const events = await postPrice(market, feed, "deployer", 250_000n);

    const now = await market.now();
    expect(events).toEqual([
      { name: "PricePosted", args: { round: 2n, answer: 250_000n, postedAt: now } },
    ]);
    expect(await readFeed(market, feed, "latestRoundData")).toEqual([2n, 250_000n, now, now, 2n]);
  });

  it("takes the smallest price there is", async () => {
    const feed = await deployFeed(market, 100_000n);

    await postPrice(market, feed, "deployer", 1n);

    expect(await readFeed(market, feed, "latestRoundData")).toMatchObject({ 1: 1n });
  });

  it("is a feed the oracle can read, until it grows stale", async () => {
    const feed = await deployFeed(market, 100_000n);
    const postedAt = await market.now();
    const other = await deployOracle(market, feed);

    expect(await other.read("usdOracle", "usd6ToTok", [usd])).toBe(1_000n * tok);
    await stopAt(market, postedAt + 86_401n);
    const stale = other.read("usdOracle", "usd6ToTok", [usd]);
    await expectRevert(stale, "StalePrice", [postedAt, 86_400n, postedAt + 86_401n]);

    await postPrice(market, feed, "deployer", 200_000n);
    expect(await other.read("usdOracle", "usd6ToTok", [usd])).toBe(500n * tok);
  });

  it("error: PriceNotPositive for zero and below", async () => {
    const feed = await deployFeed(market, 100_000n);

    await expectRevert(postPrice(market, feed, "deployer", 0n), "PriceNotPositive", [0n]);
    await expectRevert(postPrice(market, feed, "deployer", -5n), "PriceNotPositive", [-5n]);
  });

  it("error: OwnableUnauthorizedAccount for a stranger", async () => {
    const feed = await deployFeed(market, 100_000n);

    const call = postPrice(market, feed, "stranger", 1n);
    await expectRevert(call, "OwnableUnauthorizedAccount", [market.actors.stranger.address]);
  });
});

describe("PostedPriceFeed.constructor", () => {
  const market = useMarket();

  it("posts the first round", async () => {
    const feed = await deployFeed(market, 42n);

    const now = await market.now();
    expect(await readFeed(market, feed, "latestRoundData")).toEqual([1n, 42n, now, now, 1n]);
    expect(await readFeed(market, feed, "decimals")).toBe(8);
    expect(await readFeed(market, feed, "owner")).toBe(market.actors.deployer.address);
  });

  it("error: PriceNotPositive without a price", async () => {
    const call = market.engine.request("eth_call", [encodeFeed(market, 0n)]);
    await expectRevert(call, "PriceNotPositive", [0n]);
  });
});
