import { SvcError } from "../../errors.js";
import { type Address, zeroAddress } from "../../primitives/address.js";
import { type MarketName, marketNames } from "../../primitives/market-name.js";
import { usdOracleAbi } from "../abi/usd-oracle.js";
import type { Deployment, MarketDeployment } from "./file.js";
import { findView } from "./find-view.js";
import { findKnownChain } from "./known-chains.js";
import type { DeployNode } from "./node.js";
import type { DeploySettings } from "./settings.js";

/** What was asked for; everything but the markets has a default. */
export type DeployChoices = {
  markets: readonly MarketName[];
  owner: Address | undefined;
  treasury: Address | undefined;
  tok: Address | undefined;
  tokSupplyWei: bigint | undefined;
  usdc: Address | undefined;
  priceFeed: Address | undefined;
  tokPriceUsd8: bigint | undefined;
};

const defaultSupplyWei = 1_000_000_000n * 10n ** 18n;
/** A tenth of a cent: an access fee is then one dollar. */
const defaultPriceUsd8 = 100_000n;

/** Fills what was not chosen, from the file that a market is added to or from what is known. */
export async function resolveSettings(
  node: DeployNode,
  chainId: number,
  deployer: Address,
  choices: DeployChoices,
  existing: Deployment | undefined,
): Promise<DeploySettings> {
  const sibling = existing === undefined ? undefined : getAnyMarket(existing);
  assertShared("--tok", choices.tok, sibling?.contracts.tokToken);
  assertShared("--usdc", choices.usdc, sibling?.contracts.usdc);
  if (sibling !== undefined && choices.tokSupplyWei !== undefined) {
    throw badChoice("--tok-supply", "the market is added to a file that has a token already");
  }

  const tok = choices.tok ?? sibling?.contracts.tokToken;
  const usdc = choices.usdc ?? sibling?.contracts.usdc ?? findKnownChain(chainId)?.usdc;
  if (usdc === undefined) {
    throw badChoice("--usdc", `the USDC of chain ${chainId} is not known: name its address`);
  }
  return {
    markets: listMissing(choices.markets, existing),
    owner: assertNotZero("--owner", choices.owner ?? deployer),
    treasury: assertNotZero("--treasury", choices.treasury ?? deployer),
    usdc,
    tokToken:
      tok === undefined
        ? { supplyWei: (choices.tokSupplyWei ?? defaultSupplyWei).toString() }
        : { at: tok },
    priceFeed: await choosePriceFeed(node, choices, sibling),
  };
}

/** Refuses a file of another chain, and one that has all the markets asked for. */
export function assertRoomFor(
  existing: Deployment | undefined,
  markets: readonly MarketName[],
  chainId: number,
  path: string,
): void {
  if (existing === undefined) return;

  if (existing.chainId !== chainId) {
    throw new SvcError(
      "chain_mismatch",
      `${path} is of chain ${existing.chainId}, but the node is of chain ${chainId}: name another --out, or the RPC of chain ${existing.chainId}.`,
      { path, chainId },
    );
  }
  if (listMissing(markets, existing).length === 0) {
    throw new SvcError(
      "wrong_state",
      `${path} has ${markets.join(" and ")} already: name another --out, or move the file away to deploy anew.`,
      { path },
    );
  }
}

function listMissing(markets: readonly MarketName[], existing: Deployment | undefined) {
  return marketNames.filter(
    (name) => markets.includes(name) && existing?.markets[name] === undefined,
  );
}

/** Both markets share their tokens, and the feed unless another is asked for. */
async function choosePriceFeed(
  node: DeployNode,
  { priceFeed, tokPriceUsd8 }: DeployChoices,
  sibling: MarketDeployment | undefined,
): Promise<DeploySettings["priceFeed"]> {
  if (priceFeed !== undefined) return { at: priceFeed };
  if (sibling !== undefined && tokPriceUsd8 === undefined) {
    const feed = await findView(node, sibling.contracts.usdOracle, usdOracleAbi, "feed");
    if (feed !== undefined) return { at: feed };

    throw badChoice(
      "--price-feed",
      "the market that is there already does not answer with its own",
    );
  }
  return { priceUsd8: (tokPriceUsd8 ?? defaultPriceUsd8).toString() };
}

function getAnyMarket(deployment: Deployment): MarketDeployment {
  return Object.values(deployment.markets)[0] as MarketDeployment;
}

function assertShared(flag: string, chosen: Address | undefined, shared: Address | undefined) {
  if (chosen === undefined || shared === undefined || chosen === shared) return;

  throw badChoice(flag, `both markets share it, and the file has ${shared}`);
}

function assertNotZero(flag: string, address: Address): Address {
  if (address === zeroAddress) throw badChoice(flag, "the zero address belongs to nobody");

  return address;
}

function badChoice(flag: string, reason: string): SvcError {
  return new SvcError("invalid_input", `${flag}: ${reason}.`, { flag });
}
