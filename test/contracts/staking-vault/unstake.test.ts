import { describe, expect, it } from "vitest";
import { tok } from "../../../src/devnet/flows.js";
import { emitted } from "../../support/emitted.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { watchMoney } from "../../support/money.js";
import { stopAt } from "../../support/stop-at.js";
import { readAccount, stake, union } from "./union.js";

describe("StakingVault.unstake", () => {
  const market = useMarket();

  const unstake = (amount: bigint) => market.send("worker", "stakingVault", "unstake", [amount]);

  it("pays a part of the stake back", async () => {
    const account = market.actors.worker.address;
    await stake(market, "worker", 500n * tok);
    const stakedAt = await market.now();
    await stopAt(market, stakedAt);
    const money = await watchMoney(market);

    const { events } = await unstake(1n);

    expect(events).toEqual([
      emitted(market, "stakingVault", "Unstaked", {
        account,
        amount: 1n,
        staked: 500n * tok - 1n,
      }),
      emitted(market, "tokToken", "Transfer", {
        from: market.contracts.stakingVault,
        to: account,
        value: 1n,
      }),
    ]);
    expect(await money.moved()).toEqual({ "tok of worker": 1n, "tok of stakingVault": -1n });
    expect(await readAccount(market, "worker")).toEqual({
      staked: 500n * tok - 1n,
      credits: 0n,
      rewards: 0n,
    });
    expect((await market.read("stakingVault", "overview", [])).totalStaked).toBe(500n * tok - 1n);
  });

  it("pays everything back and leaves the credits that were earned", async () => {
    const account = market.actors.worker.address;
    await stake(market, "worker", 20_000n * tok);
    await stopAt(market, (await market.now()) + union.creditPeriod);

    const { events } = await unstake(20_000n * tok);

    expect(events).toEqual([
      emitted(market, "stakingVault", "CreditsIssued", { account, amount: 2n * tok }),
      emitted(market, "stakingVault", "Unstaked", {
        account,
        amount: 20_000n * tok,
        staked: 0n,
      }),
      emitted(market, "tokToken", "Transfer", {
        from: market.contracts.stakingVault,
        to: account,
        value: 20_000n * tok,
      }),
    ]);
    await market.travel(union.creditPeriod);
    expect(await readAccount(market, "worker")).toEqual({
      staked: 0n,
      credits: 2n * tok,
      rewards: 0n,
    });
    expect(await market.read("stakingVault", "overview", [])).toEqual({
      stakingActive: true,
      creditIssuanceClosed: false,
      totalStaked: 0n,
      totalCreditsIssued: 2n * tok,
      creditsRemaining: union.creditCap - 2n * tok,
      rewardReserve: 0n,
    });
  });

  it("works after the issuing of credits has ended", async () => {
    await stake(market, "worker", 7n);
    await market.send("deployer", "stakingVault", "closeCreditIssuance", []);
    const money = await watchMoney(market);

    await unstake(7n);

    expect(await money.moved()).toEqual({ "tok of worker": 7n, "tok of stakingVault": -7n });
  });

  it("error: ZeroAmount for nothing", async () => {
    await stake(market, "worker", tok);

    await expectRevert(unstake(0n), "ZeroAmount", []);
  });

  it("error: NotStaked one wei above the stake", async () => {
    const account = market.actors.worker.address;
    await stake(market, "worker", tok);

    await expectRevert(unstake(tok + 1n), "NotStaked", [account, tok + 1n, tok]);
  });

  it("error: NotStaked for a wallet without a stake, whatever others have staked", async () => {
    await stake(market, "worker2", 100n * tok);

    const facts = [market.actors.worker.address, 1n, 0n];
    await expectRevert(unstake(1n), "NotStaked", facts);
  });
});
