import { z } from "zod";
import { Address } from "../primitives/address.js";

/** The contracts of one market, by the names the site config uses. */
export const MarketContracts = z.strictObject({
  tokToken: Address,
  taskRegistry: Address,
  depositVault: Address,
  escrowVault: Address,
  paymentGateway: Address,
  stakingVault: Address,
  usdOracle: Address,
  pricingPolicy: Address,
  usdc: Address,
  scopeRegistry: Address,
  arbitration: Address,
  reputation: Address,
});
export type MarketContracts = z.infer<typeof MarketContracts>;

export type ContractName = keyof MarketContracts;

export const contractNames = Object.keys(MarketContracts.shape) as ContractName[];

/** Which contract obeys which; `bind` writes it once. */
export const controllers: readonly (readonly [ContractName, ContractName])[] = [
  ["scopeRegistry", "taskRegistry"],
  ["reputation", "taskRegistry"],
  ["depositVault", "taskRegistry"],
  ["escrowVault", "taskRegistry"],
  ["paymentGateway", "taskRegistry"],
  ["arbitration", "taskRegistry"],
  ["stakingVault", "paymentGateway"],
];
