import { encodeDeployData, type Hex } from "viem";
import { pricingPolicyBytecode } from "../../../src/chain/abi/pricing-policy.bytecode.js";
import { pricingPolicyAbi } from "../../../src/chain/abi/pricing-policy.js";
import { marketParams, type Plan } from "../../../src/chain/deployment/market-params.js";
import { createDriver, type Driver, sendRaw } from "../../../src/devnet/driver.js";
import type { Address } from "../../../src/primitives/address.js";

/** Everything a policy starts with. */
export type Prices = {
  accessFee: bigint;
  tokDiscountBps: bigint;
  maxTaskAmount: bigint;
  plans: readonly Plan[];
};

const { standard } = marketParams;

/** The prices of the standard market. */
export const standardPrices: Prices = {
  accessFee: standard.accessFeeWei,
  tokDiscountBps: standard.tokDiscountBps,
  maxTaskAmount: standard.maxTaskWei,
  plans: standard.plans,
};

/** What the creation of a policy of the deployer sends. */
export function encodePolicy(
  market: Driver,
  changes: Partial<Prices>,
): { from: Address; data: Hex } {
  const from = market.actors.deployer.address;
  const prices = { ...standardPrices, ...changes };
  const deployment = { abi: pricingPolicyAbi, bytecode: pricingPolicyBytecode } as const;
  return { from, data: encodeDeployData({ ...deployment, args: [from, prices] }) };
}

/** A market with another policy. */
export async function deployPolicy(market: Driver, changes: Partial<Prices>): Promise<Driver> {
  const { created } = await sendRaw(market.engine, encodePolicy(market, changes));
  if (created === null) throw new Error("The devnet created no policy.");
  return createDriver(market.engine, { ...market.contracts, pricingPolicy: created });
}

/** All prices of a market's policy. */
export async function readPrices(market: Driver): Promise<Prices> {
  return {
    accessFee: await market.read("pricingPolicy", "accessFee", []),
    tokDiscountBps: await market.read("pricingPolicy", "tokDiscountBps", []),
    maxTaskAmount: await market.read("pricingPolicy", "maxTaskAmount", []),
    plans: await market.read("pricingPolicy", "plans", []),
  };
}
