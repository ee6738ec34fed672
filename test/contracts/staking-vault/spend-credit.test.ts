import { describe, expect, it } from "vitest";
import { allowFee, buildPost, enter, post, tok } from "../../../src/devnet/flows.js";
import { emitted } from "../../support/emitted.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { watchMoney } from "../../support/money.js";
import { sendAs } from "../../support/send-as.js";
import { stopAt } from "../../support/stop-at.js";
import { readAccount, stake, union } from "./union.js";

describe("StakingVault.spendCredit", () => {
  const market = useMarket();

  const spend = () =>
    sendAs(market, market.contracts.paymentGateway, "stakingVault", "spendCredit", [
      market.actors.worker.address,
    ]);

  it("spends exactly one whole credit of an account that has just earned it", async () => {
    const account = market.actors.worker.address;
    await stake(market, "worker", 10_000n * tok);
    await stopAt(market, (await market.now()) + union.creditPeriod);

    const { events } = await spend();

    expect(events).toEqual([
      emitted(market, "stakingVault", "CreditsIssued", { account, amount: tok }),
      emitted(market, "stakingVault", "CreditSpent", { account, creditsLeft: 0n }),
    ]);
    expect(await readAccount(market, "worker")).toEqual({
      staked: 10_000n * tok,
      credits: 0n,
      rewards: 0n,
    });
    expect(await market.read("stakingVault", "overview", [])).toEqual({
      stakingActive: true,
      creditIssuanceClosed: false,
      totalStaked: 10_000n * tok,
      totalCreditsIssued: tok,
      creditsRemaining: union.creditCap - tok,
      rewardReserve: 0n,
    });
  });

  it("spends nothing one second before a credit is whole", async () => {
    const account = market.actors.worker.address;
    await stake(market, "worker", 10_000n * tok);
    await stopAt(market, (await market.now()) + union.creditPeriod - 1n);

    const { events } = await spend();

    const amount = (tok * (union.creditPeriod - 1n)) / union.creditPeriod;
    expect(events).toEqual([emitted(market, "stakingVault", "CreditsIssued", { account, amount })]);
    expect((await readAccount(market, "worker")).credits).toBe(amount);
  });

  it("spends nothing of a wallet that never staked", async () => {
    const { events } = await spend();

    expect(events).toEqual([]);
    expect(await readAccount(market, "worker")).toEqual({ staked: 0n, credits: 0n, rewards: 0n });
  });

  it("error: NotController for a stranger, the registry and the owner", async () => {
    const { address } = market.actors.worker;
    const gateway = market.contracts.paymentGateway;
    await stake(market, "worker", 10_000n * tok);
    await market.travel(union.creditPeriod);

    for (const actor of ["stranger", "deployer"] as const) {
      const call = market.send(actor, "stakingVault", "spendCredit", [address]);
      await expectRevert(call, "NotController", [market.actors[actor].address, gateway]);
    }
    const { taskRegistry } = market.contracts;
    const call = sendAs(market, taskRegistry, "stakingVault", "spendCredit", [address]);
    await expectRevert(call, "NotController", [taskRegistry, gateway]);
  });
});

describe("an Action Credit", () => {
  const market = useMarket();

  it("waives exactly one access fee of its owner", async () => {
    const payer = market.actors.poster.address;
    await enter(market, "poster");
    await stake(market, "poster", 10_000n * tok);
    const args = await buildPost(market, { deadlineIn: 40 * 86_400 });
    await stopAt(market, (await market.now()) + union.creditPeriod);
    const money = await watchMoney(market);

    const first = await market.send("poster", "taskRegistry", "postTask", args);

    expect(first.events.slice(-2)).toEqual([
      emitted(market, "stakingVault", "CreditSpent", { account: payer, creditsLeft: 0n }),
      emitted(market, "paymentGateway", "AccessFeeCharged", {
        payer,
        taskId: 1n,
        action: 0,
        amount: 0n,
        creditSpent: true,
      }),
    ]);
    expect(await money.moved()).toEqual({});

    await allowFee(market, "poster");
    await post(market);

    expect(await money.moved()).toEqual({
      "tok of poster": -1_000n * tok,
      "tok of treasury": 1_000n * tok,
    });
  });

  it("does not waive the fee of another wallet", async () => {
    await stake(market, "worker", 10_000n * tok);
    await market.travel(union.creditPeriod);
    await enter(market, "poster");
    const money = await watchMoney(market);

    await post(market);

    expect(await money.moved()).toEqual({
      "tok of poster": -1_000n * tok,
      "tok of treasury": 1_000n * tok,
    });
    expect((await readAccount(market, "worker")).credits).toBeGreaterThanOrEqual(tok);
  });
});
