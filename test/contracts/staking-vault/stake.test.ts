import { describe, expect, it } from "vitest";
import { tok } from "../../../src/devnet/flows.js";
import { emitted } from "../../support/emitted.js";
import { hostileTok, misbehave } from "../../support/hostile.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { watchMoney } from "../../support/money.js";
import { stopAt } from "../../support/stop-at.js";
import { allow, deployClosedUnion, readAccount, stake, union } from "./union.js";

describe("StakingVault.stake", () => {
  const market = useMarket();

  it("takes the caller's tokens and counts them as its stake", async () => {
    const account = market.actors.worker.address;
    const money = await watchMoney(market);

    const { events } = await stake(market, "worker", 500n * tok);

    expect(events).toEqual([
      emitted(market, "stakingVault", "Staked", {
        account,
        amount: 500n * tok,
        staked: 500n * tok,
      }),
      emitted(market, "tokToken", "Transfer", {
        from: account,
        to: market.contracts.stakingVault,
        value: 500n * tok,
      }),
    ]);
    expect(await money.moved()).toEqual({
      "tok of worker": -500n * tok,
      "tok of stakingVault": 500n * tok,
    });
    expect(await readAccount(market, "worker")).toEqual({
      staked: 500n * tok,
      credits: 0n,
      rewards: 0n,
    });
    expect(await market.read("stakingVault", "overview", [])).toEqual({
      stakingActive: true,
      creditIssuanceClosed: false,
      totalStaked: 500n * tok,
      totalCreditsIssued: 0n,
      creditsRemaining: union.creditCap,
      rewardReserve: 0n,
    });
  });

  it("adds to a stake, down to one wei, and first counts the credits of the old one", async () => {
    const account = market.actors.worker.address;
    await stake(market, "worker", 10_000n * tok);
    const stakedAt = await market.now();
    await allow(market, "worker", 1n);
    await stopAt(market, stakedAt + union.creditPeriod);

    const { events } = await market.send("worker", "stakingVault", "stake", [1n]);

    expect(events).toEqual([
      emitted(market, "stakingVault", "CreditsIssued", { account, amount: tok }),
      emitted(market, "stakingVault", "Staked", {
        account,
        amount: 1n,
        staked: 10_000n * tok + 1n,
      }),
      emitted(market, "tokToken", "Transfer", {
        from: account,
        to: market.contracts.stakingVault,
        value: 1n,
      }),
    ]);
    expect(await readAccount(market, "worker")).toEqual({
      staked: 10_000n * tok + 1n,
      credits: tok,
      rewards: 0n,
    });
    expect(await market.read("stakingVault", "overview", [])).toEqual({
      stakingActive: true,
      creditIssuanceClosed: false,
      totalStaked: 10_000n * tok + 1n,
      totalCreditsIssued: tok,
      creditsRemaining: union.creditCap - tok,
      rewardReserve: 0n,
    });
  });

  it("error: StakingNotActive before the Union opens", async () => {
    const closed = await deployClosedUnion(market);

    await expectRevert(stake(closed, "worker", tok), "StakingNotActive", []);
  });

  it("error: ZeroAmount for nothing", async () => {
    await expectRevert(stake(market, "worker", 0n), "ZeroAmount", []);
  });

  it("error: ERC20InsufficientAllowance without an approval", async () => {
    const call = market.send("worker", "stakingVault", "stake", [5n]);
    const facts = [market.contracts.stakingVault, 0n, 5n];
    await expectRevert(call, "ERC20InsufficientAllowance", facts);
  });

  it("error: ERC20InsufficientBalance above what the caller has", async () => {
    const wallet = market.actors.worker.address;
    const balance = await market.read("tokToken", "balanceOf", [wallet]);

    const facts = [wallet, balance, balance + 1n];
    await expectRevert(stake(market, "worker", balance + 1n), "ERC20InsufficientBalance", facts);
  });
});

describe("StakingVault.stake of a token that keeps a fee", () => {
  const market = useMarket({ tokens: hostileTok });

  it("error: WrongAmountReceived when less arrives", async () => {
    await misbehave(market, "tokToken", "takeFee", [100n]);

    await expectRevert(stake(market, "worker", 100n * tok), "WrongAmountReceived", [
      100n * tok,
      99n * tok,
    ]);
  });
});
