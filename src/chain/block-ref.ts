import type { Hex32 } from "../primitives/hex32.js";
import { findHex32, findQuantity, toQuantity } from "./wire-values.js";

/** One block of one history of the chain. Whatever is read "at" it is read from exactly this state. */
export type BlockRef = {
  number: number;
  hash: Hex32;
  parentHash: Hex32;
  /** Unix seconds. */
  timestamp: number;
};

/**
 * How a node is told which block a call is about. `hash` is EIP-1898: the node reads this very block
 * and refuses when it is no longer part of the chain. Nodes that do not know EIP-1898 get the number,
 * and the hash at that number is checked in the same request.
 */
export type BlockStyle = "hash" | "number";

/** Builds the block argument of a call. */
export function toBlockArgument(at: BlockRef, style: BlockStyle): unknown {
  return style === "hash" ? { blockHash: at.hash, requireCanonical: true } : toQuantity(at.number);
}

/** Reads the header of a block as a node answers it, or answers undefined when it is none. */
export function findBlockRef(value: unknown): BlockRef | undefined {
  if (typeof value !== "object" || value === null) return undefined;

  const raw = value as Record<string, unknown>;
  const number = findQuantity(raw.number);
  const timestamp = findQuantity(raw.timestamp);
  const hash = findHex32(raw.hash);
  const parentHash = findHex32(raw.parentHash);
  if (number === undefined || timestamp === undefined) return undefined;
  if (hash === undefined || parentHash === undefined) return undefined;

  return { number, hash, parentHash, timestamp };
}
