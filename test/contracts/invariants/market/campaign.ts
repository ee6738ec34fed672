import { compileSolidity } from "../compile.js";
import type { HandlerCalls, SolidityTest } from "../result.js";
import { runSolidity } from "../runner.js";

/** What came out of many random sequences of calls on the market. */
export type CampaignReport = {
  calls: number;
  /** What the campaign of each seed found; empty when no rule was broken. */
  failures: string[];
  /** Calls that went through, by handler function; also those that were never called. */
  successes: Record<string, number>;
};

/** Runs the market's invariants once for each seed, all at the same time. */
export async function runCampaign(options: {
  seeds: readonly bigint[];
  runs: number;
  depth: number;
}): Promise<CampaignReport> {
  const { seeds, runs, depth } = options;
  // The handler knows what works and what does not, so a revert of its own is a finding too.
  const invariant = { runs, depth, failOnRevert: true };
  const results = await Promise.all(
    seeds.map((seed) => runSolidity({ ...market, testContracts: ["MarketTest"], invariant, seed })),
  );
  return toReport(results.flat());
}

const market = { sources: ["test/contracts/invariants/market/MarketSuite.sol"] };

/** Functions of the handler that only the suite calls, at the beginning and the end of a run. */
const notCalledAtRandom = ["begin", "windDown"];

function toReport(tests: readonly SolidityTest[]): CampaignReport {
  const report: CampaignReport = { calls: 0, failures: [], successes: {} };
  for (const name of listHandlerFunctions()) report.successes[name] = 0;
  for (const { effort, status, reason, counterexample } of tests) {
    if (status !== "success") report.failures.push(`${reason}\n${counterexample}`);
    if (effort.kind !== "invariant") continue;
    report.calls += effort.calls;
    addSuccesses(report.successes, effort.handlers);
  }
  return report;
}

function addSuccesses(sums: Record<string, number>, handlers: Record<string, HandlerCalls>): void {
  for (const [path, { successes }] of Object.entries(handlers)) {
    const name = path.replace("MarketHandler.", "");
    sums[name] = (sums[name] ?? 0) + successes;
  }
}

function listHandlerFunctions(): string[] {
  const { artifacts } = compileSolidity(market);
  const artifact = artifacts.find(({ id }) => id.name === "MarketHandler");
  if (artifact === undefined) throw new Error("The market has no handler.");

  const abi = JSON.parse(artifact.contract.abi) as AbiItem[];
  return abi
    .filter((item) => item.type === "function" && item.stateMutability === "nonpayable")
    .map((item) => item.name)
    .filter((name) => !notCalledAtRandom.includes(name));
}

type AbiItem = { type: string; name: string; stateMutability: string };
