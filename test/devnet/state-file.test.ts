import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { contractNames, type MarketContracts } from "../../src/chain/contracts.js";
import {
  assertDataDir,
  type DevnetState,
  readDevnetState,
  removeDevnetState,
  writeDevnetState,
} from "../../src/devnet/state-file.js";

const contracts = Object.fromEntries(
  contractNames.map((name, index) => [name, `0x${String(index).padStart(40, "0")}`]),
) as MarketContracts;

const state: DevnetState = {
  version: 1,
  pid: 4242,
  rpcUrl: "http://127.0.0.1:8545",
  startedAt: "2026-01-02T03:04:05.000Z",
  deployment: {
    version: 1,
    chainId: 8453,
    chainName: "svc devnet",
    markets: { micro: { fromBlock: 0, contracts } },
  },
  accounts: [],
};

describe("the devnet's state file", () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = join(mkdtempSync(join(tmpdir(), "svc-state-")), "deep", "data");
    assertDataDir(dataDir);
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  it("gives back what was written, and only its owner may read it", () => {
    writeDevnetState(dataDir, state);
    expect(readDevnetState(dataDir)).toEqual(state);
    expect(readdirSync(dataDir)).toEqual(["devnet.json"]);
    expect(statSync(join(dataDir, "devnet.json")).mode & 0o777).toBe(0o600);
  });

  it("is absent before a start and after an end", () => {
    expect(readDevnetState(dataDir)).toBeUndefined();
    writeDevnetState(dataDir, state);
    removeDevnetState(dataDir, 4242);
    expect(readDevnetState(dataDir)).toBeUndefined();
  });

  it("is left alone by a process that did not write it", () => {
    writeDevnetState(dataDir, state);
    removeDevnetState(dataDir, 1);
    expect(readDevnetState(dataDir)).toEqual(state);
  });

  it("error: a folder that cannot be made names the setting", () => {
    const file = join(dataDir, "a-file");
    writeFileSync(file, "");
    const message = `The data folder ${file}/x cannot be written to: set SVC_DATA_DIR to one that can.`;

    expect(() => assertDataDir(join(file, "x"))).toThrow(message);
  });

  it("counts as absent when it is damaged", () => {
    writeDevnetState(dataDir, state);
    writeFileSync(join(dataDir, "devnet.json"), '{"version":1');
    expect(readDevnetState(dataDir)).toBeUndefined();
  });
});
