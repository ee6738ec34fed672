import type { ContractName } from "../../src/chain/contracts.js";
import type { Driver, DriverEvent } from "../../src/devnet/driver.js";

/** The event a contract of the market is expected to emit. */
export function emitted(
  market: Driver,
  by: ContractName,
  name: string,
  args: Record<string, unknown>,
): DriverEvent {
  return { name, address: market.contracts[by], args };
}
