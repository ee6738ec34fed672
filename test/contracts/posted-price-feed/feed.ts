import {
  type ContractFunctionArgs,
  type ContractFunctionName,
  decodeFunctionResult,
  encodeDeployData,
  encodeFunctionData,
  type Hex,
  parseEventLogs,
} from "viem";
import { postedPriceFeedBytecode } from "../../../src/chain/abi/posted-price-feed.bytecode.js";
import { postedPriceFeedAbi } from "../../../src/chain/abi/posted-price-feed.js";
import type { ActorName } from "../../../src/devnet/actors.js";
import { type Driver, sendRaw } from "../../../src/devnet/driver.js";
import type { Address } from "../../../src/primitives/address.js";

type FeedAbi = typeof postedPriceFeedAbi;

/** What the creation of a feed of the deployer sends. */
export function encodeFeed(market: Driver, answer: bigint): { from: Address; data: Hex } {
  const from = market.actors.deployer.address;
  const deployment = { abi: postedPriceFeedAbi, bytecode: postedPriceFeedBytecode } as const;
  return { from, data: encodeDeployData({ ...deployment, args: [from, answer] }) };
}

/** Deploys a feed of the deployer. */
export async function deployFeed(market: Driver, answer: bigint): Promise<Address> {
  const { created } = await sendRaw(market.engine, encodeFeed(market, answer));
  if (created === null) throw new Error("The devnet created no feed.");
  return created;
}

/** Posts a price and answers the events of the feed. */
export async function postPrice(market: Driver, feed: Address, by: ActorName, answer: bigint) {
  const call = { abi: postedPriceFeedAbi, functionName: "post", args: [answer] } as const;
  const from = market.actors[by].address;
  const { hash } = await sendRaw(market.engine, { from, to: feed, data: encodeFunctionData(call) });
  const receipt = await market.engine.request("eth_getTransactionReceipt", [hash]);
  const { logs } = receipt as { logs: Parameters<typeof parseEventLogs>[0]["logs"] };
  return parseEventLogs({ abi: postedPriceFeedAbi, logs }).map(({ eventName, args }) => ({
    name: eventName,
    args,
  }));
}

/** Reads a view of a feed. */
export async function readFeed<fn extends ContractFunctionName<FeedAbi, "view">>(
  market: Driver,
  feed: Address,
  functionName: fn,
) {
  const args = [] as unknown as ContractFunctionArgs<FeedAbi, "view", fn>;
  const call = { abi: postedPriceFeedAbi, functionName, args };
  const request = { to: feed, data: encodeFunctionData(call as never) };
  const data = (await market.engine.request("eth_call", [request, "latest"])) as Hex;
  return decodeFunctionResult({ ...call, data } as never) as unknown;
}
