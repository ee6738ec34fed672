import type { MarketName } from "../../primitives/market-name.js";

/** The numbers a market is deployed with; all of them can be read back from its contracts. */
export type MarketParams = {
  accessFeeWei: bigint;
  tokDiscountBps: bigint;
  maxTaskWei: bigint;
  plans: readonly Plan[];
  entryUsd6: bigint;
  recommendedUsd6: bigint;
  floorUsd6: bigint;
  windows: {
    funding: number;
    pause: number;
    minReview: number;
    maxReview: number;
    maxHorizon: number;
  };
  arbitration: {
    seatingWindow: number;
    rulingWindow: number;
    appealWindow: number;
    minBond: bigint;
    noShowPenalty: bigint;
    feeUsd6: bigint;
  };
  union: {
    creditCap: bigint;
    stakePerCreditWei: bigint;
    creditPeriod: bigint;
    rewardPeriod: bigint;
  };
  priceMaxAge: bigint;
};

export type Plan = { id: string; dailyLimit: number; priceUsd6: bigint; periodDays: number };

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const tok = 10n ** 18n;
const usd = 10n ** 6n;

/** What both markets share: spec 8 fixes the fee, the marks of the deposit and the free plan. */
const shared = {
  accessFeeWei: 1_000n * tok,
  tokDiscountBps: 1_000n,
  plans: [
    { id: "free", dailyLimit: 3, priceUsd6: 0n, periodDays: 0 },
    { id: "basic", dailyLimit: 50, priceUsd6: 20n * usd, periodDays: 30 },
    { id: "premium", dailyLimit: 300, priceUsd6: 60n * usd, periodDays: 30 },
  ],
  entryUsd6: 25n * usd,
  recommendedUsd6: 45n * usd,
  floorUsd6: 8n * usd,
  priceMaxAge: BigInt(day),
};

export const marketParams: Record<MarketName, MarketParams> = {
  standard: {
    ...shared,
    maxTaskWei: 100_000_000n * tok,
    windows: {
      funding: 3 * day,
      pause: 7 * day,
      minReview: hour,
      maxReview: 30 * day,
      maxHorizon: 365 * day,
    },
    arbitration: {
      seatingWindow: 3 * day,
      rulingWindow: 5 * day,
      appealWindow: 2 * day,
      minBond: 10_000n * tok,
      noShowPenalty: 2_000n * tok,
      feeUsd6: 5n * usd,
    },
    union: {
      creditCap: 100_000n * tok,
      stakePerCreditWei: 10_000n * tok,
      creditPeriod: BigInt(30 * day),
      rewardPeriod: BigInt(30 * day),
    },
  },
  micro: {
    ...shared,
    maxTaskWei: 50_000n * tok,
    windows: {
      funding: 6 * hour,
      pause: day,
      minReview: 10 * minute,
      maxReview: 7 * day,
      maxHorizon: 30 * day,
    },
    arbitration: {
      seatingWindow: 12 * hour,
      rulingWindow: day,
      appealWindow: 6 * hour,
      minBond: 2_000n * tok,
      noShowPenalty: 500n * tok,
      feeUsd6: 2n * usd,
    },
    union: {
      creditCap: 10_000n * tok,
      stakePerCreditWei: 10_000n * tok,
      creditPeriod: BigInt(30 * day),
      rewardPeriod: BigInt(7 * day),
    },
  },
};
