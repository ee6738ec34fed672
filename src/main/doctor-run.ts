import type { Config, Env } from "../config.js";
import type { Io } from "./command.js";
import { checkContracts, checkProviders, type ProviderTarget } from "./doctor-chain.js";
import { type CheckResult, type CheckStatus, runCheck } from "./doctor-check.js";
import { checkDeployment, type Target } from "./doctor-deployment.js";
import { checkDataDir, checkEngine, checkNode } from "./doctor-machine.js";
import { listPortChecks } from "./doctor-ports.js";
import { checkSettings, type SettingsFindings } from "./doctor-settings.js";

/** Runs every check, prints each in its place as soon as it is known, and answers the exit code. */
export async function runDoctor(format: "text" | "json", io: Io): Promise<number> {
  const results: CheckResult[] = [];
  for (const group of await startChecks(io)) {
    for (const result of await group) {
      results.push(result);
      if (format === "text") io.stdout(formatResult(result, io.isTty));
    }
  }

  const failed = results.filter(({ status }) => status === "fail").length;
  if (format === "json") {
    io.stdout(`${JSON.stringify({ ok: failed === 0, checks: results }, null, 2)}\n`);
  } else {
    io.stdout(`\n${summarise(results)}\n`);
  }
  return failed === 0 ? 0 : 1;
}

type Group = CheckResult[] | Promise<CheckResult[]>;

/** Starts all checks at once, in the order in which they are shown. */
async function startChecks(io: Io): Promise<Group[]> {
  const found = checkSettings(io.env);
  const { config, wrong } = found;
  const { target, results } = await checkDeployment(config, io.cwd);
  const state = target.kind === "devnet" ? target.state : undefined;
  const timeoutMs = 3_000;
  return [
    [checkNode(process.versions.node), ...found.results],
    wrong.has("SVC_DATA_DIR")
      ? []
      : runCheck({ name: "data folder", timeoutMs, run: () => checkDataDir(config.dataDir) }).then(
          toList,
        ),
    [...results],
    checkChain(target, found, io.env),
    Promise.all(listPortChecks(config, state).map((check) => runCheck(check))),
    runCheck({
      name: "package edr",
      timeoutMs,
      run: () => checkEngine(target.kind === "embedded" ? "needed" : "unused"),
    }).then(toList),
  ];
}

async function checkChain(
  target: Target,
  { config, wrong }: SettingsFindings,
  env: Env,
): Promise<CheckResult[]> {
  const badSetting = ["SVC_RPC_URL", "CHAIN_RPC_URL"].find((name) => wrong.has(name));
  if (badSetting !== undefined && target.kind !== "devnet") {
    const found = `not checked: ${badSetting} is wrong`;
    return [{ name: "rpc", status: "warn", found, fix: `Mend ${badSetting} first.` }];
  }
  const providers = chooseProviders(target, config, env);
  if (providers === undefined) {
    const found = "not needed: no deployment on a chain of its own is used";
    return [{ name: "rpc", status: "ok", found }];
  }

  const { results, usable } = await checkProviders(providers, Math.floor(Date.now() / 1_000));
  if (!("deployment" in target)) return results;
  return [...results, ...(await checkContracts(target.deployment, usable))];
}

/** The providers the servers would use with this target, or those that were named for none. */
function chooseProviders(target: Target, config: Config, env: Env): ProviderTarget | undefined {
  if (target.kind === "devnet") {
    return {
      urls: [target.state.rpcUrl],
      chainId: target.deployment.chainId,
      ages: "ignored",
      fix: "End svc dev and start it again.",
    };
  }
  const isNamed = ["SVC_RPC_URL", "CHAIN_RPC_URL"].some((name) => env[name]?.trim());
  if (target.kind !== "file" && !isNamed) return undefined;
  return {
    urls: config.rpcUrls,
    chainId: target.kind === "file" ? target.deployment.chainId : undefined,
    ages: "checked",
    fix: "Check its URL in SVC_RPC_URL and your network, or use another provider.",
  };
}

const colours: Record<CheckStatus, number> = { ok: 32, warn: 33, fail: 31 };

function formatResult(result: CheckResult, isTty: boolean): string {
  const { status, name, found } = result;
  const word = status.padEnd(4);
  const mark = isTty ? `\u001b[${colours[status]}m${word}\u001b[39m` : word;
  const fix = result.status === "ok" ? "" : ` -> ${result.fix}`;
  return `${mark}  ${name}: ${found}${fix}\n`;
}

function summarise(results: readonly CheckResult[]): string {
  const count = (status: CheckStatus) => results.filter((each) => each.status === status).length;
  const [warnings, failures] = [count("warn"), count("fail")];
  if (failures > 0) return `${failures} failed, ${warnings} to know about.`;
  return warnings > 0 ? `Nothing failed, ${warnings} to know about.` : "Everything is in order.";
}

function toList(result: CheckResult): CheckResult[] {
  return [result];
}
