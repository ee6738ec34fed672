import { describe, expect, it } from "vitest";
import { useMarket } from "../../support/market.js";

describe("views of PaymentGateway", () => {
  const market = useMarket();

  it("answers the contracts it works with and the treasury", async () => {
    const { tokToken, usdc, pricingPolicy, usdOracle, stakingVault } = market.contracts;
    expect(await market.read("paymentGateway", "tok", [])).toBe(tokToken);
    expect(await market.read("paymentGateway", "usdc", [])).toBe(usdc);
    expect(await market.read("paymentGateway", "policy", [])).toBe(pricingPolicy);
    expect(await market.read("paymentGateway", "oracle", [])).toBe(usdOracle);
    expect(await market.read("paymentGateway", "staking", [])).toBe(stakingVault);
    const treasury = market.actors.treasury.address;
    expect(await market.read("paymentGateway", "treasury", [])).toBe(treasury);
  });
});
