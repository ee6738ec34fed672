import { encodeDeployData } from "viem";
import { usdOracleBytecode } from "../../../src/chain/abi/usd-oracle.bytecode.js";
import { usdOracleAbi } from "../../../src/chain/abi/usd-oracle.js";
import { createDriver, type Driver, sendRaw } from "../../../src/devnet/driver.js";
import type { Address } from "../../../src/primitives/address.js";

/** What the creation of an oracle sends. */
export function encodeOracle(feed: Address, maxAge = 86_400n) {
  return encodeDeployData({ abi: usdOracleAbi, bytecode: usdOracleBytecode, args: [feed, maxAge] });
}

/** A market whose oracle reads another feed. */
export async function deployOracle(
  market: Driver,
  feed: Address,
  maxAge?: bigint,
): Promise<Driver> {
  const from = market.actors.deployer.address;
  const { created } = await sendRaw(market.engine, { from, data: encodeOracle(feed, maxAge) });
  if (created === null) throw new Error("The devnet created no oracle.");
  return createDriver(market.engine, { ...market.contracts, usdOracle: created });
}
