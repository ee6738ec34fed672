import { describe, expect, it } from "vitest";
import {
  type DeploySettings,
  hashSteps,
  listDeploySteps,
} from "../../../src/chain/deployment/settings.js";

const a = "0x1111111111111111111111111111111111111111";
const b = "0x2222222222222222222222222222222222222222";
const settings: DeploySettings = {
  markets: ["standard", "micro"],
  owner: a,
  treasury: a,
  usdc: b,
  tokToken: { supplyWei: "1" },
  priceFeed: { priceUsd8: "1" },
};

describe("the steps of a deployment", () => {
  it("have ids of their own, and what is shared comes first", () => {
    const ids = listDeploySteps(settings).map(({ id }) => id);

    expect([new Set(ids).size, ids.slice(0, 3)]).toEqual([
      ids.length,
      ["deploy tokToken", "deploy priceFeed", "standard: deploy usdOracle"],
    ]);
  });

  it("make no token and no feed where both are given", () => {
    const given = { ...settings, tokToken: { at: a }, priceFeed: { at: b } } as const;
    const ids = listDeploySteps(given).map(({ id }) => id);

    expect(ids.filter((id) => /tokToken|priceFeed/.test(id))).toEqual([]);
  });

  it("have a hash that depends on every argument", () => {
    const others: Partial<DeploySettings>[] = [
      {},
      { owner: b },
      { treasury: b },
      { tokToken: { supplyWei: "2" } },
      { priceFeed: { priceUsd8: "2" } },
      { markets: ["micro"] },
    ];
    const hashes = others.map((other) => hashSteps(listDeploySteps({ ...settings, ...other })));

    expect(new Set(hashes).size).toBe(others.length);
    expect(hashSteps(listDeploySteps({ ...settings }))).toBe(hashes[0]);
  });
});
