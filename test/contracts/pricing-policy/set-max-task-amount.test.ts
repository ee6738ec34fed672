import { describe, expect, it } from "vitest";
import { allowFee, buildPost, enter, post } from "../../../src/devnet/flows.js";
import { emitted } from "../../support/emitted.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { readPrices, standardPrices } from "./policy.js";

describe("PricingPolicy.setMaxTaskAmount", () => {
  const market = useMarket();

  const largest = 2n ** 128n - 1n;
  const set = (amount: bigint) =>
    market.send("deployer", "pricingPolicy", "setMaxTaskAmount", [amount]);

  it.each([1n, largest])("sets the largest task to %i wei", async (amount) => {
    const { events } = await set(amount);

    expect(events).toEqual([emitted(market, "pricingPolicy", "MaxTaskAmountSet", { amount })]);
    expect(await readPrices(market)).toEqual({ ...standardPrices, maxTaskAmount: amount });
  });

  it("is a limit for the next post and not for one that exists", async () => {
    await post(market, { milestones: [9n] });
    await set(5n);

    await post(market, { milestones: [5n] });
    expect((await market.read("taskRegistry", "task", [1n])).total).toBe(9n);
    await enter(market, "poster");
    await allowFee(market, "poster");
    const args = await buildPost(market, { milestones: [6n] });
    const call = market.send("poster", "taskRegistry", "postTask", args);
    await expectRevert(call, "BadTotalAmount", [6n, 5n]);
  });

  it("error: BadMaxTaskAmount for zero and for what the books cannot hold", async () => {
    await expectRevert(set(0n), "BadMaxTaskAmount", [0n]);
    await expectRevert(set(largest + 1n), "BadMaxTaskAmount", [largest + 1n]);
  });

  it("error: OwnableUnauthorizedAccount for a stranger", async () => {
    const call = market.send("stranger", "pricingPolicy", "setMaxTaskAmount", [1n]);
    await expectRevert(call, "OwnableUnauthorizedAccount", [market.actors.stranger.address]);
  });
});
