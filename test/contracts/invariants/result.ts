import type { SuiteResult, TestResult } from "@nomicfoundation/edr";
import { toCounterexample } from "./counterexample.js";

export type SolidityTest = {
  contract: string;
  name: string;
  status: "success" | "failure" | "skipped";
  reason: string | undefined;
  /** Source line that failed, as `path:line`. */
  location: string | undefined;
  counterexample: string | undefined;
  /** What the test printed; calls of an invariant run leave nothing here. */
  logs: string[];
  effort: Effort;
  durationMs: number;
};

/**
 * How hard one function was tried. A failed run is not in `runs` and `calls`; a test that ran
 * out of time succeeds with fewer of them.
 */
export type Effort = { kind: "unit" } | { kind: "fuzz"; runs: number } | InvariantEffort;

export type InvariantEffort = {
  kind: "invariant";
  runs: number;
  calls: number;
  reverts: number;
  /** Keyed by `Contract.function`; a function that was never called has no entry. */
  handlers: Record<string, HandlerCalls>;
};

/** Calls of one handler function: each succeeded, reverted, or was discarded by `vm.assume`. */
export type HandlerCalls = { calls: number; successes: number; reverts: number; discards: number };

/** Returns the results of one test contract, by name of the function. */
export function toTests(suite: SuiteResult): SolidityTest[] {
  const tests = suite.testResults.map((test) => ({
    contract: suite.id.name,
    name: test.name.replace(/\(.*/, ""),
    status: statuses[test.status],
    reason: test.reason ?? undefined,
    location: findLocation(test),
    counterexample: toCounterexample(test),
    logs: test.decodedLogs,
    effort: toEffort(test.kind),
    durationMs: Number(test.durationNs / 1_000_000n),
  }));
  return tests.sort((a, b) => (a.name < b.name ? -1 : 1));
}

const statuses = { Success: "success", Failure: "failure", Skipped: "skipped" } as const;

function findLocation(test: TestResult): string | undefined {
  const trace = test.stackTrace();
  if (trace?.kind !== "StackTrace") return undefined;

  const places = trace.entries.flatMap((entry) => entry.sourceReference ?? []);
  const last = places.at(-1);
  return last && `${last.sourceName}:${last.line}`;
}

function toEffort(kind: TestResult["kind"]): Effort {
  if (!("runs" in kind)) return { kind: "unit" };
  if (!("calls" in kind)) return { kind: "fuzz", runs: Number(kind.runs) };

  const handlers = Object.entries(kind.metrics).map(([path, metrics]) => {
    const calls = Number(metrics.calls);
    const reverts = Number(metrics.reverts);
    const discards = Number(metrics.discards);
    const successes = calls - reverts - discards;
    return [path.replace(/^.*:/, ""), { calls, successes, reverts, discards }] as const;
  });
  return {
    kind: "invariant",
    runs: Number(kind.runs),
    calls: Number(kind.calls),
    reverts: Number(kind.reverts),
    handlers: Object.fromEntries(handlers.sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}
