import {
  type Abi,
  type ContractFunctionArgs,
  type ContractFunctionName,
  type ContractFunctionReturnType,
  decodeEventLog,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  type Log,
  toEventSelector,
} from "viem";
import { arbitrationAbi } from "../chain/abi/arbitration.js";
import { depositVaultAbi } from "../chain/abi/deposit-vault.js";
import { devTokAbi } from "../chain/abi/dev-tok.js";
import { devUsdcAbi } from "../chain/abi/dev-usdc.js";
import { escrowVaultAbi } from "../chain/abi/escrow-vault.js";
import { paymentGatewayAbi } from "../chain/abi/payment-gateway.js";
import { pricingPolicyAbi } from "../chain/abi/pricing-policy.js";
import { reputationAbi } from "../chain/abi/reputation.js";
import { scopeRegistryAbi } from "../chain/abi/scope-registry.js";
import { stakingVaultAbi } from "../chain/abi/staking-vault.js";
import { taskRegistryAbi } from "../chain/abi/task-registry.js";
import { usdOracleAbi } from "../chain/abi/usd-oracle.js";
import type { ContractName, MarketContracts } from "../chain/contracts.js";
import { type Address, toChecksumAddress } from "../primitives/address.js";
import { type ActorName, type Actors, nameActors } from "./actors.js";
import type { Engine } from "./engine.js";

/** The ABI of each contract of a devnet market. */
export const abis = {
  tokToken: devTokAbi,
  usdc: devUsdcAbi,
  taskRegistry: taskRegistryAbi,
  depositVault: depositVaultAbi,
  escrowVault: escrowVaultAbi,
  paymentGateway: paymentGatewayAbi,
  stakingVault: stakingVaultAbi,
  usdOracle: usdOracleAbi,
  pricingPolicy: pricingPolicyAbi,
  scopeRegistry: scopeRegistryAbi,
  arbitration: arbitrationAbi,
  reputation: reputationAbi,
} as const satisfies Record<ContractName, Abi>;
type Abis = typeof abis;

export type DriverEvent = { name: string; address: Address; args: Record<string, unknown> };

/** A mined transaction. */
export type Sent = { hash: Hex; blockNumber: bigint; gasUsed: bigint; events: DriverEvent[] };

/** Acts on one market of the devnet in the name of its actors, without signing. */
export type Driver = {
  engine: Engine;
  contracts: MarketContracts;
  actors: Actors;
  /** Sends a call and answers what it emitted; throws the revert without sending if it would fail. */
  send<
    name extends ContractName,
    fn extends ContractFunctionName<Abis[name], "nonpayable">,
    args extends ContractFunctionArgs<Abis[name], "nonpayable", fn>,
  >(actor: ActorName, name: name, fn: fn, args: args): Promise<Sent>;
  /** Reads a view at the latest block. */
  read<
    name extends ContractName,
    fn extends ContractFunctionName<Abis[name], "view" | "pure">,
    args extends ContractFunctionArgs<Abis[name], "view" | "pure", fn>,
  >(
    name: name,
    fn: fn,
    args: args,
  ): Promise<ContractFunctionReturnType<Abis[name], "view" | "pure", fn, args>>;
  /** Time of the latest block. */
  now(): Promise<bigint>;
  /** Moves the clock on and mines a block. */
  travel(seconds: number | bigint): Promise<void>;
};

/** Creates a driver for one market. */
export function createDriver(engine: Engine, contracts: MarketContracts): Driver {
  const actors = nameActors(engine.accounts);
  return {
    engine,
    contracts,
    actors,
    async send(actor, name, fn, args) {
      const data = encode(name, fn, args);
      return sendRaw(engine, { from: actors[actor].address, to: contracts[name], data });
    },
    async read(name, fn, args) {
      const data = encode(name, fn, args);
      const result = await engine.request("eth_call", [{ to: contracts[name], data }, "latest"]);
      const abi: Abi = abis[name];
      const functionName: string = fn;
      return decodeFunctionResult({ abi, functionName, data: result as Hex }) as never;
    },
    async now() {
      const block = await engine.request("eth_getBlockByNumber", ["latest", false]);
      return BigInt((block as { timestamp: Hex }).timestamp);
    },
    async travel(seconds) {
      await engine.request("evm_increaseTime", [Number(seconds)]);
      await engine.request("evm_mine");
    },
  };
}

function encode(name: ContractName, functionName: string, args: unknown): Hex {
  const abi: Abi = abis[name];
  return encodeFunctionData({ abi, functionName, args: args as readonly unknown[] });
}

type RawReceipt = {
  status: Hex;
  blockNumber: Hex;
  gasUsed: Hex;
  contractAddress: Address | null;
  logs: Log[];
};

/** Sends a transaction of a dev account; a creation answers its address. */
export async function sendRaw(
  engine: Engine,
  tx: { from: Address; to?: Address; data: Hex },
): Promise<Sent & { created: Address | null }> {
  // A failing transaction is mined without its reason, so ask first.
  if (tx.to !== undefined) await engine.request("eth_call", [tx, "latest"]);
  const hash = (await engine.request("eth_sendTransaction", [tx])) as Hex;
  const receipt = (await engine.request("eth_getTransactionReceipt", [hash])) as RawReceipt;
  if (receipt.status !== "0x1") throw new Error(`Transaction ${hash} failed on the devnet.`);

  return {
    hash,
    blockNumber: BigInt(receipt.blockNumber),
    gasUsed: BigInt(receipt.gasUsed),
    created: receipt.contractAddress && toChecksumAddress(receipt.contractAddress),
    events: receipt.logs.flatMap(decodeLog),
  };
}

/** Decodes a log of one of our contracts; other logs answer nothing. */
function decodeLog({ address, data, topics }: Log): DriverEvent[] {
  const event = events.get(topics[0] ?? "0x");
  if (event === undefined) return [];

  const { eventName, args } = decodeEventLog({ abi: [event], data, topics });
  return [{ name: eventName, address: toChecksumAddress(address), args: { ...args } }];
}

// Looked up by topic: matching a log against every event of every contract costs more than sending.
const allAbis: Abi[] = Object.values(abis);
const events = new Map(
  allAbis
    .flat()
    .filter((item) => item.type === "event")
    .map((item) => [toEventSelector(item), item]),
);
