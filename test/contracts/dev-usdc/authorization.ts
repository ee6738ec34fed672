import type { Hex, TypedDataDomain, TypedDataParameter } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import type { ActorName } from "../../../src/devnet/actors.js";
import type { Driver } from "../../../src/devnet/driver.js";
import { hashText, usd } from "../../../src/devnet/flows.js";
import type { Address } from "../../../src/primitives/address.js";

/** What an EIP-3009 authorization says. */
export type Authorization = {
  from: Address;
  to: Address;
  value: bigint;
  validAfter: bigint;
  validBefore: bigint;
  nonce: Hex;
};

/** An authorization of the poster to pay the worker USD 3, valid for the next ten minutes. */
export async function authorize(
  market: Driver,
  changes: Partial<Authorization> = {},
): Promise<Authorization> {
  const now = await market.now();
  return {
    from: market.actors.poster.address,
    to: market.actors.worker.address,
    value: 3n * usd,
    validAfter: now - 1n,
    validBefore: now + 600n,
    nonce: hashText("first"),
    ...changes,
  };
}

/** Whether a nonce of a wallet can no longer be used. */
export function isUsed(
  market: Driver,
  { from, nonce }: Pick<Authorization, "from" | "nonce">,
): Promise<boolean> {
  return market.read("usdc", "authorizationState", [from, nonce]);
}

/** Who signs, and how the domain differs from the one that clients know. */
export type Signing = { by?: ActorName; domain?: TypedDataDomain };

export type SignedType = keyof typeof types;

/** Signs a message of a type, as the poster unless told otherwise. */
export function sign(
  market: Driver,
  primaryType: SignedType,
  message: Record<string, unknown>,
  { by = "poster", domain = {} }: Signing = {},
): Promise<Hex> {
  return privateKeyToAccount(market.actors[by].privateKey).signTypedData({
    domain: { ...usdcDomain, ...domain },
    types: types as Record<string, readonly TypedDataParameter[]>,
    primaryType,
    message,
  });
}

/** What clients that pay by x402 sign in. */
const usdcDomain: TypedDataDomain = {
  name: "USD Coin",
  version: "2",
  chainId: 8_453,
  verifyingContract: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
};

const payment = [
  { name: "from", type: "address" },
  { name: "to", type: "address" },
  { name: "value", type: "uint256" },
  { name: "validAfter", type: "uint256" },
  { name: "validBefore", type: "uint256" },
  { name: "nonce", type: "bytes32" },
] as const;

const types = {
  TransferWithAuthorization: payment,
  ReceiveWithAuthorization: payment,
  CancelAuthorization: [
    { name: "authorizer", type: "address" },
    { name: "nonce", type: "bytes32" },
  ],
} as const;
