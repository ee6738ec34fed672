import fc from "fast-check";
import { maxUint256 } from "viem";
import { describe, expect, it } from "vitest";
import { marketParams } from "../../../src/chain/deployment/market-params.js";
import type { Driver } from "../../../src/devnet/driver.js";
import { tok } from "../../../src/devnet/flows.js";
import { useMarket } from "../../support/market.js";
import { createCreditReference } from "./reference.js";
import { allow, readAccount, union } from "./union.js";

const stakers = ["poster", "worker", "worker2"] as const;
/** So low that many sequences reach it. */
const creditCap = 30n * tok;

const step = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant("stake" as const),
      who: fc.constantFrom(...stakers),
      amount: fc.oneof(fc.bigInt(1n, 10n), fc.bigInt({ min: 1n, max: 300_000n * tok })),
    }),
  },
  {
    weight: 9,
    arbitrary: fc.record({
      kind: fc.constant("unstake" as const),
      who: fc.constantFrom(...stakers),
      perMille: fc.bigInt(1n, 1_000n),
    }),
  },
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant("wait" as const),
      seconds: fc.integer({ min: 0, max: 9_000_000 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("close" as const) }) },
);

describe("credits of the Union", () => {
  const { standard } = marketParams;
  const market = useMarket({ params: { ...standard, union: { ...union, creditCap } } });

  it("grow to the wei as the manual says, whoever stakes, leaves and waits", async () => {
    for (const name of stakers) await allow(market, name, maxUint256);
    let capped = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 16 }), async (steps) => {
        const snapshot = await market.engine.request("evm_snapshot");
        const reference = createCreditReference({ ...union, creditCap });
        for (const taken of steps) {
          await take(market, reference, taken);
          expect(await readUnion(market)).toEqual(await describeReference(market, reference));
        }
        if (reference.issued === creditCap) capped++;
        await market.engine.request("evm_revert", [snapshot]);
      }),
      { numRuns: 40, seed: 20_261 },
    );

    expect(capped).toBeGreaterThan(5);
  });
});

type Step = typeof step extends fc.Arbitrary<infer value> ? value : never;
type Reference = ReturnType<typeof createCreditReference>;

async function take(market: Driver, reference: Reference, taken: Step): Promise<void> {
  if (taken.kind === "wait") return market.travel(taken.seconds);
  if (taken.kind === "close") {
    if (reference.closed) return;
    await market.send("deployer", "stakingVault", "closeCreditIssuance", []);
    reference.closed = true;
    return;
  }
  if (taken.kind === "stake") {
    const balance = await market.read("tokToken", "balanceOf", [market.actors[taken.who].address]);
    if (taken.amount > balance) return;
    await market.send(taken.who, "stakingVault", "stake", [taken.amount]);
    reference.change(taken.who, await market.now(), taken.amount);
    return;
  }
  const amount = (reference.stakeOf(taken.who) * taken.perMille) / 1_000n;
  if (amount === 0n) return;
  await market.send(taken.who, "stakingVault", "unstake", [amount]);
  reference.change(taken.who, await market.now(), -amount);
}

async function readUnion(market: Driver) {
  const accounts = await Promise.all(stakers.map((name) => readAccount(market, name)));
  return { accounts, overview: await market.read("stakingVault", "overview", []) };
}

async function describeReference(market: Driver, reference: Reference) {
  const now = await market.now();
  const accounts = stakers.map((name) => ({
    staked: reference.stakeOf(name),
    credits: reference.creditsOf(name, now),
    rewards: 0n,
  }));
  const overview = {
    stakingActive: true,
    creditIssuanceClosed: reference.closed,
    totalStaked: accounts.reduce((sum, { staked }) => sum + staked, 0n),
    totalCreditsIssued: reference.issued,
    creditsRemaining: creditCap - reference.issued,
    rewardReserve: 0n,
  };
  return { accounts, overview };
}
