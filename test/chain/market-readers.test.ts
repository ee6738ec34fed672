import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { BlockRef } from "../../src/chain/block-ref.js";
import { marketParams } from "../../src/chain/deployment/market-params.js";
import { createMarketReaders, type MarketReaders } from "../../src/chain/market-readers.js";
import type { ActorName } from "../../src/devnet/actors.js";
import type { Driver } from "../../src/devnet/driver.js";
import {
  activate,
  bond,
  dispute,
  hashText,
  post,
  rule,
  seat,
  settle,
  tok,
  topUp,
  usd,
} from "../../src/devnet/flows.js";
import { useDevnet } from "./support/devnet.js";

const params = marketParams.standard;

/** Task 1 disputed and settled, 2 disputed and ruled, 3 disputed, 4 active, 5 only posted. */
async function seed(market: Driver): Promise<void> {
  for (let number = 1n; number <= 4n; number++) {
    await post(market);
    await activate(market, number, number === 4n ? "worker2" : "worker");
  }
  await post(market);
  await topUp(market, "poster", 100n * usd);
  await dispute(market, 1n);
  await rule(market, 1n, 10_000n);
  await settle(market, 1n);
  // Settling let days pass, so the others get new deadlines with new tasks.
  for (let number = 6n; number <= 8n; number++) {
    await post(market);
    await activate(market, number);
  }
  await dispute(market, 6n, "worker");
  await rule(market, 6n, 2_500n);
  await dispute(market, 7n);
  await bond(market, "arbitrator2");
  await market.send("arbitrator2", "arbitration", "registerArbitrator", [7n]);
  await seat(market, 7n, "arbitrator3");
  await market.send("stranger", "tokToken", "approve", [
    market.contracts.stakingVault,
    30_000n * tok,
  ]);
  await market.send("stranger", "stakingVault", "stake", [20_000n * tok]);
  await market.travel(86_400);
}

const devnet = useDevnet(seed);
let readers: MarketReaders;
let at: BlockRef;

beforeAll(async () => {
  readers = createMarketReaders(devnet.rpc(), devnet.market.contracts);
  at = await devnet.head();
});
beforeEach(() => devnet.proxy.reset());

function wallet(actor: ActorName) {
  return devnet.market.actors[actor].address;
}

describe("deposits", () => {
  it("answers what a wallet has in the vault, in one request", async () => {
    const { read } = devnet.market;
    const poster = wallet("poster");

    expect(await readers.deposits.walletDeposit(poster, at)).toEqual({
      depositUsd6: await read("depositVault", "depositOf", [poster]),
      freeUsd6: await read("depositVault", "freeOf", [poster]),
      engagements: await read("depositVault", "engagementsOf", [poster]),
    });
    expect(devnet.proxy.requests).toHaveLength(1);
    expect(await readers.deposits.walletDeposit(wallet("stranger"), at)).toEqual({
      depositUsd6: 0n,
      freeUsd6: 0n,
      engagements: 0n,
    });
  });

  it("answers the marks, the wallets and the sum", async () => {
    const { deposits } = readers;
    const agents = await deposits.agents({ from: 0, count: 100 }, at);

    expect(await deposits.marks(at)).toEqual({
      entryUsd6: params.entryUsd6,
      recommendedUsd6: params.recommendedUsd6,
      floorUsd6: params.floorUsd6,
    });
    expect(agents.map(({ agent }) => agent)).toEqual(
      (["poster", "worker", "worker2", "arbitrator"] as const).map(wallet),
    );
    expect(await deposits.agentCount(at)).toBe(4n);
    expect(await deposits.agents({ from: 1, count: 2 }, at)).toEqual(agents.slice(1, 3));
    expect(await deposits.totalUsd6(at)).toBe(
      agents.reduce((sum, { depositUsd6 }) => sum + depositUsd6, 0n),
    );
  });
});

describe("union", () => {
  it("answers the overview, an account and the rates", async () => {
    const account = await devnet.market.read("stakingVault", "accountOf", [wallet("stranger")]);

    expect(await readers.union.overview(at)).toEqual({
      stakingActive: true,
      creditIssuanceClosed: false,
      totalStakedWei: 20_000n * tok,
      creditsIssued18: 0n,
      creditsRemaining18: params.union.creditCap,
      rewardReserveWei: 0n,
    });
    expect(account.credits).toBeGreaterThan(0n);
    expect(await readers.union.account(wallet("stranger"), at)).toEqual({
      stakedWei: 20_000n * tok,
      credits18: account.credits,
      rewardsWei: 0n,
    });
    expect(await readers.union.rates(at)).toEqual({
      creditCap18: params.union.creditCap,
      stakePerCreditWei: params.union.stakePerCreditWei,
      creditPeriodSeconds: params.union.creditPeriod,
      rewardPeriodSeconds: params.union.rewardPeriod,
    });
  });
});

describe("pricing", () => {
  it("answers the prices the market was deployed with, in one request", async () => {
    expect(await readers.pricing.prices(at)).toEqual({
      accessFeeWei: params.accessFeeWei,
      tokDiscountBps: params.tokDiscountBps,
      maxTaskWei: params.maxTaskWei,
      plans: params.plans,
    });
    expect(devnet.proxy.requests).toHaveLength(1);
  });

  it("answers what a plan costs in either token", async () => {
    const { tokToken, usdc } = devnet.market.contracts;

    expect(await readers.pricing.quotePlan("basic", usdc, at)).toBe(20n * usd);
    // USD 18 at a tenth of a cent each.
    expect(await readers.pricing.quotePlan("basic", tokToken, at)).toBe(18_000n * tok);
    expect(await readers.pricing.tokUsd18(at)).toBe(10n ** 15n);
    expect(await readers.pricing.treasury(at)).toBe(wallet("treasury"));
  });

  it("error: an unknown plan reverts", async () => {
    const quote = readers.pricing.quotePlan("golden", devnet.market.contracts.usdc, at);

    await expect(quote).rejects.toMatchObject({ code: "would_revert" });
  });
});

describe("reputation", () => {
  it("answers the record of a wallet and all wallets with one", async () => {
    const { reputation } = readers;
    const worker = await devnet.market.read("reputation", "recordOf", [wallet("worker")]);
    const { earned, paid, lastSettledAt, ...counters } = worker;
    const record = await reputation.record(wallet("worker"), at);
    const agents = await reputation.agents({ from: 0, count: 50 }, at);

    expect(record).toEqual({
      ...counters,
      lastSettledAtUnix: lastSettledAt,
      earnedWei: earned,
      paidWei: paid,
    });
    expect([record.disputesWon, record.earnedWei]).toEqual([1, 1_000n * tok]);
    expect(await reputation.agentCount(at)).toBe(BigInt(agents.length));
    expect(agents).toContainEqual({ agent: wallet("worker"), record });
    expect(await reputation.agents({ from: agents.length, count: 5 }, at)).toEqual([]);
  });

  it("answers zeros for an unknown wallet", async () => {
    expect(await readers.reputation.record(wallet("stranger"), at)).toMatchObject({
      completedAsWorker: 0,
      lastSettledAtUnix: undefined,
      earnedWei: 0n,
    });
  });
});

describe("arbitration", () => {
  it("answers a dispute with its rulings, and none for a task without", async () => {
    const raw = await devnet.market.read("arbitration", "disputeOf", [6n]);

    expect(await readers.arbitration.findDispute(6n, at)).toEqual({
      opener: wallet("worker"),
      tier: 1,
      settled: false,
      openedAtUnix: raw.openedAt,
      seatByUnix: raw.seatBy,
      ruleByUnix: raw.ruleBy,
      appealUntilUnix: raw.appealUntil,
      posterChoice: wallet("arbitrator"),
      workerChoice: wallet("arbitrator"),
      arbitrator: wallet("arbitrator"),
      evidence: [hashText("evidence 6")],
      rulings: [
        {
          arbitrator: wallet("arbitrator"),
          workerBps: 2_500,
          ruledAtUnix: raw.rulings[0]?.ruledAt,
          rulingHash: hashText("ruling 6"),
        },
      ],
    });
    expect(await readers.arbitration.findDispute(8n, at)).toBeUndefined();
  });

  it("answers several disputes at once, in the order asked", async () => {
    const disputes = await readers.arbitration.findDisputes([8n, 7n, 1n], at);

    expect(disputes).toMatchObject([
      undefined,
      { settled: false, arbitrator: wallet("arbitrator3"), appealUntilUnix: undefined },
      { settled: true, tier: 1 },
    ]);
    expect(devnet.proxy.requests).toHaveLength(1);
  });

  it("answers pool, verifiers, sums and numbers", async () => {
    const { arbitration } = readers;
    const { minBond } = params.arbitration;
    const idle = { bondWei: minBond, seats: 0n, ruled: 0n, noShows: 0n };

    expect(await arbitration.pool(7n, { from: 0, count: 10 }, at)).toEqual([
      wallet("arbitrator2"),
      wallet("arbitrator3"),
    ]);
    expect(await arbitration.verifierCount(at)).toBe(3n);
    expect(await arbitration.verifiers({ from: 0, count: 10 }, at)).toEqual([
      { ...idle, verifier: wallet("arbitrator"), ruled: 2n },
      { ...idle, verifier: wallet("arbitrator2") },
      { ...idle, verifier: wallet("arbitrator3"), seats: 1n },
    ]);
    expect(await arbitration.findVerifier(wallet("arbitrator2"), at)).toEqual({
      ...idle,
      verifier: wallet("arbitrator2"),
    });
    expect(await arbitration.findVerifier(wallet("stranger"), at)).toBeUndefined();
    expect(await arbitration.totalBondsWei(at)).toBe(3n * minBond);
    expect(await arbitration.slashedWei(at)).toBe(0n);
    expect(await arbitration.params(at)).toEqual({
      seatingWindowSeconds: params.arbitration.seatingWindow,
      rulingWindowSeconds: params.arbitration.rulingWindow,
      appealWindowSeconds: params.arbitration.appealWindow,
      minBondWei: minBond,
      noShowPenaltyWei: params.arbitration.noShowPenalty,
      feeUsd6: params.arbitration.feeUsd6,
    });
  });
});

describe("escrow", () => {
  it("answers what is held for tasks and owed to wallets", async () => {
    expect(await readers.escrow.heldWei(6n, at)).toBe(1_000n * tok);
    expect(await readers.escrow.heldWei(1n, at)).toBe(0n);
    expect(await readers.escrow.owedWei(wallet("worker"), at)).toBe(0n);
    expect(await readers.escrow.liabilitiesWei(at)).toBe(6_000n * tok);
  });
});

describe("tokens", () => {
  it("answers balances and allowances, in one request", async () => {
    const { read } = devnet.market;
    const stranger = wallet("stranger");

    const [balances, allowances] = await Promise.all([
      readers.tokens.balances(stranger, at),
      readers.tokens.allowances(stranger, at),
    ]);

    expect(balances).toEqual({
      tokWei: await read("tokToken", "balanceOf", [stranger]),
      usdcUsd6: await read("usdc", "balanceOf", [stranger]),
    });
    expect(allowances).toEqual({
      gatewayTokWei: 0n,
      gatewayUsd6: 0n,
      stakingTokWei: 10_000n * tok,
      arbitrationTokWei: 0n,
      depositUsd6: 0n,
    });
    expect(devnet.proxy.requests).toHaveLength(1);
  });

  it("tells the allowances of the other contracts apart", async () => {
    const { market } = devnet;
    const { paymentGateway, arbitration, depositVault } = market.contracts;
    const snapshot = await market.engine.request("evm_snapshot");
    await market.send("debtor", "tokToken", "approve", [paymentGateway, 1n]);
    await market.send("debtor", "usdc", "approve", [paymentGateway, 2n]);
    await market.send("debtor", "tokToken", "approve", [arbitration, 4n]);
    await market.send("debtor", "usdc", "approve", [depositVault, 5n]);
    const allowances = await readers.tokens.allowances(wallet("debtor"), await devnet.head());
    await market.engine.request("evm_revert", [snapshot]);

    expect(allowances).toEqual({
      gatewayTokWei: 1n,
      gatewayUsd6: 2n,
      stakingTokWei: 0n,
      arbitrationTokWei: 4n,
      depositUsd6: 5n,
    });
  });
});

describe("all readers together", () => {
  it("need one request for everything that is asked in one turn", async () => {
    await Promise.all([
      readers.registry.taskCount(at),
      readers.registry.tasks({ from: 1n, count: 8 }, at),
      readers.registry.windows(at),
      readers.deposits.marks(at),
      readers.union.overview(at),
      readers.pricing.prices(at),
      readers.reputation.agents({ from: 0, count: 50 }, at),
      readers.arbitration.findDisputes([1n, 6n, 7n], at),
      readers.escrow.liabilitiesWei(at),
      readers.tokens.balances(wallet("poster"), at),
    ]);

    expect(devnet.proxy.requests).toHaveLength(1);
  });
});
