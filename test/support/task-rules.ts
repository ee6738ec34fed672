import { maxUint256, zeroHash } from "viem";
import type { MarketParams } from "../../src/chain/deployment/market-params.js";
import type { TaskTerms } from "../../src/terms/task-terms.js";

/** The part of the terms that `postTask` and `createTask` check alike. */
type NewTask = Pick<
  TaskTerms,
  "totalAmount" | "milestoneAmounts" | "deadline" | "reviewWindow" | "criteriaHash"
>;
type Facts = { now: bigint; params: MarketParams };

/** A new task that is just allowed. */
export type Limit = { what: string; change(facts: Facts): Partial<NewTask> };

/** A new task that is refused, and with which error. */
export type Fault = Limit & { error: string; args(facts: Facts): readonly unknown[] };

export const limits: readonly Limit[] = [
  { what: "a total of one wei", change: () => split([1n]) },
  { what: "the largest total", change: ({ params }) => split([params.maxTaskWei]) },
  { what: "one milestone", change: () => split([5n]) },
  { what: "20 milestones", change: () => split(count(20)) },
  { what: "a deadline one second from now", change: ({ now }) => ({ deadline: now + 1n }) },
  { what: "the latest deadline", change: (facts) => ({ deadline: latest(facts) }) },
  {
    what: "the shortest review window",
    change: ({ params }) => ({ reviewWindow: params.windows.minReview }),
  },
  {
    what: "the longest review window",
    change: ({ params }) => ({ reviewWindow: params.windows.maxReview }),
  },
];

export const faults: readonly Fault[] = [
  {
    what: "a total of zero",
    change: () => ({ totalAmount: 0n }),
    error: "BadTotalAmount",
    args: ({ params }) => [0n, params.maxTaskWei],
  },
  {
    what: "a total one wei above the largest",
    change: ({ params }) => split([params.maxTaskWei, 1n]),
    error: "BadTotalAmount",
    args: ({ params }) => [params.maxTaskWei + 1n, params.maxTaskWei],
  },
  {
    what: "the largest number as total",
    change: () => split([maxUint256]),
    error: "BadTotalAmount",
    args: ({ params }) => [maxUint256, params.maxTaskWei],
  },
  {
    what: "no milestone",
    change: () => ({ totalAmount: 1n, milestoneAmounts: [] }),
    error: "BadMilestoneCount",
    args: () => [0n, 20n],
  },
  {
    what: "21 milestones",
    change: () => split(count(21)),
    error: "BadMilestoneCount",
    args: () => [21n, 20n],
  },
  {
    what: "an empty first milestone",
    change: () => split([0n, 5n]),
    error: "EmptyMilestone",
    args: () => [0n],
  },
  {
    what: "an empty last milestone",
    change: () => split([5n, 6n, 0n]),
    error: "EmptyMilestone",
    args: () => [2n],
  },
  {
    what: "milestones one wei short of the total",
    change: () => ({ totalAmount: 12n, milestoneAmounts: [5n, 6n] }),
    error: "MilestoneSumWrong",
    args: () => [11n, 12n],
  },
  {
    what: "milestones one wei above the total",
    change: () => ({ totalAmount: 10n, milestoneAmounts: [5n, 6n] }),
    error: "MilestoneSumWrong",
    args: () => [11n, 10n],
  },
  {
    what: "milestones whose sum does not fit in a number",
    change: () => ({ totalAmount: 9n, milestoneAmounts: [maxUint256, 10n] }),
    error: "MilestoneSumWrong",
    args: () => [maxUint256, 9n],
  },
  {
    what: "a deadline of now",
    change: ({ now }) => ({ deadline: now }),
    error: "BadDeadline",
    args: (facts) => [facts.now, facts.now, latest(facts)],
  },
  {
    what: "no deadline",
    change: () => ({ deadline: 0n }),
    error: "BadDeadline",
    args: (facts) => [0n, facts.now, latest(facts)],
  },
  {
    what: "a deadline one second after the latest",
    change: (facts) => ({ deadline: latest(facts) + 1n }),
    error: "BadDeadline",
    args: (facts) => [latest(facts) + 1n, facts.now, latest(facts)],
  },
  {
    what: "the largest number as deadline",
    change: () => ({ deadline: 2n ** 64n - 1n }),
    error: "BadDeadline",
    args: (facts) => [2n ** 64n - 1n, facts.now, latest(facts)],
  },
  {
    what: "a review window one second too short",
    change: ({ params }) => ({ reviewWindow: params.windows.minReview - 1 }),
    error: "BadReviewWindow",
    args: ({ params }) => reviewWindow(params.windows.minReview - 1, params),
  },
  {
    what: "a review window one second too long",
    change: ({ params }) => ({ reviewWindow: params.windows.maxReview + 1 }),
    error: "BadReviewWindow",
    args: ({ params }) => reviewWindow(params.windows.maxReview + 1, params),
  },
  {
    what: "no criteria hash",
    change: () => ({ criteriaHash: zeroHash }),
    error: "CriteriaHashMissing",
    args: () => [],
  },
];

/** A scope that is refused, and with which error. */
export const scopeFaults = [
  { what: "no visibility", visibility: 0, text: "x", error: "VisibilityMissing", args: [] },
  { what: "no open text", visibility: 1, text: "", error: "ScopeTextLength", args: [0n, 8_192n] },
  {
    what: "an open text one byte too long",
    visibility: 1,
    text: `${"é".repeat(4_096)}.`,
    error: "ScopeTextLength",
    args: [8_193n, 8_192n],
  },
  {
    what: "a private scope with a text",
    visibility: 2,
    text: "é",
    error: "PrivateScopeWithText",
    args: [2n],
  },
] as const;

function split(milestoneAmounts: readonly bigint[]) {
  const totalAmount = milestoneAmounts.reduce((sum, amount) => sum + amount, 0n);
  return { totalAmount, milestoneAmounts };
}

function count(length: number): bigint[] {
  return Array.from({ length }, (_, index) => BigInt(index + 1));
}

function latest({ now, params }: Facts): bigint {
  return now + BigInt(params.windows.maxHorizon);
}

function reviewWindow(given: number, { windows }: MarketParams): readonly bigint[] {
  return [BigInt(given), BigInt(windows.minReview), BigInt(windows.maxReview)];
}
