import { assertDeployment } from "../chain/assert-deployment.js";
import { findBlockRef } from "../chain/block-ref.js";
import type { Deployment } from "../chain/deployment/file.js";
import type { Outcome } from "../chain/rpc/answer.js";
import type { FaultKind, ProviderFault } from "../chain/rpc/fault.js";
import { createRpc } from "../chain/rpc.js";
import { SvcError } from "../errors.js";
import { type MarketName, marketNames } from "../primitives/market-name.js";
import { type CheckResult, runCheck } from "./doctor-check.js";

/** The providers to check and what is expected of them. */
export type ProviderTarget = {
  urls: readonly string[];
  /** Undefined when no deployment says which chain it is. */
  chainId: number | undefined;
  /** An idle devnet may have an old block; a public chain may not. */
  ages: "checked" | "ignored";
  /** What to do about a provider that does not answer. */
  fix: string;
};

const timeoutMs = 4_000;
const oldBlockSeconds = 300;

/** Checks every provider; answers the results and the URLs that can be used. */
export async function checkProviders(
  target: ProviderTarget,
  nowUnix: number,
): Promise<{ results: CheckResult[]; usable: string[] }> {
  const strangers = new Set<string>();
  const findings = await Promise.all(
    target.urls.map(async (url, index) => {
      const name = nameProvider(url, index, target.urls);
      const run = async () => {
        const outcome = await askForHead(url, target.chainId);
        if (isStranger(outcome, target.chainId)) strangers.add(url);
        return toResult(name, outcome, target, nowUnix);
      };
      return { url, result: await runCheck({ name, timeoutMs, run }) };
    }),
  );
  const usable = findings.filter(({ result }) => result.status !== "fail").map(({ url }) => url);
  // One provider less is no failure as long as another one answers.
  const results = findings.map(({ url, result }): CheckResult => {
    const survivable = usable.length > 0 && !strangers.has(url);
    return result.status === "fail" && survivable ? { ...result, status: "warn" } : result;
  });
  return { results, usable };
}

/** Checks that the contracts of each market are there and belong together. */
export async function checkContracts(
  deployment: Deployment,
  urls: readonly string[],
): Promise<CheckResult[]> {
  const markets = marketNames.filter((market) => deployment.markets[market] !== undefined);
  if (urls.length === 0) {
    return markets.map((market) => ({
      name: nameContracts(market),
      status: "fail",
      found: "not checked: no provider answers",
      fix: "Mend the providers first.",
    }));
  }
  const rpc = createRpc({ urls, chainId: deployment.chainId, timeoutMs: timeoutMs - 500 });
  return Promise.all(
    markets.map((market) => {
      const name = nameContracts(market);
      const part = { ...deployment, markets: { [market]: deployment.markets[market] } };
      const run = async (): Promise<CheckResult> => {
        try {
          await assertDeployment(rpc, part);
          return { name, status: "ok", found: "all have code and belong together" };
        } catch (error) {
          if (!(error instanceof SvcError)) throw error;
          const fix =
            error.code === "contract_mismatch"
              ? "Set SVC_DEPLOYMENT to the file that svc deploy wrote for this chain."
              : "Mend the providers first.";
          return { name, status: "fail", found: error.message, fix };
        }
      };
      return runCheck({ name, timeoutMs, run });
    }),
  );
}

/** Without an expected chain any will do; the client wants to be told one. */
const anyChainId = 8453;

async function askForHead(url: string, chainId = anyChainId): Promise<Outcome> {
  const rpc = createRpc({ urls: [url], chainId, timeoutMs: timeoutMs - 500 });
  const call = { method: "eth_getBlockByNumber", params: ["latest", false] };
  const [outcome] = await rpc.askAll(call);
  return outcome as Outcome;
}

/** True for a provider of another chain than the deployment's. */
function isStranger(outcome: Outcome, chainId: number | undefined): boolean {
  return chainId !== undefined && outcome.kind === "fault" && outcome.fault.kind === "wrong_chain";
}

function toResult(
  name: string,
  outcome: Outcome,
  { chainId, ages, fix }: ProviderTarget,
  nowUnix: number,
): CheckResult {
  if (outcome.kind === "fault") return toFaultResult(name, outcome.fault, chainId, fix);

  const block = outcome.kind === "result" ? findBlockRef(outcome.result) : undefined;
  if (block === undefined) {
    return { name, status: "fail", found: "answers with no valid block", fix };
  }
  const ageSeconds = Math.max(0, nowUnix - block.timestamp);
  const found = `chain ${chainId ?? anyChainId}, block ${block.number}, ${formatAge(ageSeconds)} old`;
  if (ages === "ignored" || ageSeconds <= oldBlockSeconds) return { name, status: "ok", found };
  return { name, status: "warn", found, fix: "Its node is behind: use another provider." };
}

function toFaultResult(
  name: string,
  { kind, reason, details }: ProviderFault,
  chainId: number | undefined,
  fix: string,
): CheckResult {
  if (kind !== "wrong_chain") {
    return { name, status: "fail", found: reason, fix: advice[kind] ?? fix };
  }
  if (chainId === undefined) return { name, status: "ok", found: `chain ${details.chainId}` };
  return {
    name,
    status: "fail",
    found: `answers for chain ${details.chainId}, but the deployment is of chain ${chainId}`,
    fix: `Set SVC_RPC_URL to a provider of chain ${chainId}, or SVC_DEPLOYMENT to a file of chain ${details.chainId}.`,
  };
}

const advice: Partial<Record<FaultKind, string>> = {
  rate_limited: "Wait a little, or use a provider with a key of your own.",
  http_error: "Check the key in its URL (SVC_RPC_URL), or use another provider.",
};

/** Only the host is shown: the rest of the URL often carries a key. */
function nameProvider(url: string, index: number, urls: readonly string[]): string {
  const { host } = new URL(url);
  const twins = urls.filter((other) => new URL(other).host === host);
  return twins.length > 1 ? `rpc ${host} (${index + 1})` : `rpc ${host}`;
}

function nameContracts(market: MarketName): string {
  return `contracts ${market}`;
}

function formatAge(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  return `${Math.round(seconds / 3_600)} h`;
}
