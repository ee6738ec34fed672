import { pbkdf2Sync } from "node:crypto";
import { HDKey, privateKeyToAddress } from "viem/accounts";
import type { Address } from "../primitives/address.js";

/** An account of the devnet. Its key is public knowledge: never use it on a real chain. */
export type DevAccount = { address: Address; privateKey: `0x${string}` };

/** The mnemonic that every local chain uses, so that wallets and scripts know these accounts. */
export const devMnemonic = "test test test test test test test test test test test junk";

/** Derives the first `count` accounts of the dev mnemonic, in the usual order. */
export function buildDevAccounts(count: number): DevAccount[] {
  // BIP-39 with Node's own PBKDF2: the pure JavaScript one costs more than starting the chain.
  const seed = pbkdf2Sync(devMnemonic, "mnemonic", 2048, 64, "sha512");
  const parent = HDKey.fromMasterSeed(seed).derive("m/44'/60'/0'/0");
  return Array.from({ length: count }, (_, index) => {
    const bytes = parent.deriveChild(index).privateKey as Uint8Array;
    const privateKey = `0x${Buffer.from(bytes).toString("hex")}` as const;
    return { address: privateKeyToAddress(privateKey), privateKey };
  });
}
