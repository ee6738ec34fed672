import { setTimeout } from "node:timers/promises";
import { writeFileAtomic } from "../chain/deployment/atomic-file.js";
import type { Deployment } from "../chain/deployment/file.js";
import {
  buildJournalPath,
  type Journal,
  lastAttempt,
  listCreated,
  removeJournal,
  saveJournal,
} from "../chain/deployment/journal.js";
import type { DeployPlan } from "../chain/deployment/plan.js";
import { buildDeployment } from "../chain/deployment/result.js";
import { type DeployAccount, runDeploySteps } from "../chain/deployment/run.js";
import { buildLocator } from "../chain/deployment/settings.js";
import { assertMarketDeployed } from "../chain/deployment/verify.js";
import { parsePrivateKey } from "../chain/signer.js";
import { SvcError } from "../errors.js";
import type { Io } from "./command.js";
import { takeDeployLock } from "./deploy-lock.js";
import { type DeployFlagValues, type DeployOrder, parseDeployFlags } from "./deploy-order.js";
import { assertFolder, type Prepared, prepareDeploy } from "./deploy-prepare.js";
import {
  createProgress,
  formatDeployment,
  formatEth,
  formatPlan,
  toPlanJson,
} from "./deploy-report.js";

/** Shows the plan of a deployment and, with `--yes`, carries it out; answers the exit code. */
export async function runDeploy(flags: DeployFlagValues, io: Io): Promise<number> {
  const order = parseDeployFlags(flags, io.env, io.cwd);
  const account = parsePrivateKey(io.env.PRIVATE_KEY);
  assertFolder(order.out);
  const asJson = flags.json === true;
  const print = (text: string, json: unknown) =>
    io.stdout(asJson ? `${JSON.stringify(json, null, 2)}\n` : text);

  if (flags.yes !== true) {
    const { plan, existing } = await prepareDeploy(order, account.address);
    const hint = "Nothing has been sent. Add --yes to deploy.\n";
    print(`${formatPlan(plan, nameFile(order, existing))}\n${hint}`, {
      status: "planned",
      ...toPlanJson(plan, order.out),
    });
    return 0;
  }

  const release = takeDeployLock(order.out);
  try {
    const prepared = await prepareDeploy(order, account.address);
    const { plan, existing } = prepared;
    if (!asJson) io.stdout(`${formatPlan(plan, nameFile(order, existing))}\n`);
    assertEnough(plan);
    const deployment = await execute(prepared, order, account, io);
    print(formatDeployment(deployment, plan.settings.markets, order.out), {
      status: "deployed",
      out: order.out,
      deployment,
      transactions: listTransactions(prepared.journal),
    });
    return 0;
  } finally {
    release();
  }
}

/** Sends what is left, reads everything back, then writes the deployment file. */
async function execute(
  { node, plan, journal, existing }: Prepared,
  order: DeployOrder,
  account: DeployAccount,
  io: Io,
): Promise<Deployment> {
  const path = buildJournalPath(order.out);
  const progress = createProgress(io.stderr);
  try {
    await runDeploySteps(
      {
        node,
        account,
        chainId: plan.chainId,
        journal,
        save: () => saveJournal(path, journal),
        timeoutMs: order.timeoutMs,
        maxPerGasWei: plan.cost.feePerGasWei * 5n + 10n ** 9n,
        sleep: (ms) => setTimeout(ms, undefined, { signal: io.signal }).catch(() => {}),
        signal: io.signal,
        progress,
      },
      plan.steps,
    );
  } finally {
    progress.end();
  }

  const deployment = buildDeployment(journal, plan.chainName, existing);
  const { settings } = journal;
  for (const market of settings.markets) {
    const priceFeed = buildLocator(settings, listCreated(journal), market)("priceFeed");
    const contracts = deployment.markets[market]?.contracts;
    if (contracts === undefined)
      throw new Error(`${market} was deployed but is not in the result.`);
    await assertMarketDeployed(node, market, contracts, { ...settings, priceFeed });
  }
  writeFileAtomic(order.out, `${JSON.stringify(deployment, null, 2)}\n`);
  removeJournal(path);
  return deployment;
}

function nameFile({ out }: DeployOrder, existing: Deployment | undefined): string {
  return existing === undefined ? out : `${out} (added to it)`;
}

function assertEnough({ missingWei, cost, deployer }: DeployPlan): void {
  if (missingWei === 0n) return;

  throw new SvcError(
    "would_revert",
    `The balance does not suffice: send ${formatEth(missingWei)} ETH or more to ${deployer} (estimated cost ${formatEth(cost.totalWei)} ETH), then run the same command again. Nothing has been sent.`,
    { missingWei: missingWei.toString() },
  );
}

function listTransactions(journal: Journal) {
  return Object.entries(journal.steps).map(([id, record]) => ({
    id,
    hash: lastAttempt(record).hash,
    block: record.block ?? null,
    address: record.address ?? null,
  }));
}
