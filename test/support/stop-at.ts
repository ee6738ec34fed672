import type { Driver } from "../../src/devnet/driver.js";

/** Mines a block at exactly this time, and gives the next transaction the same time. */
export async function stopAt(market: Driver, unix: number | bigint): Promise<void> {
  await market.engine.request("evm_setNextBlockTimestamp", [Number(unix)]);
  await market.engine.request("evm_mine");
  await market.engine.request("evm_setNextBlockTimestamp", [Number(unix)]);
}
