import { describe, expect, it } from "vitest";
import { tok, usd } from "../../../src/devnet/flows.js";
import { emitted } from "../../support/emitted.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { watchMoney } from "../../support/money.js";
import { freezeFeed, setPrice } from "../usd-oracle/feed.js";

describe("PaymentGateway.payPlan", () => {
  const market = useMarket();

  /** A token is worth USD 0.001 and saves a tenth: USD 20 are 18,000 tokens. */
  const basicInTok = 18_000n * tok;
  const allow = (asset: "tokToken" | "usdc", amount: bigint) =>
    market.send("poster", asset, "approve", [market.contracts.paymentGateway, amount]);
  const pay = (tier: string, asset: "tokToken" | "usdc", maxAmount: bigint) =>
    market.send("poster", "paymentGateway", "payPlan", [tier, market.contracts[asset], maxAmount]);

  it("pays one period in USDC to the treasury", async () => {
    const payer = market.actors.poster.address;
    await allow("usdc", 20n * usd);
    const money = await watchMoney(market);

    const { events } = await pay("basic", "usdc", 20n * usd);

    expect(events).toEqual([
      emitted(market, "paymentGateway", "PlanPaid", {
        payer,
        tier: "basic",
        asset: market.contracts.usdc,
        amount: 20n * usd,
      }),
      emitted(market, "usdc", "Transfer", {
        from: payer,
        to: market.actors.treasury.address,
        value: 20n * usd,
      }),
    ]);
    expect(await money.moved()).toEqual({
      "usdc of poster": -20n * usd,
      "usdc of treasury": 20n * usd,
    });
  });

  it("pays one period in the service token, cheaper by the discount", async () => {
    const payer = market.actors.poster.address;
    await allow("tokToken", basicInTok);
    const money = await watchMoney(market);

    const { events } = await pay("basic", "tokToken", basicInTok);

    expect(events).toEqual([
      emitted(market, "paymentGateway", "PlanPaid", {
        payer,
        tier: "basic",
        asset: market.contracts.tokToken,
        amount: basicInTok,
      }),
      emitted(market, "tokToken", "Transfer", {
        from: payer,
        to: market.actors.treasury.address,
        value: basicInTok,
      }),
    ]);
    expect(await money.moved()).toEqual({
      "tok of poster": -basicInTok,
      "tok of treasury": basicInTok,
    });
  });

  it("takes the price of the moment, not the most the caller agreed to", async () => {
    await allow("tokToken", basicInTok);
    await setPrice(market, 200_000n);
    const money = await watchMoney(market);

    await pay("basic", "tokToken", basicInTok);

    expect(await money.moved()).toEqual({
      "tok of poster": -basicInTok / 2n,
      "tok of treasury": basicInTok / 2n,
    });
  });

  it("works in USDC while the price feed is stale", async () => {
    await freezeFeed(market, 1n);
    await allow("usdc", 60n * usd);
    const money = await watchMoney(market);

    await pay("premium", "usdc", 60n * usd);

    expect(await money.moved()).toEqual({
      "usdc of poster": -60n * usd,
      "usdc of treasury": 60n * usd,
    });
  });

  it("error: PriceAboveMax one unit below the price", async () => {
    await allow("tokToken", basicInTok);

    const inUsdc = pay("basic", "usdc", 20n * usd - 1n);
    await expectRevert(inUsdc, "PriceAboveMax", [20n * usd, 20n * usd - 1n]);
    const inTok = pay("basic", "tokToken", basicInTok - 1n);
    await expectRevert(inTok, "PriceAboveMax", [basicInTok, basicInTok - 1n]);
  });

  it("error: PlanIsFree for the free plan", async () => {
    await expectRevert(pay("free", "usdc", usd), "PlanIsFree", ["free"]);
    await expectRevert(pay("free", "tokToken", tok), "PlanIsFree", ["free"]);
  });

  it("error: UnknownPlan for a name nobody set", async () => {
    await expectRevert(pay("gold", "usdc", 20n * usd), "UnknownPlan", ["gold"]);
  });

  it("error: UnsupportedAsset for any other token", async () => {
    const { stakingVault } = market.contracts;
    const call = market.send("poster", "paymentGateway", "payPlan", ["basic", stakingVault, usd]);
    await expectRevert(call, "UnsupportedAsset", [stakingVault]);
  });

  it("error: StalePrice in the service token while the feed is silent", async () => {
    const now = await market.now();
    await freezeFeed(market, now - 86_400n);
    await market.travel(60);

    const facts = [now - 86_400n, 86_400n, await market.now()];
    await expectRevert(pay("basic", "tokToken", basicInTok), "StalePrice", facts);
  });

  it("error: ERC20InsufficientAllowance without an approval", async () => {
    const router = market.contracts.paymentGateway;
    const inUsdc = pay("basic", "usdc", 20n * usd);
    await expectRevert(inUsdc, "ERC20InsufficientAllowance", [router, 0n, 20n * usd]);
    const inTok = pay("basic", "tokToken", basicInTok);
    await expectRevert(inTok, "ERC20InsufficientAllowance", [router, 0n, basicInTok]);
  });
});
