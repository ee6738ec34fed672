import { type Hex, parseSignature } from "viem";
import type { ActorName } from "../../../src/devnet/actors.js";
import type { Driver, Sent } from "../../../src/devnet/driver.js";
import { type Authorization, type SignedType, type Signing, sign } from "./authorization.js";

/** One of the ways to use up an authorization; the payee or a stranger sends it. */
export type Use = {
  name: string;
  type: SignedType;
  send(market: Driver, given: Authorization, signature: Hex, by?: ActorName): Promise<Sent>;
};

export const transferParts: Use = {
  name: "transferWithAuthorization with a signature in three parts",
  type: "TransferWithAuthorization",
  send(market, given, signature, by = "stranger") {
    const { r, s, v } = parseSignature(signature);
    const args = [...toArgs(given), Number(v), r, s] as const;
    return market.send(by, "usdc", "transferWithAuthorization", args);
  },
};

export const transferWhole: Use = {
  name: "transferWithAuthorization with a signature in one piece",
  type: "TransferWithAuthorization",
  send(market, given, signature, by = "stranger") {
    const args = [...toArgs(given), signature] as const;
    return market.send(by, "usdc", "transferWithAuthorization", args);
  },
};

export const receive: Use = {
  name: "receiveWithAuthorization",
  type: "ReceiveWithAuthorization",
  send(market, given, signature, by = "worker") {
    const args = [...toArgs(given), signature] as const;
    return market.send(by, "usdc", "receiveWithAuthorization", args);
  },
};

export const cancel: Use = {
  name: "cancelAuthorization",
  type: "CancelAuthorization",
  send(market, { from, nonce }, signature, by = "stranger") {
    return market.send(by, "usdc", "cancelAuthorization", [from, nonce, signature]);
  },
};

export const uses = [transferParts, transferWhole, receive, cancel];

/** Signs an authorization for a use, as the poster unless told otherwise. */
export function signFor(
  market: Driver,
  use: Use,
  given: Authorization,
  signing?: Signing,
): Promise<Hex> {
  // The fields that a type does not have are left out of what is signed.
  return sign(market, use.type, { ...given, authorizer: given.from }, signing);
}

/** Signs an authorization and uses it. */
export async function run(
  market: Driver,
  use: Use,
  given: Authorization,
  signing?: Signing,
): Promise<Sent> {
  return use.send(market, given, await signFor(market, use, given, signing));
}

function toArgs({ from, to, value, validAfter, validBefore, nonce }: Authorization) {
  return [from, to, value, validAfter, validBefore, nonce] as const;
}
