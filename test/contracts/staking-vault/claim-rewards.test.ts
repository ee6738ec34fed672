import { describe, expect, it } from "vitest";
import { tok } from "../../../src/devnet/flows.js";
import { emitted } from "../../support/emitted.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { watchMoney } from "../../support/money.js";
import { stopAt } from "../../support/stop-at.js";
import { fundRewards, readAccount, stake, union } from "./union.js";

describe("StakingVault.claimRewards", () => {
  const market = useMarket();

  const claim = () => market.send("worker", "stakingVault", "claimRewards", []);
  /** One whole token each second. */
  const reward = union.rewardPeriod * tok;

  it("pays the rewards of the caller and nobody else's", async () => {
    const account = market.actors.worker.address;
    await stake(market, "worker", 100n * tok);
    await stake(market, "worker2", 300n * tok);
    await fundRewards(market, "stranger", reward);
    await stopAt(market, (await market.now()) + 1_000n);
    const money = await watchMoney(market);

    const { events } = await claim();

    const credits = (await readAccount(market, "worker")).credits;
    expect(events).toEqual([
      emitted(market, "stakingVault", "CreditsIssued", { account, amount: credits }),
      emitted(market, "stakingVault", "RewardsClaimed", { account, amount: 250n * tok }),
      emitted(market, "tokToken", "Transfer", {
        from: market.contracts.stakingVault,
        to: account,
        value: 250n * tok,
      }),
    ]);
    expect(await money.moved()).toEqual({
      "tok of worker": 250n * tok,
      "tok of stakingVault": -250n * tok,
    });
    expect((await readAccount(market, "worker")).rewards).toBe(0n);
    expect((await readAccount(market, "worker2")).rewards).toBe(750n * tok);
    const overview = await market.read("stakingVault", "overview", []);
    expect(overview.rewardReserve).toBe(reward - 250n * tok);
  });

  it("pays the whole reward to the only staker once the period is over, and not more", async () => {
    await stake(market, "worker", 1n);
    await fundRewards(market, "stranger", reward);
    await market.travel(2n * union.rewardPeriod);
    const money = await watchMoney(market);

    await claim();

    expect(await money.moved()).toEqual({
      "tok of worker": reward,
      "tok of stakingVault": -reward,
    });
    await expectRevert(claim(), "NoRewards", [market.actors.worker.address]);
  });

  it("pays rewards that were earned before the stake was taken back", async () => {
    await stake(market, "worker", tok);
    await fundRewards(market, "stranger", reward);
    const fundedAt = await market.now();
    await stopAt(market, fundedAt + 60n);
    await market.send("worker", "stakingVault", "unstake", [tok]);
    await market.travel(1_000);
    const money = await watchMoney(market);

    await claim();

    expect(await money.moved()).toEqual({
      "tok of worker": 60n * tok,
      "tok of stakingVault": -60n * tok,
    });
  });

  it("error: NoRewards for a staker while no reward is funded", async () => {
    await stake(market, "worker", tok);
    await market.travel(union.rewardPeriod);

    await expectRevert(claim(), "NoRewards", [market.actors.worker.address]);
  });

  it("error: NoRewards for a wallet that does not stake", async () => {
    await stake(market, "worker2", tok);
    await fundRewards(market, "stranger", reward);
    await market.travel(60);

    await expectRevert(claim(), "NoRewards", [market.actors.worker.address]);
  });
});
