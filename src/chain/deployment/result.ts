import { isDeepStrictEqual } from "node:util";
import type { MarketName } from "../../primitives/market-name.js";
import type { Deployment, MarketDeployment } from "./file.js";
import { type Journal, listCreated } from "./journal.js";
import { buildMarketContracts, listDeploySteps } from "./settings.js";

/** Builds the deployment file of a journal whose steps are all done; markets there before stay. */
export function buildDeployment(
  journal: Journal,
  chainName: string,
  existing: Deployment | undefined,
): Deployment {
  const { chainId, settings } = journal;
  const added = settings.markets.map((market) => [market, buildMarket(journal, market)]);
  return {
    version: 1,
    chainId,
    chainName,
    markets: { ...existing?.markets, ...Object.fromEntries(added) },
  };
}

/**
 * Answers what a file held before this journal's run. A run that was killed after it wrote the
 * file and before it removed the journal has put its markets into it already.
 */
export function dropOwnMarkets(
  existing: Deployment | undefined,
  journal: Journal | undefined,
): Deployment | undefined {
  if (existing === undefined || journal === undefined || !isComplete(journal)) return existing;

  const others = Object.entries(existing.markets).filter(([name, found]) => {
    const market = name as MarketName;
    const isOwn = journal.settings.markets.includes(market);
    return !(isOwn && isDeepStrictEqual(found, buildMarket(journal, market)));
  });
  return others.length === 0 ? undefined : { ...existing, markets: Object.fromEntries(others) };
}

function buildMarket(journal: Journal, market: MarketName): MarketDeployment {
  const blocks = listDeploySteps(journal.settings)
    .filter((step) => step.market === market)
    .map((step) => journal.steps[step.id]?.block ?? 0);
  return {
    fromBlock: Math.min(...blocks),
    contracts: buildMarketContracts(journal.settings, listCreated(journal), market),
  };
}

function isComplete(journal: Journal): boolean {
  return listDeploySteps(journal.settings).every(
    ({ id }) => journal.steps[id]?.block !== undefined,
  );
}
