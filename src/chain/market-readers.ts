import { type ArbitrationReader, createArbitrationReader } from "./arbitration.js";
import type { MarketContracts } from "./contracts.js";
import { createDepositsReader, type DepositsReader } from "./deposits.js";
import { createEscrowReader, type EscrowReader } from "./escrow.js";
import { createEventReader, type EventReader } from "./events.js";
import { createPricingReader, type PricingReader } from "./pricing.js";
import { createReputationReader, type ReputationReader } from "./reputation.js";
import type { Rpc } from "./rpc.js";
import { createTaskRegistryReader, type TaskRegistryReader } from "./task-registry.js";
import { createTokensReader, type TokensReader } from "./tokens.js";
import { createUnionReader, type UnionReader } from "./union.js";

/** Everything that can be read of one market. */
export type MarketReaders = {
  registry: TaskRegistryReader;
  deposits: DepositsReader;
  union: UnionReader;
  pricing: PricingReader;
  reputation: ReputationReader;
  arbitration: ArbitrationReader;
  escrow: EscrowReader;
  tokens: TokensReader;
  events: EventReader;
};

/** Creates the readers of one market. They share the client, so their reads share its requests. */
export function createMarketReaders(rpc: Rpc, contracts: MarketContracts): MarketReaders {
  return {
    registry: createTaskRegistryReader(rpc, contracts.taskRegistry),
    deposits: createDepositsReader(rpc, contracts.depositVault),
    union: createUnionReader(rpc, contracts.stakingVault),
    pricing: createPricingReader(rpc, contracts),
    reputation: createReputationReader(rpc, contracts.reputation),
    arbitration: createArbitrationReader(rpc, contracts.arbitration),
    escrow: createEscrowReader(rpc, contracts.escrowVault),
    tokens: createTokensReader(rpc, contracts),
    events: createEventReader(rpc, contracts),
  };
}
