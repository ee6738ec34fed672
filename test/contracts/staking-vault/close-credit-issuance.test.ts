import { describe, expect, it } from "vitest";
import { tok } from "../../../src/devnet/flows.js";
import { emitted } from "../../support/emitted.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { sendAs } from "../../support/send-as.js";
import { stopAt } from "../../support/stop-at.js";
import { readAccount, stake, union } from "./union.js";

describe("StakingVault.closeCreditIssuance", () => {
  const market = useMarket();

  const close = () => market.send("deployer", "stakingVault", "closeCreditIssuance", []);

  it("ends the issuing for ever and leaves issued credits good", async () => {
    const account = market.actors.worker.address;
    await stake(market, "worker", 10_000n * tok);
    await stopAt(market, (await market.now()) + union.creditPeriod);
    await market.send("worker", "stakingVault", "unstake", [1n]);

    const { events } = await close();

    expect(events).toEqual([
      emitted(market, "stakingVault", "CreditIssuanceClosed", { totalCreditsIssued: tok }),
    ]);
    await market.travel(10n * union.creditPeriod);
    expect(await readAccount(market, "worker")).toEqual({
      staked: 10_000n * tok - 1n,
      credits: tok,
      rewards: 0n,
    });
    expect(await market.read("stakingVault", "overview", [])).toEqual({
      stakingActive: true,
      creditIssuanceClosed: true,
      totalStaked: 10_000n * tok - 1n,
      totalCreditsIssued: tok,
      creditsRemaining: union.creditCap - tok,
      rewardReserve: 0n,
    });
    const gateway = market.contracts.paymentGateway;
    const spent = await sendAs(market, gateway, "stakingVault", "spendCredit", [account]);
    expect(spent.events).toEqual([
      emitted(market, "stakingVault", "CreditSpent", { account, creditsLeft: 0n }),
    ]);
  });

  it("takes away what was earned and not issued yet", async () => {
    await stake(market, "worker", 10_000n * tok);
    await market.travel(union.creditPeriod);
    expect((await readAccount(market, "worker")).credits).toBe(tok);

    await close();

    expect((await readAccount(market, "worker")).credits).toBe(0n);
  });

  it("error: IssuanceAlreadyClosed the second time", async () => {
    await close();

    await expectRevert(close(), "IssuanceAlreadyClosed", []);
  });

  it("error: OwnableUnauthorizedAccount for a stranger", async () => {
    const call = market.send("stranger", "stakingVault", "closeCreditIssuance", []);
    await expectRevert(call, "OwnableUnauthorizedAccount", [market.actors.stranger.address]);
  });
});
