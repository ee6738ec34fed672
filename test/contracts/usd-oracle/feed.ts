import { encodeFunctionData, type Hex, numberToHex } from "viem";
import { devPriceFeedAbi } from "../../../src/chain/abi/dev-price-feed.js";
import { type Driver, sendRaw } from "../../../src/devnet/driver.js";
import type { Address } from "../../../src/primitives/address.js";

/** Sets the price of the devnet's feed, with 8 decimals. */
export async function setPrice(market: Driver, answer: bigint): Promise<void> {
  const call = { abi: devPriceFeedAbi, functionName: "setAnswer", args: [answer] } as const;
  await sendToFeed(market, encodeFunctionData(call));
}

/** Makes the answer of the devnet's feed as old as a time; zero makes it fresh again. */
export async function freezeFeed(market: Driver, updatedAt: bigint): Promise<void> {
  const call = { abi: devPriceFeedAbi, functionName: "freeze", args: [updatedAt] } as const;
  await sendToFeed(market, encodeFunctionData(call));
}

/** What a feed answers: the same five words to every call, the first of them also its decimals. */
export type FixedFeed = { decimals: number; answer: bigint; updatedAt: bigint };

/** Puts the code of a feed that never changes at an address of its own. */
export async function placeFeed(market: Driver, feed: FixedFeed): Promise<Address> {
  const address: Address = "0x0000000000000000000000000000000000007777";
  const { decimals, answer, updatedAt } = feed;
  const words = [BigInt(decimals), BigInt.asUintN(256, answer), updatedAt, updatedAt, 1n];
  const data = words.map((word) => numberToHex(word, { size: 32 }).slice(2)).join("");
  await market.engine.request("hardhat_setCode", [address, `0x${returnTail}${data}`]);
  return address;
}

/** Copies the 160 bytes behind these 12 into memory and returns them. */
const returnTail = "60a0600c60003960a06000f3";

async function sendToFeed(market: Driver, data: Hex): Promise<void> {
  const to = await market.read("usdOracle", "feed", []);
  await sendRaw(market.engine, { from: market.actors.stranger.address, to, data });
}
