import fc from "fast-check";
import { maxUint256 } from "viem";
import { describe, expect, it } from "vitest";
import type { Driver } from "../../../src/devnet/driver.js";
import { tok } from "../../../src/devnet/flows.js";
import { useMarket } from "../../support/market.js";
import { stopAt } from "../../support/stop-at.js";
import { createRewardReference, type RewardReference, rewardScale } from "./reference.js";
import { allow, readAccount, union } from "./union.js";

const stakers = ["poster", "worker", "worker2"] as const;
type Staker = (typeof stakers)[number];

const step = fc.oneof(
  fc.record({
    kind: fc.constant("stake" as const),
    who: fc.constantFrom(...stakers),
    amount: fc.oneof(fc.bigInt(1n, 10n), fc.bigInt(1n, 300_000n * tok)),
  }),
  fc.record({
    kind: fc.constant("unstake" as const),
    who: fc.constantFrom(...stakers),
    perMille: fc.constantFrom(1n, 333n, 500n, 1_000n, 1_000n),
  }),
  fc.record({ kind: fc.constant("claim" as const), who: fc.constantFrom(...stakers) }),
  fc.record({
    kind: fc.constant("fund" as const),
    above: fc.oneof(fc.constant(0n), fc.bigInt(0n, 100_000n * tok)),
  }),
  fc.record({
    kind: fc.constant("wait" as const),
    seconds: fc.integer({ min: 1, max: 3_000_000 }),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer value> ? value : never;

/** One run: the stream as it should be, what was paid in and out, and how often wei were cut off. */
type Run = {
  reference: RewardReference;
  funded: bigint;
  claimed: Record<Staker, bigint>;
  stakes: Record<Staker, bigint>;
  cuts: bigint;
};

describe("rewards of the Union", () => {
  const market = useMarket();

  it("are all accounted for, and each staker gets its share, cut to whole wei", async () => {
    for (const name of [...stakers, "stranger"] as const) await allow(market, name, maxUint256);
    let paid = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 20 }), async (steps) => {
        const snapshot = await market.engine.request("evm_snapshot");
        const run = createRun();
        for (const taken of steps) {
          await take(market, run, taken);
          await expectConserved(market, run);
        }
        await market.travel(2n * union.rewardPeriod);
        for (const name of stakers) await take(market, run, { kind: "claim", who: name });
        await expectConserved(market, run);
        await expectFair(market, run);
        if (stakers.some((name) => run.claimed[name] > 0n)) paid++;
        await market.engine.request("evm_revert", [snapshot]);
      }),
      { numRuns: 60, seed: 20_262 },
    );

    expect(paid).toBeGreaterThan(30);
  });
});

function createRun(): Run {
  return {
    reference: createRewardReference(union.rewardPeriod),
    funded: 0n,
    claimed: { poster: 0n, worker: 0n, worker2: 0n },
    stakes: { poster: 0n, worker: 0n, worker2: 0n },
    cuts: 0n,
  };
}

async function take(market: Driver, run: Run, taken: Step): Promise<void> {
  run.cuts++;
  if (taken.kind === "wait") return market.travel(taken.seconds);
  if (taken.kind === "fund") return fund(market, run, taken.above);
  if (taken.kind === "claim") return claim(market, run, taken.who);
  const change =
    taken.kind === "stake" ? taken.amount : -((run.stakes[taken.who] * taken.perMille) / 1_000n);
  if (change === 0n) return;

  if (change > 0n) await market.send(taken.who, "stakingVault", "stake", [change]);
  else await market.send(taken.who, "stakingVault", "unstake", [-change]);
  run.stakes[taken.who] += change;
  run.reference.change(taken.who, await market.now(), change);
}

async function fund(market: Driver, run: Run, above: bigint): Promise<void> {
  const at = (await market.now()) + 10n;
  await stopAt(market, at);
  const amount = run.reference.minimum(at) + above;
  if (amount === 0n) return;

  await market.send("stranger", "stakingVault", "fundRewards", [amount]);
  run.funded += amount;
  run.reference.fund(at, amount);
}

async function claim(market: Driver, run: Run, who: Staker): Promise<void> {
  const wallet = market.actors[who].address;
  if ((await readAccount(market, who)).rewards === 0n) return;
  const before = await market.read("tokToken", "balanceOf", [wallet]);
  await market.send(who, "stakingVault", "claimRewards", []);
  run.claimed[who] += (await market.read("tokToken", "balanceOf", [wallet])) - before;
}

/** Claims and reserve are what was funded, and the vault holds the reserve and all stakes. */
async function expectConserved(market: Driver, run: Run): Promise<void> {
  const { totalStaked, rewardReserve } = await market.read("stakingVault", "overview", []);
  const claimed = stakers.reduce((sum, name) => sum + run.claimed[name], 0n);
  expect(claimed + rewardReserve).toBe(run.funded);
  const vault = market.contracts.stakingVault;
  expect(await market.read("tokToken", "balanceOf", [vault])).toBe(totalStaked + rewardReserve);
}

/** Nobody gets more than its exact share, nor less by more than a wei for each time it was cut. */
async function expectFair(market: Driver, run: Run): Promise<void> {
  run.reference.advance(await market.now());
  for (const name of stakers) {
    const exact = run.reference.earnedOf(name) / rewardScale;
    const missing = exact - run.claimed[name];
    expect(missing).toBeGreaterThanOrEqual(0n);
    expect(missing).toBeLessThanOrEqual(run.cuts);
  }
}
