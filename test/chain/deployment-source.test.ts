import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { contractNames } from "../../src/chain/contracts.js";
import { loadDeployment, parseDeployment } from "../../src/chain/deployment-source.js";

const address = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";
const contracts = Object.fromEntries(contractNames.map((name) => [name, address]));
const valid = {
  version: 1,
  chainId: 8453,
  chainName: "Base",
  markets: { standard: { fromBlock: 12, contracts } },
};

/** The valid file with one part replaced. */
function withMarket(entry: object) {
  return { ...valid, markets: { standard: { ...valid.markets.standard, ...entry } } };
}

describe("loadDeployment", () => {
  it("answers a valid file", async () => {
    const folder = await mkdtemp(join(tmpdir(), "deployment-"));
    const path = join(folder, "svc.deployment.json");
    await writeFile(path, JSON.stringify(valid));

    const deployment = await loadDeployment(path);
    await rm(folder, { recursive: true });

    expect(deployment).toEqual(valid);
  });

  it("error: a file that does not exist is named", async () => {
    const path = join(tmpdir(), "no-such-deployment.json");

    await expect(loadDeployment(path)).rejects.toMatchObject({
      code: "invalid_setting",
      message: `The deployment file ${path} does not exist: set SVC_DEPLOYMENT to the right file.`,
      facts: { name: "SVC_DEPLOYMENT", path },
    });
  });

  it("error: a folder in place of a file is named with the system's code", async () => {
    await expect(loadDeployment(tmpdir())).rejects.toMatchObject({
      message: `The deployment file ${tmpdir()} cannot be read (EISDIR): set SVC_DEPLOYMENT to the right file.`,
    });
  });
});

describe("parseDeployment", () => {
  it("error: a text that is not JSON", () => {
    expect(() => parseDeployment("{", "d.json")).toThrow("The deployment file d.json is not JSON.");
  });

  it.each([
    ["its top", null, "Invalid input: expected object, received null"],
    ["version", { ...valid, version: 2 }, "Invalid input: expected 1"],
    ["chainId", { ...valid, chainId: "8453" }, "Invalid input: expected number, received string"],
    ["markets", { ...valid, markets: {} }, "Expected at least one market."],
    ["markets.standard.fromBlock", withMarket({ fromBlock: -1 }), "Too small: expected number"],
    [
      "markets.standard.contracts.usdc",
      withMarket({ contracts: { ...contracts, usdc: "0x12" } }),
      "Expected an address: 0x and 40 hex digits.",
    ],
    [
      "markets.standard.contracts.usdc",
      withMarket({ contracts: { ...contracts, usdc: address.replace("fCD", "FCD") } }),
      "The checksum of the address is wrong",
    ],
    [
      "markets.standard.contracts.multisig",
      withMarket({ contracts: { ...contracts, multisig: address } }),
      "Unrecognized key",
    ],
  ])("error: %s is named when it is wrong", (field, value, reason) => {
    const parse = () => parseDeployment(JSON.stringify(value), "d.json");

    expect(parse).toThrow(`The deployment file d.json is wrong at ${field}: ${reason}`);
    expect(parse).toThrowError(expect.objectContaining({ code: "invalid_setting" }));
  });
});
