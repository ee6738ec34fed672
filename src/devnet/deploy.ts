import { encodeDeployData, encodeFunctionData, type Hex } from "viem";
import { devPriceFeedBytecode } from "../chain/abi/dev-price-feed.bytecode.js";
import { devPriceFeedAbi } from "../chain/abi/dev-price-feed.js";
import { devTokBytecode } from "../chain/abi/dev-tok.bytecode.js";
import { devTokAbi } from "../chain/abi/dev-tok.js";
import { devUsdcBytecode } from "../chain/abi/dev-usdc.bytecode.js";
import { devUsdcAbi } from "../chain/abi/dev-usdc.js";
import { stakingVaultAbi } from "../chain/abi/staking-vault.js";
import type { MarketContracts } from "../chain/contracts.js";
import { base } from "../chain/deployment/known-chains.js";
import type { MarketParams } from "../chain/deployment/market-params.js";
import { listMarketSteps, runMarketSteps } from "../chain/deployment/steps.js";
import type { Address } from "../primitives/address.js";
import type { MarketName } from "../primitives/market-name.js";
import { actorNames, nameActors } from "./actors.js";
import { sendRaw } from "./driver.js";
import type { Engine } from "./engine.js";

/** Where chain 8453 has its USDC; clients that pay by x402 know this address by heart. */
export const canonicalUsdc: Address = base.usdc;

/** What both markets share. */
export type DevTokens = { tokToken: Address; usdc: Address; priceFeed: Address };

/** One token is worth a tenth of a cent, with 8 decimals: an access fee is one dollar. */
const tokUsdPrice8 = 100_000n;

/** Deploys the tokens and the price feed, and gives every actor tokens to play with. */
export async function deployTokens(engine: Engine): Promise<DevTokens> {
  const actors = nameActors(engine.accounts);
  const from = actors.deployer.address;
  const create = async (data: Hex) => {
    const { created } = await sendRaw(engine, { from, data });
    if (created === null) throw new Error("The devnet created no contract.");
    return created;
  };
  const tokToken = await create(encodeDeployData({ abi: devTokAbi, bytecode: devTokBytecode }));
  const priceFeed = await create(
    encodeDeployData({
      abi: devPriceFeedAbi,
      bytecode: devPriceFeedBytecode,
      args: [tokUsdPrice8],
    }),
  );
  // The code of a deployed token, put where clients expect USDC.
  const original = await create(encodeDeployData({ abi: devUsdcAbi, bytecode: devUsdcBytecode }));
  const code = await engine.request("eth_getCode", [original, "latest"]);
  await engine.request("hardhat_setCode", [canonicalUsdc, code]);

  for (const name of actorNames) {
    const to = actors[name].address;
    await faucet(engine, from, tokToken, to, 10_000_000n * 10n ** 18n);
    await faucet(engine, from, canonicalUsdc, to, 100_000n * 10n ** 6n);
  }
  return { tokToken, usdc: canonicalUsdc, priceFeed };
}

/** Deploys one market and opens its Union. */
export async function deployMarket(
  engine: Engine,
  market: MarketName,
  tokens: DevTokens,
  params?: MarketParams,
): Promise<MarketContracts> {
  const actors = nameActors(engine.accounts);
  const owner = actors.deployer.address;
  const inputs = {
    ...tokens,
    owner,
    treasury: actors.treasury.address,
    ...(params === undefined ? {} : { params }),
  };
  const contracts = await runMarketSteps(
    listMarketSteps(market, inputs),
    inputs,
    async (_, tx) => (await sendRaw(engine, { from: owner, ...tx })).created ?? undefined,
  );
  const data = encodeFunctionData({ abi: stakingVaultAbi, functionName: "openStaking" });
  await sendRaw(engine, { from: owner, to: contracts.stakingVault, data });
  return contracts;
}

async function faucet(engine: Engine, from: Address, token: Address, to: Address, amount: bigint) {
  const data = encodeFunctionData({ abi: devTokAbi, functionName: "faucet", args: [to, amount] });
  await sendRaw(engine, { from, to: token, data });
}
