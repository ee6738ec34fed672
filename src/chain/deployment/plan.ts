import type { Address } from "../../primitives/address.js";
import { type Cost, estimateCost } from "./cost.js";
import { type Journal, listCreated } from "./journal.js";
import { marketParams } from "./market-params.js";
import type { DeployNode } from "./node.js";
import { assertModernEvm, assertToken, readPriceFeed } from "./preflight.js";
import { type DeploySettings, type DeployStep, listDeploySteps } from "./settings.js";

/** Where a step stands before a run: not sent, sent but not known to be mined, or done. */
export type StepStatus = "todo" | "sent" | "done";

/** All that somebody should know before anything is sent. */
export type DeployPlan = {
  chainId: number;
  chainName: string;
  rpcHost: string;
  deployer: Address;
  balanceWei: bigint;
  settings: DeploySettings;
  steps: readonly (DeployStep & { status: StepStatus })[];
  cost: Cost;
  /** What the balance lacks; zero when it suffices. */
  missingWei: bigint;
  /** What deserves attention, whole sentences. */
  notes: readonly string[];
};

/** Checks what the deployment builds on and estimates what is left of it. Sends nothing. */
export async function buildDeployPlan(
  node: DeployNode,
  chain: { id: number; name: string },
  deployer: Address,
  settings: DeploySettings,
  journal: Journal | undefined,
): Promise<DeployPlan> {
  await assertModernEvm(node);
  if ("at" in settings.tokToken) await assertToken(node, "--tok", settings.tokToken.at, 18);
  await assertToken(node, "--usdc", settings.usdc, 6);
  const notes = await listNotes(node, settings);

  const steps = listDeploySteps(settings).map((step) => ({
    ...step,
    status: statusOf(journal, step),
  }));
  const left = steps.filter(({ status }) => status !== "done");
  const created = journal === undefined ? {} : listCreated(journal);
  const cost = await estimateCost(node, deployer, settings, left, created);
  const balanceWei = await node.balance(deployer);
  if (balanceWei >= cost.totalWei && balanceWei < (cost.totalWei * 5n) / 4n) {
    notes.push("The balance leaves little room should fees rise.");
  }
  return {
    chainId: chain.id,
    chainName: chain.name,
    rpcHost: node.host,
    deployer,
    balanceWei,
    settings,
    steps,
    cost,
    missingWei: balanceWei < cost.totalWei ? cost.totalWei - balanceWei : 0n,
    notes,
  };
}

function statusOf(journal: Journal | undefined, step: DeployStep): StepStatus {
  const record = journal?.steps[step.id];
  if (record === undefined) return "todo";

  return record.block === undefined ? "sent" : "done";
}

async function listNotes(
  node: DeployNode,
  { priceFeed, markets }: DeploySettings,
): Promise<string[]> {
  const maxAge = Math.min(...markets.map((market) => Number(marketParams[market].priceMaxAge)));
  const hours = maxAge / 3_600;
  if (!("at" in priceFeed)) {
    return [
      `The new price feed's answer counts for ${hours} hours; after that plans cannot be paid in Tok until its owner calls post(price) again.`,
    ];
  }
  const { updatedAtUnix } = await readPriceFeed(node, "--price-feed", priceFeed.at);
  const { timeUnix } = await node.latestBlock();
  return timeUnix - Number(updatedAtUnix) <= maxAge
    ? []
    : [
        `The price feed was last updated more than ${hours} hours ago: plans cannot be paid in Tok until it is.`,
      ];
}
