import type { Address } from "../primitives/address.js";

/** What poster and worker agree on, as the registry takes it. */
export type TaskTerms = {
  /** The 16 bytes of the negotiation's UUID; zero for an open post. */
  negotiationId: `0x${string}`;
  market: string;
  poster: Address;
  worker: Address;
  token: Address;
  totalAmount: bigint;
  milestoneAmounts: readonly bigint[];
  /** Unix seconds. */
  deadline: bigint;
  /** Seconds. */
  reviewWindow: number;
  criteriaHash: `0x${string}`;
  salt: bigint;
};

/** The EIP-712 types of the terms; the registry hashes the same ones. */
export const taskTermsTypes = {
  TaskTerms: [
    { name: "negotiationId", type: "bytes16" },
    { name: "market", type: "string" },
    { name: "poster", type: "address" },
    { name: "worker", type: "address" },
    { name: "token", type: "address" },
    { name: "totalAmount", type: "uint256" },
    { name: "milestoneAmounts", type: "uint256[]" },
    { name: "deadline", type: "uint64" },
    { name: "reviewWindow", type: "uint32" },
    { name: "criteriaHash", type: "bytes32" },
    { name: "salt", type: "uint256" },
  ],
} as const;

/** The typed data a wallet signs to accept terms in the domain of one market's registry. */
export function buildTermsTypedData(terms: TaskTerms, chainId: number, registry: Address) {
  return {
    domain: { name: "svc Task Market", version: "2", chainId, verifyingContract: registry },
    types: taskTermsTypes,
    primaryType: "TaskTerms",
    message: terms,
  } as const;
}
