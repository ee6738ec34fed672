/** What the Union counts credits with. */
export type CreditRules = { creditCap: bigint; stakePerCreditWei: bigint; creditPeriod: bigint };

/** Credits as the manual describes them, kept apart from the contract. */
export type CreditReference = {
  issued: bigint;
  closed: boolean;
  /** Counts an account up to a time and then changes its stake. */
  change(name: string, at: bigint, by: bigint): void;
  stakeOf(name: string): bigint;
  /** What an account would have if it were counted at a time. */
  creditsOf(name: string, at: bigint): bigint;
};

/** Creates a Union without accounts. */
export function createCreditReference(rules: CreditRules): CreditReference {
  const accounts = new Map<string, { staked: bigint; credits: bigint; countedAt: bigint }>();
  const get = (name: string) => accounts.get(name) ?? { staked: 0n, credits: 0n, countedAt: 0n };
  const due = (name: string, at: bigint) => {
    const { staked, countedAt } = get(name);
    if (reference.closed || staked === 0n) return 0n;
    const wholeCredit = 10n ** 18n;
    const grown =
      (staked * wholeCredit * (at - countedAt)) / (rules.stakePerCreditWei * rules.creditPeriod);
    const left = rules.creditCap - reference.issued;
    if (grown > left) return left;
    return grown;
  };
  const reference: CreditReference = {
    issued: 0n,
    closed: false,
    change(name, at, by) {
      const amount = due(name, at);
      const { staked, credits } = get(name);
      reference.issued += amount;
      accounts.set(name, { staked: staked + by, credits: credits + amount, countedAt: at });
    },
    stakeOf: (name) => get(name).staked,
    creditsOf: (name, at) => get(name).credits + due(name, at),
  };
  return reference;
}

/** Rewards as exact fractions: what each account should get if wei could be divided for ever. */
export type RewardReference = {
  /** Lets the stream flow up to a time. */
  advance(at: bigint): void;
  fund(at: bigint, amount: bigint): void;
  change(name: string, at: bigint, by: bigint): void;
  /** What an account has earned so far, times `rewardScale`. */
  earnedOf(name: string): bigint;
  totalStaked(): bigint;
  /** Smallest amount that can be funded now. */
  minimum(at: bigint): bigint;
};

export const rewardScale = 10n ** 60n;

/** Creates a stream without rewards. */
export function createRewardReference(period: bigint): RewardReference {
  const stakes = new Map<string, bigint>();
  const earned = new Map<string, bigint>();
  let now = 0n;
  let rate = 0n;
  let until = 0n;
  const total = () => [...stakes.values()].reduce((sum, staked) => sum + staked, 0n);
  const unpaid = () => (until > now ? (until - now) * rate : 0n);
  const reference: RewardReference = {
    advance(at) {
      const staked = total();
      if (staked === 0n) {
        if (until > now) until += at - now;
      } else if (until > now) {
        const end = at > until ? until : at;
        const flowing = end - now;
        for (const [name, part] of stakes) {
          const share = (flowing * rate * part * rewardScale) / staked;
          earned.set(name, (earned.get(name) ?? 0n) + share);
        }
      }
      now = at;
    },
    fund(at, amount) {
      reference.advance(at);
      rate = (unpaid() + amount) / period;
      until = now + period;
    },
    change(name, at, by) {
      reference.advance(at);
      stakes.set(name, (stakes.get(name) ?? 0n) + by);
    },
    earnedOf: (name) => earned.get(name) ?? 0n,
    totalStaked: total,
    minimum(at) {
      reference.advance(at);
      return unpaid() === 0n ? period : rate * period - unpaid();
    },
  };
  return reference;
}
