import { describe, expect, it } from "vitest";
import { tok } from "../../../src/devnet/flows.js";
import { emitted } from "../../support/emitted.js";
import { hostileTok, misbehave } from "../../support/hostile.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { watchMoney } from "../../support/money.js";
import { stopAt } from "../../support/stop-at.js";
import { allow, deployClosedUnion, fundRewards, readAccount, stake, union } from "./union.js";

describe("StakingVault.fundRewards", () => {
  const market = useMarket();

  const period = union.rewardPeriod;

  it("adds anybody's tokens to the reserve and pays them out over the period", async () => {
    const from = market.actors.stranger.address;
    const money = await watchMoney(market);

    const { events } = await fundRewards(market, "stranger", period * tok);

    const until = (await market.now()) + period;
    expect(events).toEqual([
      emitted(market, "stakingVault", "RewardsFunded", { from, amount: period * tok, until }),
      emitted(market, "tokToken", "Transfer", {
        from,
        to: market.contracts.stakingVault,
        value: period * tok,
      }),
    ]);
    expect(await money.moved()).toEqual({
      "tok of stranger": -period * tok,
      "tok of stakingVault": period * tok,
    });
    expect(await market.read("stakingVault", "overview", [])).toEqual({
      stakingActive: true,
      creditIssuanceClosed: false,
      totalStaked: 0n,
      totalCreditsIssued: 0n,
      creditsRemaining: union.creditCap,
      rewardReserve: period * tok,
    });
  });

  it("works before the Union opens", async () => {
    const closed = await deployClosedUnion(market);

    await fundRewards(closed, "stranger", period);

    const { rewardReserve } = await closed.read("stakingVault", "overview", []);
    expect(rewardReserve).toBe(period);
  });

  it("takes exactly one wei a second as the smallest reward", async () => {
    await stake(market, "worker", tok);
    await fundRewards(market, "stranger", period);
    await stopAt(market, (await market.now()) + 11n);

    expect((await readAccount(market, "worker")).rewards).toBe(11n);
  });

  it("error: ZeroAmount for nothing, also while a payout waits for stakers", async () => {
    await fundRewards(market, "stranger", period * tok);
    await market.travel(1_000);

    await expectRevert(
      market.send("worker", "stakingVault", "fundRewards", [0n]),
      "ZeroAmount",
      [],
    );
  });

  it("error: RewardTooSmall below one wei a second", async () => {
    const call = fundRewards(market, "stranger", period - 1n);
    await expectRevert(call, "RewardTooSmall", [period - 1n, period]);
  });

  it("spreads what is unpaid over a new period at the same speed for the smallest addition", async () => {
    await stake(market, "worker", tok);
    await fundRewards(market, "stranger", period * tok);
    const fundedAt = await market.now();
    await allow(market, "stranger", 100n * tok);
    await stopAt(market, fundedAt + 100n);

    await market.send("stranger", "stakingVault", "fundRewards", [100n * tok]);

    await stopAt(market, fundedAt + 200n);
    expect((await readAccount(market, "worker")).rewards).toBe(200n * tok);
    await stopAt(market, fundedAt + 100n + period);
    expect((await readAccount(market, "worker")).rewards).toBe((100n + period) * tok);
    await stopAt(market, fundedAt + 101n + period);
    expect((await readAccount(market, "worker")).rewards).toBe((100n + period) * tok);
  });

  it("error: RewardTooSmall one wei below what keeps the running payout at its speed", async () => {
    await stake(market, "worker", tok);
    await fundRewards(market, "stranger", period * tok);
    const fundedAt = await market.now();
    await allow(market, "stranger", 100n * tok);
    await stopAt(market, fundedAt + 100n);

    const call = market.send("stranger", "stakingVault", "fundRewards", [100n * tok - 1n]);
    await expectRevert(call, "RewardTooSmall", [100n * tok - 1n, 100n * tok]);
  });

  it("speeds the payout up for a larger addition", async () => {
    await stake(market, "worker", tok);
    await fundRewards(market, "stranger", period * tok);
    const fundedAt = await market.now();
    await allow(market, "stranger", (100n + period) * tok);
    await stopAt(market, fundedAt + 100n);

    await market.send("stranger", "stakingVault", "fundRewards", [(100n + period) * tok]);

    await stopAt(market, fundedAt + 110n);
    expect((await readAccount(market, "worker")).rewards).toBe(120n * tok);
  });

  it("asks for one wei a second again once everything is paid out", async () => {
    await stake(market, "worker", tok);
    await fundRewards(market, "stranger", period * tok);
    await market.travel(period);

    const call = fundRewards(market, "stranger", period - 1n);
    await expectRevert(call, "RewardTooSmall", [period - 1n, period]);
    await fundRewards(market, "stranger", period);
  });

  it("lets the payout wait while nobody stakes", async () => {
    await fundRewards(market, "stranger", period * tok);
    await market.travel(3n * period);
    await stake(market, "worker", tok);
    const stakedAt = await market.now();

    await stopAt(market, stakedAt + 50n);
    expect((await readAccount(market, "worker")).rewards).toBe(50n * tok);
    await stopAt(market, stakedAt + period);
    expect((await readAccount(market, "worker")).rewards).toBe(period * tok);
    await stopAt(market, stakedAt + 2n * period);
    expect((await readAccount(market, "worker")).rewards).toBe(period * tok);
  });

  it("lets the payout wait again when the last staker leaves in the middle", async () => {
    await stake(market, "worker", tok);
    await fundRewards(market, "stranger", period * tok);
    const fundedAt = await market.now();
    await stopAt(market, fundedAt + 40n);
    await market.send("worker", "stakingVault", "unstake", [tok]);
    await market.travel(2n * period);
    await stake(market, "worker2", tok);
    const stakedAt = await market.now();

    await stopAt(market, stakedAt + period);
    expect((await readAccount(market, "worker")).rewards).toBe(40n * tok);
    expect((await readAccount(market, "worker2")).rewards).toBe((period - 40n) * tok);
  });

  it("error: ERC20InsufficientAllowance without an approval", async () => {
    const call = market.send("stranger", "stakingVault", "fundRewards", [period]);
    const facts = [market.contracts.stakingVault, 0n, period];
    await expectRevert(call, "ERC20InsufficientAllowance", facts);
  });
});

describe("StakingVault.fundRewards of a token that keeps a fee", () => {
  const market = useMarket({ tokens: hostileTok });

  it("error: WrongAmountReceived when less arrives", async () => {
    await misbehave(market, "tokToken", "takeFee", [100n]);

    const call = fundRewards(market, "stranger", 3_000_000n);
    await expectRevert(call, "WrongAmountReceived", [3_000_000n, 2_970_000n]);
  });
});
