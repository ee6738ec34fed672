import { z } from "zod";

/** 32 bytes: a hash, a digest, a transaction hash. Parsing answers lowercase, so that `===` compares. */
export const Hex32 = z
  .templateLiteral(["0x", z.string().regex(/^[0-9a-fA-F]{64}$/)], {
    error: "Expected 32 bytes: 0x and 64 hex digits.",
  })
  .overwrite((value) => value.toLowerCase() as Hex32)
  .describe("32 bytes: 0x and 64 hex digits.");
export type Hex32 = `0x${string}`;

/** 32 zero bytes; contracts and envelopes use them for "none". */
export const zeroHex32: Hex32 = `0x${"0".repeat(64)}`;
