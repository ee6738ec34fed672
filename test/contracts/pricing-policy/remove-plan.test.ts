import { describe, expect, it } from "vitest";
import { emitted } from "../../support/emitted.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { standardPrices } from "./policy.js";

describe("PricingPolicy.removePlan", () => {
  const market = useMarket();

  const [free, basic, premium] = standardPrices.plans;
  const remove = (id: string) => market.send("deployer", "pricingPolicy", "removePlan", [id]);

  it("takes a plan off the list; the last one moves to its place", async () => {
    const { events } = await remove("free");

    expect(events).toEqual([emitted(market, "pricingPolicy", "PlanRemoved", { id: "free" })]);
    expect(await market.read("pricingPolicy", "plans", [])).toEqual([premium, basic]);
  });

  it("takes the last of the list, and in the end all of them", async () => {
    await remove("premium");
    expect(await market.read("pricingPolicy", "plans", [])).toEqual([free, basic]);

    await remove("free");
    await remove("basic");
    expect(await market.read("pricingPolicy", "plans", [])).toEqual([]);
  });

  it("error: UnknownPlan for a plan that is gone, here and when it is read", async () => {
    await remove("basic");

    await expectRevert(remove("basic"), "UnknownPlan", ["basic"]);
    const read = market.read("pricingPolicy", "plan", ["basic"]);
    await expectRevert(read, "UnknownPlan", ["basic"]);
  });

  it("error: OwnableUnauthorizedAccount for a stranger", async () => {
    const call = market.send("stranger", "pricingPolicy", "removePlan", ["basic"]);
    await expectRevert(call, "OwnableUnauthorizedAccount", [market.actors.stranger.address]);
  });
});
