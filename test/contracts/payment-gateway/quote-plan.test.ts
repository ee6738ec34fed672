import { describe, expect, it } from "vitest";
import { tok, usd } from "../../../src/devnet/flows.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { setPrice } from "../usd-oracle/feed.js";

describe("PaymentGateway.quotePlan", () => {
  const market = useMarket();

  const quote = (tier: string, asset: "tokToken" | "usdc" | "escrowVault") =>
    market.read("paymentGateway", "quotePlan", [tier, market.contracts[asset]]);

  it("answers what each plan costs in USDC and in the service token", async () => {
    expect(await quote("free", "usdc")).toBe(0n);
    expect(await quote("free", "tokToken")).toBe(0n);
    expect(await quote("basic", "usdc")).toBe(20n * usd);
    expect(await quote("basic", "tokToken")).toBe(18_000n * tok);
    expect(await quote("premium", "usdc")).toBe(60n * usd);
    expect(await quote("premium", "tokToken")).toBe(54_000n * tok);
  });

  it("follows the price of the token", async () => {
    await setPrice(market, 10n ** 8n);

    expect(await quote("basic", "tokToken")).toBe(18n * tok);
  });

  it("rounds the discounted price up to a unit of USD and the tokens up to a wei", async () => {
    const plan = { id: "odd", dailyLimit: 1, priceUsd6: 1n, periodDays: 1 };
    await market.send("deployer", "pricingPolicy", "setPlan", [plan]);
    await setPrice(market, 3n * 10n ** 8n);

    // 0.9 units become 1 unit, which is 1e12 of 18 decimals; at USD 3 a third of that.
    expect(await quote("odd", "tokToken")).toBe(333_333_333_334n);
  });

  it("takes nothing off without a discount and half at most", async () => {
    await market.send("deployer", "pricingPolicy", "setTokDiscount", [0n]);
    expect(await quote("basic", "tokToken")).toBe(20_000n * tok);

    await market.send("deployer", "pricingPolicy", "setTokDiscount", [5_000n]);
    expect(await quote("basic", "tokToken")).toBe(10_000n * tok);
  });

  it("error: UnsupportedAsset for any other token", async () => {
    await expectRevert(quote("basic", "escrowVault"), "UnsupportedAsset", [
      market.contracts.escrowVault,
    ]);
  });

  it("error: UnknownPlan for a name nobody set", async () => {
    await expectRevert(quote("gold", "usdc"), "UnknownPlan", ["gold"]);
  });

  it("error: BadPrice when the feed has no price, in the service token only", async () => {
    await setPrice(market, 0n);

    await expectRevert(quote("basic", "tokToken"), "BadPrice", [0n]);
    expect(await quote("basic", "usdc")).toBe(20n * usd);
  });
});
