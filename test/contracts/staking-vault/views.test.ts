import { describe, expect, it } from "vitest";
import { marketParams } from "../../../src/chain/deployment/market-params.js";
import { tok } from "../../../src/devnet/flows.js";
import { useMarket } from "../../support/market.js";
import { stopAt } from "../../support/stop-at.js";
import { fundRewards, readAccount, stake, union } from "./union.js";

describe("views of StakingVault", () => {
  const market = useMarket();

  it("answers zeros for an unknown wallet", async () => {
    expect(await readAccount(market, "stranger")).toEqual({ staked: 0n, credits: 0n, rewards: 0n });
  });

  it("answers the numbers of the market", async () => {
    expect(await market.read("stakingVault", "tok", [])).toBe(market.contracts.tokToken);
    expect(await market.read("stakingVault", "creditCap", [])).toBe(union.creditCap);
    expect(await market.read("stakingVault", "stakePerCredit", [])).toBe(union.stakePerCreditWei);
    expect(await market.read("stakingVault", "creditPeriod", [])).toBe(union.creditPeriod);
    expect(await market.read("stakingVault", "rewardPeriod", [])).toBe(union.rewardPeriod);
  });

  it("shows credits and rewards of this second, though nothing was written since", async () => {
    await stake(market, "worker", 10_000n * tok);
    const stakedAt = await market.now();
    await fundRewards(market, "stranger", union.rewardPeriod * tok);
    const fundedAt = await market.now();

    for (const seconds of [0n, 1n, 86_400n]) {
      await stopAt(market, fundedAt + seconds);
      expect(await readAccount(market, "worker")).toEqual({
        staked: 10_000n * tok,
        credits: (tok * (fundedAt + seconds - stakedAt)) / union.creditPeriod,
        rewards: seconds * tok,
      });
    }
    expect((await market.read("stakingVault", "overview", [])).totalCreditsIssued).toBe(0n);
  });
});

describe("the cap of credits", () => {
  const { standard } = marketParams;
  const creditCap = 3n * tok;
  const market = useMarket({ params: { ...standard, union: { ...union, creditCap } } });

  it("is shared by all accounts, whoever is counted first", async () => {
    await stake(market, "worker", 20_000n * tok);
    await stake(market, "worker2", 20_000n * tok);
    await market.travel(10n * union.creditPeriod);
    expect((await readAccount(market, "worker")).credits).toBe(creditCap);
    expect((await readAccount(market, "worker2")).credits).toBe(creditCap);

    await market.send("worker", "stakingVault", "unstake", [1n]);

    expect((await readAccount(market, "worker")).credits).toBe(creditCap);
    expect((await readAccount(market, "worker2")).credits).toBe(0n);
    expect(await market.read("stakingVault", "overview", [])).toEqual({
      stakingActive: true,
      creditIssuanceClosed: false,
      totalStaked: 40_000n * tok - 1n,
      totalCreditsIssued: creditCap,
      creditsRemaining: 0n,
      rewardReserve: 0n,
    });
  });

  it("issues the last wei and then nothing", async () => {
    await stake(market, "worker", 20_000n * tok);
    const stakedAt = await market.now();
    await stopAt(market, stakedAt + (union.creditPeriod * 3n) / 2n - 1n);
    await market.send("worker", "stakingVault", "unstake", [1n]);
    const left = (await market.read("stakingVault", "overview", [])).creditsRemaining;
    expect(left).toBe(
      creditCap - (2n * tok * ((union.creditPeriod * 3n) / 2n - 1n)) / union.creditPeriod,
    );

    await market.travel(union.creditPeriod);
    await market.send("worker", "stakingVault", "unstake", [1n]);

    const { totalCreditsIssued, creditsRemaining } = await market.read(
      "stakingVault",
      "overview",
      [],
    );
    expect({ totalCreditsIssued, creditsRemaining }).toEqual({
      totalCreditsIssued: creditCap,
      creditsRemaining: 0n,
    });
  });
});
