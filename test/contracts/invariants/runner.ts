import {
  type Artifact,
  CANCUN,
  CollectStackTraces,
  type EdrContext,
  L1_CHAIN_TYPE,
  l1SolidityTestRunnerFactory,
  type SolidityTestRunnerConfigArgs,
} from "@nomicfoundation/edr";
import { loadEdr } from "../../../src/devnet/edr.js";
import { type CompileRequest, compileSolidity, projectRoot } from "./compile.js";
import { type SolidityTest, toTests } from "./result.js";

export type RunRequest = CompileRequest & {
  /** Contracts of `sources` whose `test*` and `invariant*` functions run. */
  testContracts: readonly string[];
  invariant?: InvariantLimits;
  fuzz?: { runs: number; timeoutSeconds?: number };
  /** Decides every random choice: equal seeds and sources repeat the same calls, in order. */
  seed?: bigint;
  /** Regular expression: only functions it matches run. */
  testPattern?: string;
  /** Called with the results of a test contract as soon as all its functions have run. */
  onProgress?: (results: SolidityTest[]) => void;
};

/** Each `invariant*` function gets `runs` sequences of `depth` calls of its own. */
export type InvariantLimits = {
  runs: number;
  depth: number;
  /** Makes the revert of any handler call a failure. */
  failOnRevert?: boolean;
  /** Replays spent to shorten a counterexample; `timeoutSeconds` does not cover them. */
  shrinkRunLimit?: number;
  timeoutSeconds?: number;
  /** Also tries values seen in storage, in an order that no seed decides. */
  includeStorage?: boolean;
};

/** Returns the result of every test function of `testContracts`, run on all cores. */
export async function runSolidity(request: RunRequest): Promise<SolidityTest[]> {
  const names = [...new Set(request.testContracts)];
  if (names.length === 0) throw new Error("No test contract is named.");

  const { artifacts, buildInfo } = compileSolidity(request);
  const suites = names.map((name) => getArtifact(artifacts, name, request).id);
  const runner = await sharedRunner();

  // The runner may say it is done before it has handed over the last results, and it loses
  // what its callback throws: so count the contracts, and reject from inside.
  const results = await new Promise<SolidityTest[][]>((resolve, reject) => {
    const reported: SolidityTest[][] = [];
    const config = toConfig(request);
    const builds = { buildInfos: [buildInfo] };
    runner
      .runSolidityTests(L1_CHAIN_TYPE, artifacts, suites, config, builds, (suite) => {
        try {
          const tests = toTests(suite);
          if (tests.length === 0) throw new Error(`${suite.id.name} has no function to run.`);
          request.onProgress?.(tests);
          reported.push(tests);
          if (reported.length === suites.length) resolve(reported);
        } catch (error) {
          reject(error);
        }
      })
      .catch(reject);
  });
  return results.flat().sort((a, b) => names.indexOf(a.contract) - names.indexOf(b.contract));
}

const defaultSeed = 1n;
let runnerOfProcess: Promise<EdrContext> | undefined;

function sharedRunner(): Promise<EdrContext> {
  runnerOfProcess ??= createRunner();
  return runnerOfProcess;
}

async function createRunner(): Promise<EdrContext> {
  const { context } = await loadEdr();
  await context.registerSolidityTestRunnerFactory(L1_CHAIN_TYPE, l1SolidityTestRunnerFactory());
  return context;
}

function getArtifact(artifacts: Artifact[], name: string, { sources }: RunRequest): Artifact {
  const found = artifacts.filter(({ id }) => id.name === name && sources.includes(id.source));
  const [artifact] = found;
  if (artifact !== undefined && found.length === 1) return artifact;
  throw new Error(`${found.length} contracts are named ${name} in ${sources.join(", ")}.`);
}

/** Leaves `failurePersistDir` unset, so a run depends on nothing an earlier one wrote. */
function toConfig(request: RunRequest): SolidityTestRunnerConfigArgs {
  const { invariant, fuzz, seed = defaultSeed, testPattern } = request;
  return {
    projectRoot,
    hardfork: CANCUN,
    collectStackTraces: CollectStackTraces.OnFailure,
    ...(testPattern !== undefined && { testPattern }),
    fuzz: {
      seed: `0x${seed.toString(16)}`,
      includeStorage: false,
      ...(fuzz && { runs: fuzz.runs }),
      ...toTimeout(fuzz?.timeoutSeconds),
    },
    invariant: {
      failOnRevert: invariant?.failOnRevert ?? false,
      includeStorage: invariant?.includeStorage ?? false,
      ...(invariant && { runs: invariant.runs, depth: invariant.depth }),
      ...(invariant?.shrinkRunLimit !== undefined && { shrinkRunLimit: invariant.shrinkRunLimit }),
      ...toTimeout(invariant?.timeoutSeconds),
    },
  };
}

function toTimeout(seconds: number | undefined): { timeout?: number } {
  return seconds === undefined ? {} : { timeout: seconds };
}
