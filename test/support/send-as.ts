import {
  type Abi,
  type ContractFunctionArgs,
  type ContractFunctionName,
  encodeFunctionData,
  numberToHex,
} from "viem";
import type { ContractName } from "../../src/chain/contracts.js";
import { abis, type Driver, type Sent, sendRaw } from "../../src/devnet/driver.js";
import type { Address } from "../../src/primitives/address.js";

/** Sends a call in the name of a contract; throws the revert without sending if it would fail. */
export async function sendAs<
  name extends ContractName,
  fn extends ContractFunctionName<(typeof abis)[name], "nonpayable">,
  args extends ContractFunctionArgs<(typeof abis)[name], "nonpayable", fn>,
>(market: Driver, from: Address, name: name, fn: fn, args: args): Promise<Sent> {
  const abi: Abi = abis[name];
  const functionName: string = fn;
  const data = encodeFunctionData({ abi, functionName, args: args as readonly unknown[] });
  await market.engine.request("hardhat_impersonateAccount", [from]);
  await market.engine.request("hardhat_setBalance", [from, numberToHex(10n ** 18n)]);
  return sendRaw(market.engine, { from, to: market.contracts[name], data });
}
