import { getContractAddress } from "viem";
import { SvcError } from "../../errors.js";
import type { Address } from "../../primitives/address.js";
import type { Journal, StepRecord } from "./journal.js";
import type { DeploySettings } from "./settings.js";

/** Refuses to go on with the journal of another deployment, and says what differs. */
export function assertSameRun(journal: Journal, now: Omit<Journal, "steps">, path: string): void {
  const difference = findDifference(journal, now);
  if (difference === undefined) return;

  throw new SvcError(
    "wrong_state",
    `The progress file ${path} belongs to another deployment: ${difference}. Run the command as it was to finish that one, name another --out, or delete the file to start anew (what it has deployed is then left unused).`,
    { path },
  );
}

function findDifference(was: Journal, now: Omit<Journal, "steps">): string | undefined {
  if (was.chainId !== now.chainId) return `chain ${was.chainId}, now chain ${now.chainId}`;
  if (was.deployer !== now.deployer) return `deployer ${was.deployer}, now ${now.deployer}`;

  for (const key of Object.keys(now.settings) as (keyof DeploySettings)[]) {
    const [before, after] = [show(was.settings[key]), show(now.settings[key])];
    if (before !== after) return `${names[key]} ${before}, now ${after}`;
  }
  if (was.stepsHash !== now.stepsHash) return "its contracts are of another version of svc";

  const foreign = Object.entries(was.steps).find(([, record]) => !isOwn(was.deployer, record));
  return foreign && `the contract of step "${foreign[0]}" is not one of the deployer's`;
}

/** A creation's address follows from its sender and nonce; any other was written by somebody else. */
function isOwn(from: Address, { address, nonce }: StepRecord): boolean {
  return address === undefined || address === getContractAddress({ from, nonce: BigInt(nonce) });
}

const names: Record<keyof DeploySettings, string> = {
  markets: "market",
  owner: "owner",
  treasury: "treasury",
  usdc: "USDC",
  tokToken: "token",
  priceFeed: "price feed",
};

function show(value: DeploySettings[keyof DeploySettings]): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.join(" and ");
  if ("at" in value) return value.at;
  return "supplyWei" in value
    ? `new with ${value.supplyWei} wei`
    : `new at ${value.priceUsd8}e-8 USD`;
}
