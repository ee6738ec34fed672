import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Deployment } from "../chain/deployment/file.js";
import { buildJournalPath } from "../chain/deployment/journal.js";
import { loadDeployment } from "../chain/deployment-source.js";
import type { Config } from "../config.js";
import { type DevnetState, readDevnetState } from "../devnet/state-file.js";
import { SvcError } from "../errors.js";
import type { CheckResult } from "./doctor-check.js";
import { isRunning } from "./is-running.js";

/** Which contracts the service would use. */
export type Target =
  | { kind: "file"; deployment: Deployment }
  | { kind: "devnet"; deployment: Deployment; state: DevnetState }
  /** Nothing is deployed: the embedded chain would be started. */
  | { kind: "embedded" }
  /** The file that was named is wrong, so nothing would start. */
  | { kind: "broken" };

export type TargetFindings = { target: Target; results: readonly CheckResult[] };

const name = "deployment";

/** Finds the contracts as the servers do: the file named, the file here, a devnet on this machine. */
export async function checkDeployment(config: Config, cwd: string): Promise<TargetFindings> {
  const path = resolve(cwd, config.deploymentPath ?? "svc.deployment.json");
  const unfinished = listUnfinished(path);
  if (config.deploymentPath === undefined && !existsSync(path)) {
    const { target, results } = checkDevnet(config.dataDir);
    return { target, results: [...results, ...unfinished] };
  }

  const { target, results } = await checkFile(path);
  return { target, results: [...results, ...unfinished] };
}

async function checkFile(path: string): Promise<TargetFindings> {
  try {
    const deployment = await loadDeployment(path);
    const found = `${path}: ${describe(deployment)}`;
    return { target: { kind: "file", deployment }, results: [{ name, status: "ok", found }] };
  } catch (error) {
    if (!(error instanceof SvcError)) throw error;

    const fix = "Set SVC_DEPLOYMENT to the file that svc deploy wrote, or move the wrong one away.";
    const result = { name, status: "fail", found: error.message, fix } as const;
    return { target: { kind: "broken" }, results: [result] };
  }
}

function checkDevnet(dataDir: string): TargetFindings {
  const state = readDevnetState(dataDir);
  if (state !== undefined && isRunning(state.pid) && URL.canParse(state.rpcUrl)) {
    const { deployment } = state;
    const found = `devnet of process ${state.pid}: ${describe(deployment)}`;
    return {
      target: { kind: "devnet", deployment, state },
      results: [{ name, status: "ok", found }],
    };
  }
  const ended =
    state === undefined ? "no devnet runs here" : `the devnet of process ${state.pid} has ended`;
  return {
    target: { kind: "embedded" },
    results: [
      {
        name,
        status: "warn",
        found: `no deployment file, and ${ended}: the servers start an embedded chain of their own`,
        fix: "Run svc dev in another terminal, or set SVC_DEPLOYMENT to the file that svc deploy wrote.",
      },
    ],
  };
}

function listUnfinished(path: string): CheckResult[] {
  const journal = buildJournalPath(path);
  if (!existsSync(journal)) return [];

  const found = `${journal} is of a deployment that has not finished`;
  const fix = "Run the same svc deploy command again, or delete the file to give it up.";
  return [{ name, status: "warn", found, fix }];
}

function describe({ chainName, chainId, markets }: Deployment): string {
  return `${chainName} (chain ${chainId}), ${Object.keys(markets).join(" and ")}`;
}
