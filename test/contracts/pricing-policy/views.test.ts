import { describe, expect, it } from "vitest";
import { tok } from "../../../src/devnet/flows.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { deployPolicy, encodePolicy, readPrices, standardPrices } from "./policy.js";

describe("views of PricingPolicy", () => {
  const market = useMarket();

  it("answers the prices the market started with", async () => {
    expect(await readPrices(market)).toEqual(standardPrices);
  });

  it("answers one plan by its name", async () => {
    for (const plan of standardPrices.plans) {
      expect(await market.read("pricingPolicy", "plan", [plan.id])).toEqual(plan);
    }
  });

  it("answers the ceilings nobody can lift", async () => {
    expect(await market.read("pricingPolicy", "MAX_ACCESS_FEE", [])).toBe(10_000n * tok);
    expect(await market.read("pricingPolicy", "MAX_DISCOUNT_BPS", [])).toBe(5_000n);
  });

  it("error: UnknownPlan for another spelling", async () => {
    await expectRevert(market.read("pricingPolicy", "plan", ["Basic"]), "UnknownPlan", ["Basic"]);
    await expectRevert(market.read("pricingPolicy", "plan", [""]), "UnknownPlan", [""]);
  });
});

describe("PricingPolicy.constructor", () => {
  const market = useMarket();

  const create = (changes: Parameters<typeof encodePolicy>[1]) =>
    market.engine.request("eth_call", [encodePolicy(market, changes)]);

  it("starts with any prices within the ceilings, also without plans", async () => {
    const prices = { accessFee: 0n, tokDiscountBps: 5_000n, maxTaskAmount: 1n, plans: [] };

    const other = await deployPolicy(market, prices);

    expect(await readPrices(other)).toEqual(prices);
    expect(await other.read("pricingPolicy", "owner", [])).toBe(market.actors.deployer.address);
  });

  it("error: AccessFeeTooHigh above the ceiling", async () => {
    const fee = 10_000n * tok + 1n;
    await expectRevert(create({ accessFee: fee }), "AccessFeeTooHigh", [fee, 10_000n * tok]);
  });

  it("error: DiscountTooHigh above the ceiling", async () => {
    await expectRevert(create({ tokDiscountBps: 5_001n }), "DiscountTooHigh", [5_001n, 5_000n]);
  });

  it("error: BadMaxTaskAmount for zero", async () => {
    await expectRevert(create({ maxTaskAmount: 0n }), "BadMaxTaskAmount", [0n]);
  });

  it("error: BadPlan for a plan without a limit", async () => {
    const plans = [{ id: "none", dailyLimit: 0, priceUsd6: 0n, periodDays: 0 }];
    await expectRevert(create({ plans }), "BadPlan", ["none"]);
  });
});
