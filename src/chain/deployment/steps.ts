import {
  type Abi,
  type ContractConstructorArgs,
  encodeDeployData,
  encodeFunctionData,
  type Hex,
} from "viem";
import type { Address } from "../../primitives/address.js";
import type { MarketName } from "../../primitives/market-name.js";
import { arbitrationBytecode } from "../abi/arbitration.bytecode.js";
import { arbitrationAbi } from "../abi/arbitration.js";
import { depositVaultBytecode } from "../abi/deposit-vault.bytecode.js";
import { depositVaultAbi } from "../abi/deposit-vault.js";
import { escrowVaultBytecode } from "../abi/escrow-vault.bytecode.js";
import { escrowVaultAbi } from "../abi/escrow-vault.js";
import { paymentGatewayBytecode } from "../abi/payment-gateway.bytecode.js";
import { paymentGatewayAbi } from "../abi/payment-gateway.js";
import { postedPriceFeedBytecode } from "../abi/posted-price-feed.bytecode.js";
import { postedPriceFeedAbi } from "../abi/posted-price-feed.js";
import { pricingPolicyBytecode } from "../abi/pricing-policy.bytecode.js";
import { pricingPolicyAbi } from "../abi/pricing-policy.js";
import { reputationBytecode } from "../abi/reputation.bytecode.js";
import { reputationAbi } from "../abi/reputation.js";
import { scopeRegistryBytecode } from "../abi/scope-registry.bytecode.js";
import { scopeRegistryAbi } from "../abi/scope-registry.js";
import { stakingVaultBytecode } from "../abi/staking-vault.bytecode.js";
import { stakingVaultAbi } from "../abi/staking-vault.js";
import { taskRegistryBytecode } from "../abi/task-registry.bytecode.js";
import { taskRegistryAbi } from "../abi/task-registry.js";
import { tokTokenBytecode } from "../abi/tok-token.bytecode.js";
import { tokTokenAbi } from "../abi/tok-token.js";
import { usdOracleBytecode } from "../abi/usd-oracle.bytecode.js";
import { usdOracleAbi } from "../abi/usd-oracle.js";
import {
  type ContractName,
  contractNames,
  controllers,
  type MarketContracts,
} from "../contracts.js";
import { type MarketParams, marketParams } from "./market-params.js";

/** What a market is built on and who it belongs to. */
export type MarketInputs = {
  tokToken: Address;
  usdc: Address;
  priceFeed: Address;
  owner: Address;
  treasury: Address;
  /** Other numbers than the market's own, for tests. */
  params?: MarketParams;
};

/** A contract that a step needs or makes; the price feed is none of the site config's. */
export type PartName = ContractName | "priceFeed";

/** Tells where a part is; throws if the steps are out of order. */
export type LocatePart = (name: PartName) => Address;

/** A transaction of a step; no `to` for a creation. */
export type StepTx = { to?: Address; data: Hex };

/** One transaction of a deployment: it either makes a contract or names a contract's controller. */
export type Step = {
  id: string;
  /** The contract a creation makes. */
  deploys?: PartName;
  /** The contract that is bound, and the one it obeys from then on. */
  binds?: readonly [ContractName, ContractName];
  build(at: LocatePart): StepTx;
};

/** Sends the transaction of a step and answers the address it created, if any, once it is mined. */
export type SendStep = (step: Step, tx: StepTx) => Promise<Address | undefined>;

/** Makes the service token: the whole supply goes to the owner. */
export function buildTokStep(owner: Address, supplyWei: bigint): Step {
  return create("tokToken", tokTokenAbi, tokTokenBytecode, () => [owner, supplyWei]);
}

/** Makes a price feed whose owner posts the price; USD of one whole token with 8 decimals. */
export function buildPriceFeedStep(owner: Address, priceUsd8: bigint): Step {
  return create("priceFeed", postedPriceFeedAbi, postedPriceFeedBytecode, () => [owner, priceUsd8]);
}

/** Lists the transactions that make one market, in their order. */
export function listMarketSteps(
  market: MarketName,
  inputs: Pick<MarketInputs, "owner" | "treasury" | "params">,
): Step[] {
  const { owner, treasury } = inputs;
  const params = inputs.params ?? marketParams[market];
  const { union } = params;
  return [
    create("usdOracle", usdOracleAbi, usdOracleBytecode, (at) => [
      at("priceFeed"),
      params.priceMaxAge,
    ]),
    create("pricingPolicy", pricingPolicyAbi, pricingPolicyBytecode, () => [
      owner,
      {
        accessFee: params.accessFeeWei,
        tokDiscountBps: params.tokDiscountBps,
        maxTaskAmount: params.maxTaskWei,
        plans: params.plans,
      },
    ]),
    create("scopeRegistry", scopeRegistryAbi, scopeRegistryBytecode, () => []),
    create("reputation", reputationAbi, reputationBytecode, () => []),
    create("depositVault", depositVaultAbi, depositVaultBytecode, (at) => [
      at("usdc"),
      params.entryUsd6,
      params.recommendedUsd6,
      params.floorUsd6,
    ]),
    create("escrowVault", escrowVaultAbi, escrowVaultBytecode, (at) => [at("tokToken")]),
    create("stakingVault", stakingVaultAbi, stakingVaultBytecode, (at) => [
      owner,
      at("tokToken"),
      union.creditCap,
      union.stakePerCreditWei,
      union.creditPeriod,
      union.rewardPeriod,
    ]),
    create("paymentGateway", paymentGatewayAbi, paymentGatewayBytecode, (at) => [
      owner,
      treasury,
      at("tokToken"),
      at("usdc"),
      at("pricingPolicy"),
      at("usdOracle"),
      at("stakingVault"),
    ]),
    create("arbitration", arbitrationAbi, arbitrationBytecode, (at) => [
      at("tokToken"),
      at("depositVault"),
      params.arbitration,
    ]),
    create("taskRegistry", taskRegistryAbi, taskRegistryBytecode, (at) => [
      market,
      {
        tok: at("tokToken"),
        depositVault: at("depositVault"),
        escrowVault: at("escrowVault"),
        paymentGateway: at("paymentGateway"),
        pricingPolicy: at("pricingPolicy"),
        scopeRegistry: at("scopeRegistry"),
        arbitration: at("arbitration"),
        reputation: at("reputation"),
      },
      params.windows,
    ]),
    ...controllers.map(([name, controller]) => bind(name, controller)),
  ];
}

/** Runs the steps of one market one after the other and answers where its contracts are. */
export async function runMarketSteps(
  steps: readonly Step[],
  inputs: MarketInputs,
  send: SendStep,
): Promise<MarketContracts> {
  const { tokToken, usdc, priceFeed } = inputs;
  const known: Partial<Record<PartName, Address>> = { tokToken, usdc, priceFeed };
  const at: LocatePart = (name) => {
    const address = known[name];
    if (address === undefined) throw new Error(`Step order: ${name} is not deployed yet.`);
    return address;
  };
  for (const step of steps) {
    const address = await send(step, step.build(at));
    if (step.deploys !== undefined && address !== undefined) known[step.deploys] = address;
  }
  return Object.fromEntries(contractNames.map((name) => [name, at(name)])) as MarketContracts;
}

function create<const abi extends Abi, const args extends ContractConstructorArgs<abi>>(
  name: PartName,
  abi: abi,
  bytecode: Hex,
  args: (at: LocatePart) => args,
): Step {
  return {
    id: `deploy ${name}`,
    deploys: name,
    build: (at) => ({
      data: encodeDeployData({ abi, bytecode, args: args(at) } as Parameters<
        typeof encodeDeployData
      >[0]),
    }),
  };
}

function bind(name: ContractName, controller: ContractName): Step {
  return {
    id: `bind ${name}`,
    binds: [name, controller],
    build: (at) => ({
      to: at(name),
      // Every bound contract has the same `bind`; the deposit vault's ABI stands for all.
      data: encodeFunctionData({
        abi: depositVaultAbi,
        functionName: "bind",
        args: [at(controller)],
      }),
    }),
  };
}
