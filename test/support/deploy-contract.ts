import {
  type Abi,
  type ContractConstructorArgs,
  type ContractFunctionArgs,
  type ContractFunctionName,
  type ContractFunctionReturnType,
  decodeFunctionResult,
  encodeDeployData,
  encodeFunctionData,
  type Hex,
  type Log,
  parseEventLogs,
} from "viem";
import type { ActorName } from "../../src/devnet/actors.js";
import { type Driver, type DriverEvent, sendRaw } from "../../src/devnet/driver.js";
import { type Address, toChecksumAddress } from "../../src/primitives/address.js";

/** Acts on one contract that is none of the market's own. */
export type ContractDriver<abi extends Abi> = {
  address: Address;
  /** Sends a call and answers what it emitted; throws the revert without sending if it would fail. */
  send<
    fn extends ContractFunctionName<abi, "nonpayable">,
    args extends ContractFunctionArgs<abi, "nonpayable", fn>,
  >(actor: ActorName, fn: fn, args: args): Promise<DriverEvent[]>;
  /** Reads a view at the latest block. */
  read<
    fn extends ContractFunctionName<abi, "view" | "pure">,
    args extends ContractFunctionArgs<abi, "view" | "pure", fn>,
  >(fn: fn, args: args): Promise<ContractFunctionReturnType<abi, "view" | "pure", fn, args>>;
};

/** What a contract is made of. */
export type Artifact<abi extends Abi> = { abi: abi; bytecode: Hex };

/** Deploys a contract and answers what its constructor emitted; throws the revert if it would fail. */
export async function deployContract<const abi extends Abi>(
  market: Driver,
  { abi, bytecode }: Artifact<abi>,
  args: ContractConstructorArgs<abi>,
): Promise<{ contract: ContractDriver<abi>; events: DriverEvent[] }> {
  const untyped: Abi = abi;
  const data = encodeDeployData({ abi: untyped, bytecode, args: args as readonly unknown[] });
  const from = market.actors.deployer.address;
  await market.engine.request("eth_call", [{ from, data }, "latest"]);
  const { hash, created } = await sendRaw(market.engine, { from, data });
  if (created === null) throw new Error("The devnet created no contract.");

  return {
    contract: driveContract(market, abi, created),
    events: await readEvents(market, abi, hash),
  };
}

/** Acts on a contract that is already there. */
export function driveContract<const abi extends Abi>(
  market: Driver,
  abi: abi,
  address: Address,
): ContractDriver<abi> {
  const untyped: Abi = abi;
  const encode = (functionName: string, args: unknown) =>
    encodeFunctionData({ abi: untyped, functionName, args: args as readonly unknown[] });
  return {
    address,
    async send(actor, fn, args) {
      const from = market.actors[actor].address;
      const { hash } = await sendRaw(market.engine, { from, to: address, data: encode(fn, args) });
      return readEvents(market, abi, hash);
    },
    async read(fn, args) {
      const call = { to: address, data: encode(fn, args) };
      const data = (await market.engine.request("eth_call", [call, "latest"])) as Hex;
      const functionName: string = fn;
      return decodeFunctionResult({ abi: untyped, functionName, data }) as never;
    },
  };
}

async function readEvents(market: Driver, abi: Abi, hash: Hex): Promise<DriverEvent[]> {
  const receipt = await market.engine.request("eth_getTransactionReceipt", [hash]);
  const { logs } = receipt as { logs: Log[] };
  return parseEventLogs({ abi, logs }).map((log) => ({
    name: log.eventName,
    address: toChecksumAddress(log.address),
    args: log.args as Record<string, unknown>,
  }));
}
