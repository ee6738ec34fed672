import { concat, type Hex, numberToHex, parseSignature } from "viem";

/** The other signature of the same key for the same message, which careful contracts refuse. */
export function mirrorSignature(signature: Hex): Hex {
  const { r, s, v } = parseSignature(signature);
  const mirrored = numberToHex(curveOrder - BigInt(s), { size: 32 });
  return concat([r, mirrored, v === 27n ? "0x1c" : "0x1b"]);
}

/** Order of secp256k1. */
const curveOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
