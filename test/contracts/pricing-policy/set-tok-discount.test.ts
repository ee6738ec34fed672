import { describe, expect, it } from "vitest";
import { emitted } from "../../support/emitted.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { readPrices, standardPrices } from "./policy.js";

describe("PricingPolicy.setTokDiscount", () => {
  const market = useMarket();

  const set = (bps: bigint) => market.send("deployer", "pricingPolicy", "setTokDiscount", [bps]);

  it.each([0n, 1n, 5_000n])("sets the discount to %i basis points", async (bps) => {
    const { events } = await set(bps);

    expect(events).toEqual([emitted(market, "pricingPolicy", "TokDiscountSet", { bps })]);
    expect(await readPrices(market)).toEqual({ ...standardPrices, tokDiscountBps: bps });
  });

  it("error: DiscountTooHigh above one half", async () => {
    await expectRevert(set(5_001n), "DiscountTooHigh", [5_001n, 5_000n]);
  });

  it("error: OwnableUnauthorizedAccount for a stranger", async () => {
    const call = market.send("stranger", "pricingPolicy", "setTokDiscount", [0n]);
    await expectRevert(call, "OwnableUnauthorizedAccount", [market.actors.stranger.address]);
  });
});
