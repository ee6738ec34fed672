import { erc20Abi } from "viem";
import { SvcError } from "../../errors.js";
import type { Address } from "../../primitives/address.js";
import { postedPriceFeedAbi } from "../abi/posted-price-feed.js";
import { findView } from "./find-view.js";
import { type DeployNode, isRefusal } from "./node.js";

/** Throws `invalid_input` unless a token with these decimals is at the address. */
export async function assertToken(
  node: DeployNode,
  flag: string,
  address: Address,
  decimals: number,
): Promise<void> {
  await assertCode(node, flag, address);
  const found = await findView(node, address, erc20Abi, "decimals");
  if (found === decimals) return;

  const answer = found === undefined ? "is no token" : `has ${found} decimals`;
  throw new SvcError(
    "invalid_input",
    `${flag} must be a token with ${decimals} decimals; ${address} ${answer}.`,
    { flag, address },
  );
}

/** Answers when a feed was last updated, or throws `invalid_input` unless it tells a price. */
export async function readPriceFeed(
  node: DeployNode,
  flag: string,
  address: Address,
): Promise<{ updatedAtUnix: bigint }> {
  await assertCode(node, flag, address);
  const decimals = await findView(node, address, postedPriceFeedAbi, "decimals");
  const round = await findView(node, address, postedPriceFeedAbi, "latestRoundData");
  if (decimals === undefined || decimals > 18 || round === undefined || round[1] <= 0n) {
    throw new SvcError(
      "invalid_input",
      `${flag} must be a price feed with a positive answer and at most 18 decimals; ${address} is none.`,
      { flag, address },
    );
  }

  return { updatedAtUnix: round[3] };
}

/** Throws `chain_mismatch` if the chain's EVM is older than the contracts need. */
export async function assertModernEvm(node: DeployNode): Promise<void> {
  const readsTransientStorage = "0x5f5c5f5ff3";
  const doesNothing = "0x60006000f3";
  if (await runs(node, readsTransientStorage)) return;
  // A node that runs no creation code in a call at all cannot tell.
  if (!(await runs(node, doesNothing))) return;

  throw new SvcError(
    "chain_mismatch",
    "This chain's EVM is too old: the contracts need transient storage (the Cancun upgrade).",
  );
}

async function runs(node: DeployNode, data: `0x${string}`): Promise<boolean> {
  try {
    await node.call({ data });
    return true;
  } catch (error) {
    if (isRefusal(error)) return false;
    throw error;
  }
}

async function assertCode(node: DeployNode, flag: string, address: Address): Promise<void> {
  if (await node.hasCode(address)) return;

  throw new SvcError(
    "invalid_input",
    `${flag} must be a contract; there is no code at ${address} on this chain.`,
    { flag, address },
  );
}
