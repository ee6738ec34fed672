import { describe, expect, it } from "vitest";
import { raiseFees } from "../../../src/chain/deployment/fees.js";

const offer = (maxFeePerGas: bigint, maxPriorityFeePerGas: bigint) =>
  ({ type: "eip1559", maxFeePerGas, maxPriorityFeePerGas }) as const;
const legacy = (gasPrice: bigint) => ({ type: "legacy", gasPrice }) as const;

describe("raiseFees", () => {
  it("offers an eighth more than before, or what is asked now if that is more", () => {
    expect(raiseFees(offer(800n, 80n), offer(100n, 10n))).toEqual(offer(901n, 91n));
    expect(raiseFees(offer(800n, 80n), offer(5_000n, 10n))).toEqual(offer(5_000n, 91n));
    expect(raiseFees(offer(0n, 0n), offer(0n, 0n))).toEqual(offer(1n, 1n));
  });

  it("does the same with a single price", () => {
    expect(raiseFees(legacy(800n), legacy(100n))).toEqual(legacy(901n));
    expect(raiseFees(legacy(800n), legacy(2_000n))).toEqual(legacy(2_000n));
  });
});
