import { maxInt256, maxUint256, minInt256 } from "viem";
import { describe, expect, it } from "vitest";
import type { Address } from "../../../src/primitives/address.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { stopAt } from "../../support/stop-at.js";
import { type FixedFeed, placeFeed } from "./feed.js";
import { deployOracle, encodeOracle } from "./oracle.js";

describe("limits of UsdOracle", () => {
  const market = useMarket();

  /** An oracle of a feed that answers so; it lets any age pass unless told otherwise. */
  async function ask(feed: Partial<FixedFeed>, maxAge = maxUint256) {
    const address = await placeFeed(market, { decimals: 18, answer: 1n, updatedAt: 0n, ...feed });
    const other = await deployOracle(market, address, maxAge);
    return {
      price: () => other.read("usdOracle", "tokUsd18", []),
      toTok: (usd6: bigint) => other.read("usdOracle", "usd6ToTok", [usd6]),
    };
  }

  it("takes an answer of this second only when nothing may be old", async () => {
    const updatedAt = (await market.now()) + 10n;
    const { price } = await ask({ updatedAt, answer: 5n }, 0n);

    for (const [at, fresh] of [
      [updatedAt - 1n, false],
      [updatedAt, true],
      [updatedAt + 1n, false],
    ] as const) {
      await stopAt(market, at);
      if (fresh) expect(await price()).toBe(5n);
      else await expectRevert(price(), "StalePrice", [updatedAt, 0n, at]);
    }
  });

  it("takes an answer of any age when all may be old, but none from the future", async () => {
    const old = await ask({ updatedAt: 0n, answer: 5n });
    expect(await old.price()).toBe(5n);

    const future = await ask({ updatedAt: maxUint256, answer: 5n });
    const now = await market.now();
    await expectRevert(future.price(), "StalePrice", [maxUint256, maxUint256, now]);
  });

  it("error: StalePrice for a price that was never dated", async () => {
    const { price } = await ask({ updatedAt: 0n }, 86_400n);

    const now = await market.now();
    await expectRevert(price(), "StalePrice", [0n, 86_400n, now]);
  });

  it.each([
    ["zero", 0n],
    ["minus one", -1n],
    ["the smallest number", minInt256],
  ])("error: BadPrice for an answer of %s", async (_, answer) => {
    const { price, toTok } = await ask({ answer });

    await expectRevert(price(), "BadPrice", [answer]);
    await expectRevert(toTok(0n), "BadPrice", [answer]);
  });

  it("answers the largest price that can be scaled", async () => {
    expect(await (await ask({ answer: maxInt256 })).price()).toBe(maxInt256);

    const answer = maxUint256 / 10n ** 18n;
    expect(await (await ask({ decimals: 0, answer })).price()).toBe(answer * 10n ** 18n);
  });

  it("error: Panic for a price that cannot be scaled, rather than a small one", async () => {
    const answer = maxUint256 / 10n ** 18n + 1n;
    const { price, toTok } = await ask({ decimals: 0, answer });

    await expectRevert(price(), "Panic", [0x11n]);
    await expectRevert(toTok(1n), "Panic", [0x11n]);
  });

  it("asks for one wei at least, whatever the price, and for none for nothing", async () => {
    const { toTok } = await ask({ answer: maxInt256 });

    expect(await toTok(1n)).toBe(1n);
    expect(await toTok(0n)).toBe(0n);
  });

  it("error: Panic for an amount of USD or of tokens that fits no number", async () => {
    const dear = await ask({ answer: 10n ** 18n });
    const most = maxUint256 / 10n ** 12n;
    expect(await dear.toTok(most)).toBe(most * 10n ** 12n);
    await expectRevert(dear.toTok(most + 1n), "Panic", [0x11n]);

    const cheap = await ask({ answer: 1n });
    const fits = maxUint256 / 10n ** 30n;
    expect(await cheap.toTok(fits)).toBe(fits * 10n ** 30n);
    await expectRevert(cheap.toTok(fits + 1n), "Panic", [0x11n]);
  });

  it.each([19, 20, 255])("error: TooManyDecimals for a feed of %i", async (decimals) => {
    const feed = await placeFeed(market, { decimals, answer: 1n, updatedAt: 0n });

    await expectRevert(create(feed), "TooManyDecimals", [decimals]);
  });

  it("error: no oracle can be made of a wallet", async () => {
    await expect(create(market.actors.stranger.address)).rejects.toMatchObject({ data: "0x" });
  });

  /** Asks the chain what a creation would do. */
  function create(feed: Address): Promise<unknown> {
    const call = { from: market.actors.deployer.address, data: encodeOracle(feed) };
    return market.engine.request("eth_call", [call, "latest"]);
  }
});
