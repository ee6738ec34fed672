import type { Hex32 } from "../primitives/hex32.js";

/** Writes a number the way JSON-RPC wants it. */
export function toQuantity(value: number): `0x${string}` {
  return `0x${value.toString(16)}`;
}

/** Reads a quantity of JSON-RPC, or answers undefined when it is none, or too large for a number. */
export function findQuantity(value: unknown): number | undefined {
  if (typeof value !== "string" || !/^0x[0-9a-fA-F]{1,16}$/.test(value)) return undefined;

  const number = Number(value);
  return Number.isSafeInteger(number) ? number : undefined;
}

/** Reads 32 bytes of JSON-RPC in lowercase, or answers undefined when it is something else. */
export function findHex32(value: unknown): Hex32 | undefined {
  if (typeof value !== "string" || !/^0x[0-9a-fA-F]{64}$/.test(value)) return undefined;

  return value.toLowerCase() as Hex32;
}
