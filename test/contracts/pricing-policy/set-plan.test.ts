import { describe, expect, it } from "vitest";
import type { Plan } from "../../../src/chain/deployment/market-params.js";
import { usd } from "../../../src/devnet/flows.js";
import { emitted } from "../../support/emitted.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { readPrices, standardPrices } from "./policy.js";

describe("PricingPolicy.setPlan", () => {
  const market = useMarket();

  const gold: Plan = { id: "gold", dailyLimit: 1_000, priceUsd6: 99n * usd, periodDays: 90 };
  const set = (plan: Plan) => market.send("deployer", "pricingPolicy", "setPlan", [plan]);

  it("adds a plan behind the others", async () => {
    const { events } = await set(gold);

    expect(events).toEqual([emitted(market, "pricingPolicy", "PlanSet", { plan: gold })]);
    expect(await readPrices(market)).toEqual({
      ...standardPrices,
      plans: [...standardPrices.plans, gold],
    });
    expect(await market.read("pricingPolicy", "plan", ["gold"])).toEqual(gold);
  });

  it("replaces the plan of that name in its place", async () => {
    const basic = { ...gold, id: "basic" };

    await set(basic);

    const [free, , premium] = standardPrices.plans;
    expect(await market.read("pricingPolicy", "plans", [])).toEqual([free, basic, premium]);
  });

  it.each<[string, Partial<Plan>]>([
    ["a name of one byte", { id: "a" }],
    ["a name of 31 bytes", { id: "x".repeat(31) }],
    ["a limit of one post", { dailyLimit: 1 }],
    [
      "the largest numbers",
      { dailyLimit: 2 ** 32 - 1, priceUsd6: 2n ** 64n - 1n, periodDays: 65_535 },
    ],
    ["no price and no period", { priceUsd6: 0n, periodDays: 0 }],
  ])("takes %s", async (_, changes) => {
    const plan = { ...gold, ...changes };

    await set(plan);

    expect(await market.read("pricingPolicy", "plan", [plan.id])).toEqual(plan);
  });

  it.each<[string, Partial<Plan>]>([
    ["without a name", { id: "" }],
    ["with a name of 32 bytes", { id: "x".repeat(32) }],
    ["with a name of 32 bytes in 16 letters", { id: "ü".repeat(16) }],
    ["without a daily limit", { dailyLimit: 0 }],
    ["with a price and no period", { periodDays: 0 }],
    ["with a period and no price", { priceUsd6: 0n }],
  ])("error: BadPlan %s", async (_, changes) => {
    const plan = { ...gold, ...changes };
    await expectRevert(set(plan), "BadPlan", [plan.id]);
  });

  it("error: OwnableUnauthorizedAccount for a stranger", async () => {
    const call = market.send("stranger", "pricingPolicy", "setPlan", [gold]);
    await expectRevert(call, "OwnableUnauthorizedAccount", [market.actors.stranger.address]);
  });
});
