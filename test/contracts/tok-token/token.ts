import { encodeDeployData } from "viem";
import { tokTokenBytecode } from "../../../src/chain/abi/tok-token.bytecode.js";
import { tokTokenAbi } from "../../../src/chain/abi/tok-token.js";
import { createDriver, type Driver, sendRaw } from "../../../src/devnet/driver.js";

/** A market with the real service token, whose whole supply the deployer holds. */
export async function deployToken(market: Driver, supply: bigint): Promise<Driver> {
  const from = market.actors.deployer.address;
  const deployment = {
    abi: tokTokenAbi,
    bytecode: tokTokenBytecode,
    args: [from, supply],
  } as const;
  const { created } = await sendRaw(market.engine, { from, data: encodeDeployData(deployment) });
  if (created === null) throw new Error("The devnet created no token.");
  return createDriver(market.engine, { ...market.contracts, tokToken: created });
}
