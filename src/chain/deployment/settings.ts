import { type Hex, keccak256, stringToHex } from "viem";
import { z } from "zod";
import { Address } from "../../primitives/address.js";
import { MarketName } from "../../primitives/market-name.js";
import { Wei } from "../../primitives/wei.js";
import { type ContractName, contractNames, type MarketContracts } from "../contracts.js";
import {
  buildPriceFeedStep,
  buildTokStep,
  type LocatePart,
  listMarketSteps,
  type PartName,
  type Step,
} from "./steps.js";

/** What somebody chose to deploy; two runs with the same settings make the same contracts. */
export const DeploySettings = z.strictObject({
  markets: z.array(MarketName).min(1),
  owner: Address,
  treasury: Address,
  usdc: Address,
  /** An existing token, or the supply of a new one. */
  tokToken: z.union([z.strictObject({ at: Address }), z.strictObject({ supplyWei: Wei })]),
  /** An existing feed, or the price that a new one starts with: USD with 8 decimals. */
  priceFeed: z.union([z.strictObject({ at: Address }), z.strictObject({ priceUsd8: Wei })]),
});
export type DeploySettings = z.infer<typeof DeploySettings>;

/** A step of a whole deployment; what both markets share belongs to none. */
export type DeployStep = Step & { market: MarketName | undefined };

/** Lists every transaction of a deployment, in order; each id occurs once. */
export function listDeploySteps(settings: DeploySettings): DeployStep[] {
  const { owner, tokToken, priceFeed } = settings;
  const shared: Step[] = [];
  if ("supplyWei" in tokToken) shared.push(buildTokStep(owner, BigInt(tokToken.supplyWei)));
  if ("priceUsd8" in priceFeed) shared.push(buildPriceFeedStep(owner, BigInt(priceFeed.priceUsd8)));
  return [
    ...shared.map((step) => ({ ...step, market: undefined })),
    ...settings.markets.flatMap((market) =>
      listMarketSteps(market, settings).map((step) => ({
        ...step,
        id: `${market}: ${step.id}`,
        market,
      })),
    ),
  ];
}

/** Addresses that steps have created or will create, by the id of the step. */
export type Created = Readonly<Record<string, Address | undefined>>;

/** Tells a step where the parts of its market are. */
export function buildLocator(
  settings: DeploySettings,
  created: Created,
  market: MarketName | undefined,
): LocatePart {
  const given: Partial<Record<PartName, Address>> = {
    usdc: settings.usdc,
    ...("at" in settings.tokToken ? { tokToken: settings.tokToken.at } : {}),
    ...("at" in settings.priceFeed ? { priceFeed: settings.priceFeed.at } : {}),
  };
  return (name) => {
    const address =
      given[name] ?? created[`${market}: deploy ${name}`] ?? created[`deploy ${name}`];
    if (address === undefined) throw new Error(`Step order: ${name} is not deployed yet.`);
    return address;
  };
}

/** Collects where the contracts of one market are, once all its steps are done. */
export function buildMarketContracts(
  settings: DeploySettings,
  created: Created,
  market: MarketName,
): MarketContracts {
  const at = buildLocator(settings, created, market);
  const entries = contractNames.map((name): [ContractName, Address] => [name, at(name)]);
  return Object.fromEntries(entries) as MarketContracts;
}

/** Hashes code and arguments of all steps, so that another version of the contracts is noticed. */
export function hashSteps(steps: readonly DeployStep[]): Hex {
  const parts = steps.map((step) => `${step.id} ${step.build(standIn).data}`);
  return keccak256(stringToHex(parts.join("\n")));
}

/** Stands for an address that is not known yet. */
function standIn(name: PartName): Address {
  return `0x${keccak256(stringToHex(name)).slice(2, 42)}`;
}
