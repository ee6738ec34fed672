import fc from "fast-check";
import { getAddress, type Hex, maxUint256 } from "viem";
import { describe, expect, it } from "vitest";
import type { TaskTerms } from "../../../src/terms/task-terms.js";
import { useMarket } from "../../support/market.js";
import { buildTerms, hashTerms } from "../../support/terms.js";

const seed = 20_261_115;

describe.each(["standard", "micro"] as const)("TaskRegistry.termsDigest on %s", (name) => {
  const market = useMarket({ market: name });

  it("equals the EIP-712 digest that wallets compute, for any terms", async () => {
    await fc.assert(
      fc.asyncProperty(anyTerms, async (terms) => {
        const digest = await market.read("taskRegistry", "termsDigest", [terms]);
        expect(digest).toBe(hashTerms(market, terms));
      }),
      { seed, numRuns: 1_000 },
    );
  });

  it.each<[string, Partial<TaskTerms>]>([
    ["no milestone", { milestoneAmounts: [] }],
    ["20 milestones", { milestoneAmounts: Array.from({ length: 20 }, () => maxUint256) }],
    ["an empty market", { market: "" }],
    ["a market of many scripts", { market: "Märkte 市場 🏪 \u0000 \u202e" }],
    [
      "the largest numbers",
      { totalAmount: maxUint256, deadline: 2n ** 64n - 1n, salt: maxUint256 },
    ],
  ])("equals it for terms with %s", async (_, changes) => {
    const terms = await buildTerms(market, changes);

    const digest = await market.read("taskRegistry", "termsDigest", [terms]);
    expect(digest).toBe(hashTerms(market, terms));
  });

  it("differs as soon as one field does", async () => {
    const terms = await buildTerms(market);
    const { poster, worker } = terms;
    const others: TaskTerms[] = [
      { ...terms, negotiationId: "0x00000000000000000000000000000000" },
      { ...terms, market: `${terms.market} ` },
      { ...terms, poster: worker },
      { ...terms, worker: poster },
      { ...terms, token: market.contracts.usdc },
      { ...terms, totalAmount: terms.totalAmount + 1n },
      { ...terms, milestoneAmounts: [...terms.milestoneAmounts, 0n] },
      { ...terms, deadline: terms.deadline + 1n },
      { ...terms, reviewWindow: terms.reviewWindow + 1 },
      { ...terms, criteriaHash: `0x${"00".repeat(32)}` },
      { ...terms, salt: terms.salt + 1n },
    ];

    const digests = new Set<Hex>();
    for (const given of [terms, ...others]) {
      digests.add(await market.read("taskRegistry", "termsDigest", [given]));
    }

    expect(digests.size).toBe(others.length + 1);
  });
});

const anyAddress = anyHex(20).map((hex) => getAddress(hex));
const anyAmount = fc.oneof(
  fc.bigInt({ min: 0n, max: maxUint256 }),
  fc.constantFrom(0n, 1n, maxUint256),
);

const anyTerms: fc.Arbitrary<TaskTerms> = fc.record({
  negotiationId: anyHex(16),
  market: fc.oneof(
    fc.constantFrom("standard", "micro", ""),
    fc.string({ unit: "binary", maxLength: 80 }),
    fc.string({ unit: "grapheme", maxLength: 40 }),
  ),
  poster: anyAddress,
  worker: anyAddress,
  token: anyAddress,
  totalAmount: anyAmount,
  milestoneAmounts: fc.array(anyAmount, { maxLength: 20, size: "max" }),
  deadline: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
  reviewWindow: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
  criteriaHash: anyHex(32),
  salt: anyAmount,
});

function anyHex(bytes: number): fc.Arbitrary<Hex> {
  return fc
    .uint8Array({ minLength: bytes, maxLength: bytes })
    .map((value): Hex => `0x${Buffer.from(value).toString("hex")}`);
}
