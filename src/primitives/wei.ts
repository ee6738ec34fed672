import { z } from "zod";
import { SvcError } from "../errors.js";

/** The largest amount a contract can hold. */
export const maxUint256 = 2n ** 256n - 1n;

/** An amount at the edge: a decimal integer of wei. Inside the service it is a bigint. */
export const Wei = z
  .string()
  .regex(/^(0|[1-9]\d{0,77})$/, "Expected a decimal integer of wei without sign or leading zeros.")
  .refine(isUint256, "The amount does not fit 256 bits.")
  .describe("Amount in wei, decimal integer.");
export type Wei = z.infer<typeof Wei>;

/** Reads an amount from the edge, or throws `invalid_amount`. */
export function parseWei(value: string): bigint {
  const wei = Wei.safeParse(value);
  if (!wei.success) {
    const reason = wei.error.issues[0]?.message ?? "Expected a decimal integer of wei.";
    throw new SvcError("invalid_amount", reason);
  }

  return BigInt(wei.data);
}

/** Writes an amount for the edge, or throws `invalid_amount` when no contract could hold it. */
export function toWei(amount: bigint): Wei {
  if (amount < 0n || amount > maxUint256) {
    throw new SvcError("invalid_amount", "The amount does not fit 256 bits.");
  }

  return amount.toString();
}

/** True when a string of digits is at most the largest unsigned 256-bit integer. */
export function isUint256(digits: string): boolean {
  return /^\d{1,78}$/.test(digits) && BigInt(digits) <= maxUint256;
}
