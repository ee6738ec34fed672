import type { Address } from "../primitives/address.js";
import { paymentGatewayAbi } from "./abi/payment-gateway.js";
import { pricingPolicyAbi } from "./abi/pricing-policy.js";
import { usdOracleAbi } from "./abi/usd-oracle.js";
import type { BlockRef } from "./block-ref.js";
import { createContract } from "./contract.js";
import type { MarketContracts } from "./contracts.js";
import type { Rpc } from "./rpc.js";

/** A posting plan; price and period are zero for a free one. */
export type RawPlan = { id: string; dailyLimit: number; priceUsd6: bigint; periodDays: number };

/** The prices of a market. */
export type Prices = {
  accessFeeWei: bigint;
  /** What paying a plan in the service token saves, in basis points. */
  tokDiscountBps: bigint;
  maxTaskWei: bigint;
  plans: readonly RawPlan[];
};

/** One market's prices, read at a block. */
export type PricingReader = {
  prices(at: BlockRef): Promise<Prices>;
  /** Answers what a plan costs in units of a token; throws `RevertError` for an unknown plan. */
  quotePlan(planId: string, asset: Address, at: BlockRef): Promise<bigint>;
  /** Answers USD of one whole service token, with 18 decimals; throws `RevertError` when stale. */
  tokUsd18(at: BlockRef): Promise<bigint>;
  /** Answers the wallet that receives fees and plan payments. */
  treasury(at: BlockRef): Promise<Address>;
};

type PricingContracts = Pick<MarketContracts, "pricingPolicy" | "paymentGateway" | "usdOracle">;

/** Creates a reader of one market's prices. */
export function createPricingReader(rpc: Rpc, contracts: PricingContracts): PricingReader {
  const policy = createContract(rpc, pricingPolicyAbi, contracts.pricingPolicy);
  const gateway = createContract(rpc, paymentGatewayAbi, contracts.paymentGateway);
  const oracle = createContract(rpc, usdOracleAbi, contracts.usdOracle);
  return {
    async prices(at) {
      const [accessFeeWei, tokDiscountBps, maxTaskWei, plans] = await Promise.all([
        policy.read("accessFee", [], at),
        policy.read("tokDiscountBps", [], at),
        policy.read("maxTaskAmount", [], at),
        policy.read("plans", [], at),
      ]);
      return { accessFeeWei, tokDiscountBps, maxTaskWei, plans };
    },
    quotePlan: (planId, asset, at) => gateway.read("quotePlan", [planId, asset], at),
    tokUsd18: (at) => oracle.read("tokUsd18", [], at),
    treasury: (at) => gateway.read("treasury", [], at),
  };
}
