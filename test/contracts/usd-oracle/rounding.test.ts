import fc from "fast-check";
import { maxUint256 } from "viem";
import { describe, expect, it } from "vitest";
import { useMarket } from "../../support/market.js";
import { placeFeed } from "./feed.js";
import { deployOracle } from "./oracle.js";

/** Numbers of every size, small ones as often as large ones. */
const anyUpTo = (max: bigint) =>
  fc
    .tuple(fc.bigInt(0n, BigInt(max.toString(2).length - 1)), fc.bigInt(0n, max))
    .map(([shift, number]) => number >> shift);

describe.each([0, 8, 18])("UsdOracle.usd6ToTok with a feed of %i decimals", (decimals) => {
  const market = useMarket();
  const scale = 10n ** BigInt(18 - decimals);

  it("rounds up to the wei as exact arithmetic does", async () => {
    const maxAge = maxUint256;
    const feed = await placeFeed(market, { decimals, answer: 1n, updatedAt: 0n });
    const oracle = await deployOracle(market, feed, maxAge);
    let roundedUp = 0;

    await fc.assert(
      fc.asyncProperty(
        anyUpTo(10n ** 36n),
        anyUpTo(10n ** 24n / scale),
        async (usd6, answerLessOne) => {
          const answer = answerLessOne + 1n;
          await placeFeed(market, { decimals, answer, updatedAt: 0n });

          const price18 = answer * scale;
          const worth = usd6 * 10n ** 12n * 10n ** 18n;
          const exact = worth / price18;
          const isWhole = worth % price18 === 0n;
          if (!isWhole) roundedUp++;
          const wei = await oracle.read("usdOracle", "usd6ToTok", [usd6]);
          expect(wei).toBe(isWhole ? exact : exact + 1n);
        },
      ),
      { numRuns: 200, seed: 20_264 },
    );

    expect(roundedUp).toBeGreaterThan(50);
  });
});
