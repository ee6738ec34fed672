import {
  type Abi,
  type ContractFunctionArgs,
  type ContractFunctionName,
  type ContractFunctionReturnType,
  decodeFunctionResult,
  encodeDeployData,
  encodeFunctionData,
  type Hex,
} from "viem";
import { actorNames, nameActors } from "../../src/devnet/actors.js";
import type { DevTokens } from "../../src/devnet/deploy.js";
import { type Driver, sendRaw } from "../../src/devnet/driver.js";
import type { Engine } from "../../src/devnet/engine.js";
import type { Address } from "../../src/primitives/address.js";
import {
  hostileTokenAbi,
  hostileTokenBytecode,
} from "../contracts/fixtures/hostile-token.artifact.js";

type HostileAbi = typeof hostileTokenAbi;

/** The `tokens` option of a market whose service token misbehaves on demand. */
export async function hostileTok(engine: Engine, tokens: DevTokens): Promise<DevTokens> {
  return { ...tokens, tokToken: await deployHostileToken(engine) };
}

/** The `tokens` option of a market whose USDC misbehaves on demand. */
export async function hostileUsdc(engine: Engine, tokens: DevTokens): Promise<DevTokens> {
  return { ...tokens, usdc: await deployHostileToken(engine) };
}

/** Tells the hostile token in the place of `tokToken` or `usdc` what to do from now on. */
export async function misbehave<
  fn extends ContractFunctionName<HostileAbi, "nonpayable">,
  args extends ContractFunctionArgs<HostileAbi, "nonpayable", fn>,
>(market: Driver, token: "tokToken" | "usdc", fn: fn, args: args): Promise<void> {
  await sendRaw(market.engine, {
    from: market.actors.deployer.address,
    to: market.contracts[token],
    data: encode(fn, args),
  });
}

/** Asks the hostile token what it has done. */
export async function askHostile<
  fn extends ContractFunctionName<HostileAbi, "view">,
  args extends ContractFunctionArgs<HostileAbi, "view", fn>,
>(
  market: Driver,
  token: "tokToken" | "usdc",
  fn: fn,
  args: args,
): Promise<ContractFunctionReturnType<HostileAbi, "view", fn, args>> {
  const call = { to: market.contracts[token], data: encode(fn, args) };
  const data = (await market.engine.request("eth_call", [call, "latest"])) as Hex;
  const abi: Abi = hostileTokenAbi;
  const functionName: string = fn;
  return decodeFunctionResult({ abi, functionName, data }) as never;
}

async function deployHostileToken(engine: Engine): Promise<Address> {
  const actors = nameActors(engine.accounts);
  const from = actors.deployer.address;
  const data = encodeDeployData({ abi: hostileTokenAbi, bytecode: hostileTokenBytecode });
  const { created } = await sendRaw(engine, { from, data });
  if (created === null) throw new Error("The devnet created no token.");

  for (const name of actorNames) {
    const gift = encode("faucet", [actors[name].address, 10_000_000n * 10n ** 18n]);
    await sendRaw(engine, { from, to: created, data: gift });
  }
  return created;
}

function encode(functionName: string, args: unknown): Hex {
  const abi: Abi = hostileTokenAbi;
  return encodeFunctionData({ abi, functionName, args: args as readonly unknown[] });
}
