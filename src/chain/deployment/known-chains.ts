import type { Address } from "../../primitives/address.js";

/** What is known of a chain without being told: its name and its USDC. */
export type KnownChain = { name: string; usdc: Address };

/** The chain of the service. */
export const base: KnownChain = {
  name: "Base",
  usdc: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
};

const knownChains: Readonly<Record<number, KnownChain>> = { 8453: base };

/** Finds a chain by its id. */
export function findKnownChain(chainId: number): KnownChain | undefined {
  return knownChains[chainId];
}
