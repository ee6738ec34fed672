import { postedPriceFeedBytecode } from "../../../src/chain/abi/posted-price-feed.bytecode.js";
import { postedPriceFeedAbi } from "../../../src/chain/abi/posted-price-feed.js";
import type { Driver } from "../../../src/devnet/driver.js";
import type { Address } from "../../../src/primitives/address.js";
import { deployContract } from "../../support/deploy-contract.js";

/** Deploys a feed of any owner and answers what its constructor emitted. */
export function deployOwnedFeed(market: Driver, owner: Address, answer = 100_000n) {
  const artifact = { abi: postedPriceFeedAbi, bytecode: postedPriceFeedBytecode };
  return deployContract(market, artifact, [owner, answer]);
}

/** Who owns a feed, and who may take it over. */
export async function readOwners(feed: Feed) {
  return { owner: await feed.read("owner", []), pending: await feed.read("pendingOwner", []) };
}

export type Feed = Awaited<ReturnType<typeof deployOwnedFeed>>["contract"];
