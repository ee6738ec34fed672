import { accessSync, constants } from "node:fs";
import { dirname } from "node:path";
import { findDeployment } from "../chain/deployment/existing.js";
import type { Deployment } from "../chain/deployment/file.js";
import { buildJournalPath, findJournal, type Journal } from "../chain/deployment/journal.js";
import { findKnownChain } from "../chain/deployment/known-chains.js";
import { createDeployNode, type DeployNode } from "../chain/deployment/node.js";
import { buildDeployPlan, type DeployPlan } from "../chain/deployment/plan.js";
import { assertRoomFor, resolveSettings } from "../chain/deployment/resolve.js";
import { dropOwnMarkets } from "../chain/deployment/result.js";
import { assertSameRun } from "../chain/deployment/same-run.js";
import { hashSteps, listDeploySteps } from "../chain/deployment/settings.js";
import { SvcError } from "../errors.js";
import type { Address } from "../primitives/address.js";
import type { DeployOrder } from "./deploy-order.js";

/** A deployment that can be shown and carried out. */
export type Prepared = {
  node: DeployNode;
  plan: DeployPlan;
  journal: Journal;
  /** The file's content before this deployment, when a market is added to it. */
  existing: Deployment | undefined;
};

/** Finds out what is to be done, and that it can be; sends and writes nothing. */
export async function prepareDeploy(order: DeployOrder, deployer: Address): Promise<Prepared> {
  const node = createDeployNode(order.rpcUrl);
  const chainId = await node.chainId();
  const path = buildJournalPath(order.out);
  const found = findJournal(path);
  const existing = dropOwnMarkets(findDeployment(order.out), found);
  assertRoomFor(existing, order.markets, chainId, order.out);

  const settings = await resolveSettings(node, chainId, deployer, order, existing);
  const stepsHash = hashSteps(listDeploySteps(settings));
  const head = { version: 1, chainId, deployer, settings, stepsHash } as const;
  if (found !== undefined) assertSameRun(found, head, path);

  const name =
    order.chainName ?? existing?.chainName ?? findKnownChain(chainId)?.name ?? `chain ${chainId}`;
  const plan = await buildDeployPlan(node, { id: chainId, name }, deployer, settings, found);
  return { node, plan, existing, journal: found ?? { ...head, steps: {} } };
}

/** Throws `invalid_input` unless the folder of the deployment file can be written to. */
export function assertFolder(out: string): void {
  try {
    accessSync(dirname(out), constants.W_OK);
  } catch (cause) {
    throw new SvcError(
      "invalid_input",
      `--out: the folder ${dirname(out)} is missing or cannot be written to.`,
      { out },
      { cause },
    );
  }
}
