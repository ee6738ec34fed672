import { isDeepStrictEqual } from "node:util";
import type { Abi } from "viem";
import { SvcError } from "../../errors.js";
import type { MarketName } from "../../primitives/market-name.js";
import { arbitrationAbi } from "../abi/arbitration.js";
import { depositVaultAbi } from "../abi/deposit-vault.js";
import { escrowVaultAbi } from "../abi/escrow-vault.js";
import { paymentGatewayAbi } from "../abi/payment-gateway.js";
import { pricingPolicyAbi } from "../abi/pricing-policy.js";
import { stakingVaultAbi } from "../abi/staking-vault.js";
import { taskRegistryAbi } from "../abi/task-registry.js";
import { usdOracleAbi } from "../abi/usd-oracle.js";
import { type ContractName, controllers, type MarketContracts } from "../contracts.js";
import { findView } from "./find-view.js";
import { type MarketParams, marketParams } from "./market-params.js";
import type { DeployNode } from "./node.js";
import type { MarketInputs } from "./steps.js";

/** Reads a new market back, or throws `contract_mismatch` with what is not as it was ordered. */
export async function assertMarketDeployed(
  node: Pick<DeployNode, "call">,
  market: MarketName,
  contracts: MarketContracts,
  inputs: Pick<MarketInputs, "owner" | "treasury" | "priceFeed">,
): Promise<void> {
  const views = listExpectedViews(market, contracts, inputs, marketParams[market]);
  const found = await Promise.all(
    views.map(([name, abi, view]) => findView(node, contracts[name], abi, view)),
  );
  const index = views.findIndex(([, , , wanted], each) => !isDeepStrictEqual(found[each], wanted));
  const wrong = views[index];
  if (wrong === undefined) return;

  const [name, , view] = wrong;
  throw new SvcError(
    "contract_mismatch",
    `Reading back ${market} failed: ${name}.${view}() at ${contracts[name]} does not answer what was deployed. A node that lags can cause this: run the same command again.`,
    { market, contract: name, view },
  );
}

type ExpectedView = readonly [ContractName, Abi, view: string, answer: unknown];

function listExpectedViews(
  market: MarketName,
  contracts: MarketContracts,
  { owner, treasury, priceFeed }: Pick<MarketInputs, "owner" | "treasury" | "priceFeed">,
  params: MarketParams,
): ExpectedView[] {
  const { tokToken: tok, usdc, depositVault, escrowVault, paymentGateway } = contracts;
  const { pricingPolicy, scopeRegistry, arbitration, reputation } = contracts;
  const links = {
    tok,
    depositVault,
    escrowVault,
    paymentGateway,
    pricingPolicy,
    scopeRegistry,
    arbitration,
    reputation,
  };
  return [
    ["taskRegistry", taskRegistryAbi, "market", market],
    ["taskRegistry", taskRegistryAbi, "links", links],
    ["taskRegistry", taskRegistryAbi, "windows", params.windows],
    // Every bound contract has the same `controller`; the deposit vault's ABI stands for all.
    ...controllers.map(
      ([name, controller]): ExpectedView => [
        name,
        depositVaultAbi,
        "controller",
        contracts[controller],
      ],
    ),
    ["depositVault", depositVaultAbi, "usdc", usdc],
    ["depositVault", depositVaultAbi, "entryDeposit", params.entryUsd6],
    ["depositVault", depositVaultAbi, "recommendedDeposit", params.recommendedUsd6],
    ["depositVault", depositVaultAbi, "floorDeposit", params.floorUsd6],
    ["escrowVault", escrowVaultAbi, "tok", tok],
    ["paymentGateway", paymentGatewayAbi, "owner", owner],
    ["paymentGateway", paymentGatewayAbi, "treasury", treasury],
    ["paymentGateway", paymentGatewayAbi, "tok", tok],
    ["paymentGateway", paymentGatewayAbi, "usdc", usdc],
    ["paymentGateway", paymentGatewayAbi, "policy", pricingPolicy],
    ["paymentGateway", paymentGatewayAbi, "oracle", contracts.usdOracle],
    ["paymentGateway", paymentGatewayAbi, "staking", contracts.stakingVault],
    ["pricingPolicy", pricingPolicyAbi, "owner", owner],
    ["pricingPolicy", pricingPolicyAbi, "accessFee", params.accessFeeWei],
    ["pricingPolicy", pricingPolicyAbi, "tokDiscountBps", params.tokDiscountBps],
    ["pricingPolicy", pricingPolicyAbi, "maxTaskAmount", params.maxTaskWei],
    ["pricingPolicy", pricingPolicyAbi, "plans", params.plans],
    ["stakingVault", stakingVaultAbi, "owner", owner],
    ["stakingVault", stakingVaultAbi, "tok", tok],
    ["stakingVault", stakingVaultAbi, "creditCap", params.union.creditCap],
    ["usdOracle", usdOracleAbi, "feed", priceFeed],
    ["usdOracle", usdOracleAbi, "maxAge", params.priceMaxAge],
    ["arbitration", arbitrationAbi, "tok", tok],
    ["arbitration", arbitrationAbi, "params", params.arbitration],
  ];
}
