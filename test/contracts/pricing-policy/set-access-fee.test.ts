import { describe, expect, it } from "vitest";
import { post, tok } from "../../../src/devnet/flows.js";
import { emitted } from "../../support/emitted.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { watchMoney } from "../../support/money.js";
import { readPrices, standardPrices } from "./policy.js";

describe("PricingPolicy.setAccessFee", () => {
  const market = useMarket();

  const set = (fee: bigint) => market.send("deployer", "pricingPolicy", "setAccessFee", [fee]);

  it.each([
    ["nothing", 0n],
    ["one wei", 1n],
    ["the ceiling", 10_000n * tok],
  ])("sets the fee to %s and touches no other price", async (_, fee) => {
    const { events } = await set(fee);

    expect(events).toEqual([emitted(market, "pricingPolicy", "AccessFeeSet", { fee })]);
    expect(await readPrices(market)).toEqual({ ...standardPrices, accessFee: fee });
  });

  it("is what the next post costs", async () => {
    await post(market);
    await set(3n);
    const money = await watchMoney(market);

    await post(market);

    expect(await money.moved()).toEqual({ "tok of poster": -3n, "tok of treasury": 3n });
  });

  it("error: AccessFeeTooHigh one wei above the ceiling", async () => {
    const fee = 10_000n * tok + 1n;
    await expectRevert(set(fee), "AccessFeeTooHigh", [fee, 10_000n * tok]);
  });

  it("error: OwnableUnauthorizedAccount for a stranger", async () => {
    const call = market.send("stranger", "pricingPolicy", "setAccessFee", [0n]);
    await expectRevert(call, "OwnableUnauthorizedAccount", [market.actors.stranger.address]);
  });
});
