import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { projectRoot } from "./compile.js";
import { buildPlantedSources, plantedBugs, plantedSource } from "./market/planted.js";
import type { SolidityTest } from "./result.js";
import { runSolidity } from "./runner.js";

describe("invariants of a market with a planted bug", () => {
  const overrides = buildPlantedSources();
  let results: SolidityTest[] = [];
  beforeAll(async () => {
    results = await runSolidity({
      sources: [plantedSource],
      overrides,
      testContracts: plantedBugs.map((bug) => bug.contract),
      invariant: { runs: 40, depth: 250, shrinkRunLimit: 0, failOnRevert: true },
      seed: 11n,
    });
  }, 300_000);

  it.each(plantedBugs)("error: $contract is found", ({ contract, file, found }) => {
    const result = results.find((test) => test.contract === contract);

    expect(overrides[file]).not.toBe(readFileSync(join(projectRoot, file), "utf8"));
    expect(result?.status).toBe("failure");
    expect(result?.reason).toMatch(found);
  });
});
