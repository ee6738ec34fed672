import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tok, usd } from "../../../src/devnet/flows.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { freezeFeed, setPrice } from "./feed.js";

describe("UsdOracle.usd6ToTok", () => {
  const market = useMarket();

  const toTok = (usd6: bigint) => market.read("usdOracle", "usd6ToTok", [usd6]);

  it("answers how many wei of the token an amount of USD is worth", async () => {
    expect(await toTok(0n)).toBe(0n);
    expect(await toTok(usd)).toBe(1_000n * tok);
    expect(await toTok(1n)).toBe(tok / 1_000n);
  });

  it("rounds up to a wei", async () => {
    await setPrice(market, 3n * 10n ** 8n);

    expect(await toTok(usd)).toBe(333_333_333_333_333_334n);
    expect(await toTok(3n * usd)).toBe(tok);
  });

  it("never asks for less than the amount is worth, nor for a whole wei more", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.bigInt(1n, 10n ** 16n),
        fc.bigInt(1n, 10n ** 14n),
        async (price8, usd6) => {
          await setPrice(market, price8);
          const wei = await toTok(usd6);

          // Both sides in USD with 6 + 12 + 18 decimals.
          const asked = usd6 * 10n ** 12n * 10n ** 18n;
          const price18 = price8 * 10n ** 10n;
          expect(wei * price18).toBeGreaterThanOrEqual(asked);
          expect((wei - 1n) * price18).toBeLessThan(asked);
        },
      ),
      { numRuns: 100, seed: 20_263 },
    );
  });

  it("error: StalePrice when the feed is silent", async () => {
    const now = await market.now();
    await freezeFeed(market, now - 90_000n);

    const facts = [now - 90_000n, 86_400n, await market.now()];
    await expectRevert(toTok(usd), "StalePrice", facts);
  });

  it("error: BadPrice when there is no price", async () => {
    await setPrice(market, 0n);

    await expectRevert(toTok(usd), "BadPrice", [0n]);
  });
});
