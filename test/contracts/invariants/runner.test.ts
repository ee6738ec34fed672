import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { projectRoot } from "./compile.js";
import type { SolidityTest } from "./result.js";
import { type RunRequest, runSolidity } from "./runner.js";

const toy = "test/contracts/invariants/fixtures/Toy.sol";
const request = {
  sources: [toy],
  invariant: { runs: 50, depth: 200 },
  fuzz: { runs: 500 },
  seed: 7n,
} satisfies Partial<RunRequest>;

describe("runSolidity", { timeout: 60_000 }, () => {
  test("a sound vault passes every call", async () => {
    const results = await runSolidity({ ...request, testContracts: ["SoundToyTest"] });

    expect(results.map(({ name, status, reason }) => ({ name, status, reason }))).toEqual([
      { name: "invariant_totalIsTheEtherHeld", status: "success", reason: undefined },
      { name: "testFuzz_depositIsCredited", status: "success", reason: undefined },
      { name: "test_earlyWithdrawIsLocked", status: "success", reason: undefined },
    ]);
    expect(results[0]?.effort).toMatchObject({ kind: "invariant", runs: 50, calls: 10_000 });
    expect(results[1]?.effort).toEqual({ kind: "fuzz", runs: 500 });
    expect(listBusyHandlers(results[0])).toEqual([
      "ToyHandler.deposit",
      "ToyHandler.pass",
      "ToyHandler.withdraw",
    ]);
  });

  test("error: a planted bug is found and told as a short story", async () => {
    const [invariant, fuzz] = await runSolidity({ ...request, testContracts: ["LeakyToyTest"] });

    expect(invariant).toMatchObject({
      name: "invariant_totalIsTheEtherHeld",
      status: "failure",
      reason: "total differs from the ether held",
      location: expect.stringMatching(/Toy\.sol:\d+$/),
    });
    expect(listCalls(invariant)).toEqual([
      "ToyHandler.deposit",
      "ToyHandler.pass",
      "ToyHandler.withdraw",
    ]);
    expect(fuzz).toMatchObject({ status: "failure", reason: "amount too large" });
    expect(fuzz?.counterexample).toMatch(/^testFuzz_smallDepositsOnly\(\d{19,}\)$/);
  });

  test("error: a bug planted in the text of a source is found", async () => {
    const sound = readFileSync(join(projectRoot, toy), "utf8");
    const [invariant] = await runSolidity({
      ...request,
      overrides: { [toy]: sound.replace("totalWei += msg.value", "totalWei = msg.value") },
      testContracts: ["SoundToyTest"],
    });

    expect(invariant?.status).toBe("failure");
    expect(listCalls(invariant)).toEqual(["ToyHandler.deposit", "ToyHandler.deposit"]);
  });

  test("equal seeds repeat the same calls", async () => {
    const [one, two] = await Promise.all(
      [1, 2].map(() => runSolidity({ ...request, testContracts: ["LeakyToyTest"] })),
    );

    expect(one?.map(withoutDuration)).toEqual(two?.map(withoutDuration));
  });

  test("error: a contract with nothing to run is refused", async () => {
    const run = runSolidity({ ...request, testContracts: ["ToyVault"] });

    await expect(run).rejects.toThrow("ToyVault has no function to run.");
  });

  test("error: a stand-in for a file that nothing imports is refused", async () => {
    const overrides = { "contracts/Absent.sol": "" };
    const run = runSolidity({ ...request, overrides, testContracts: ["SoundToyTest"] });

    await expect(run).rejects.toThrow("Nothing imports contracts/Absent.sol.");
  });

  test("error: an exception of onProgress reaches the caller", async () => {
    const run = runSolidity({
      ...request,
      testContracts: ["SoundToyTest"],
      testPattern: "^test_",
      onProgress: () => {
        throw new Error("stop");
      },
    });

    await expect(run).rejects.toThrow("stop");
  });
});

function listBusyHandlers(result: SolidityTest | undefined): string[] {
  if (result?.effort.kind !== "invariant") return [];
  const handlers = Object.entries(result.effort.handlers);
  return handlers.filter(([, { successes }]) => successes > 100).map(([name]) => name);
}

function listCalls(result: SolidityTest | undefined): string[] {
  const calls = result?.counterexample?.matchAll(/^ {2}\d+\. ([\w.]+)\(.*\) from 0x\w{40}$/gm);
  return [...(calls ?? [])].map(([, name = ""]) => name);
}

function withoutDuration({ durationMs: _, ...rest }: SolidityTest) {
  return rest;
}
