import { describe, expect, it } from "vitest";
import { allowFee, allowTok, tok } from "../../../src/devnet/flows.js";
import { emitted } from "../../support/emitted.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { watchMoney } from "../../support/money.js";
import { earnCredit } from "../../support/purses.js";
import { sendAs } from "../../support/send-as.js";

describe("PaymentGateway.chargeAccessFee", () => {
  const market = useMarket();

  const fee = 1_000n * tok;
  const charge = (action: number, taskId = 7n) =>
    sendAs(market, market.contracts.taskRegistry, "paymentGateway", "chargeAccessFee", [
      market.actors.worker.address,
      taskId,
      action,
    ]);
  const feeCharged = (action: number, amount: bigint, creditSpent = false) =>
    emitted(market, "paymentGateway", "AccessFeeCharged", {
      payer: market.actors.worker.address,
      taskId: 7n,
      action,
      amount,
      creditSpent,
    });

  it.each([
    ["a post", 0],
    ["a claim", 1],
    ["a dismissal", 2],
    ["leaving", 3],
  ])("moves the fee of %s to the treasury", async (_, action) => {
    await allowFee(market, "worker");
    const money = await watchMoney(market);

    const { events } = await charge(action);

    expect(events).toEqual([
      feeCharged(action, fee),
      emitted(market, "tokToken", "Transfer", {
        from: market.actors.worker.address,
        to: market.actors.treasury.address,
        value: fee,
      }),
    ]);
    expect(await money.moved()).toEqual({ "tok of worker": -fee, "tok of treasury": fee });
  });

  it("spends a credit instead when the payer has one", async () => {
    await earnCredit(market, "worker");
    const money = await watchMoney(market);

    const { events } = await charge(1);

    expect(events.at(-1)).toEqual(feeCharged(1, 0n, true));
    expect(events.map(({ name }) => name)).toEqual([
      "CreditsIssued",
      "CreditSpent",
      "AccessFeeCharged",
    ]);
    expect(await money.moved()).toEqual({});
  });

  it("takes nothing, and no credit either, while the fee is zero", async () => {
    await earnCredit(market, "worker");
    await market.send("deployer", "pricingPolicy", "setAccessFee", [0n]);
    const money = await watchMoney(market);

    const { events } = await charge(0);

    expect(events).toEqual([feeCharged(0, 0n)]);
    expect(await money.moved()).toEqual({});
  });

  it("goes to the treasury of the moment", async () => {
    await market.send("deployer", "paymentGateway", "setTreasury", [
      market.actors.stranger.address,
    ]);
    await allowFee(market, "worker");
    const money = await watchMoney(market);

    await charge(0);

    expect(await money.moved()).toEqual({ "tok of worker": -fee, "tok of stranger": fee });
  });

  it("error: NotController for a stranger", async () => {
    await allowFee(market, "worker");

    const { stranger, worker } = market.actors;
    const args = [worker.address, 7n, 0] as const;
    const call = market.send("stranger", "paymentGateway", "chargeAccessFee", args);
    await expectRevert(call, "NotController", [stranger.address, market.contracts.taskRegistry]);
  });

  it("error: ERC20InsufficientAllowance one wei short", async () => {
    await allowTok(market, "worker", fee - 1n);

    const facts = [market.contracts.paymentGateway, fee - 1n, fee];
    await expectRevert(charge(0), "ERC20InsufficientAllowance", facts);
  });
});
