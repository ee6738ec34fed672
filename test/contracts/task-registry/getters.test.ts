import { zeroHash } from "viem";
import { describe, expect, it } from "vitest";
import { marketParams } from "../../../src/chain/deployment/market-params.js";
import { post } from "../../../src/devnet/flows.js";
import { useMarket } from "../../support/market.js";

describe.each(["standard", "micro"] as const)("TaskRegistry of %s", (name) => {
  const market = useMarket({ market: name });

  it("market: answers its name", async () => {
    expect(await market.read("taskRegistry", "market", [])).toBe(name);
  });

  it("links: answers the contracts of the market", async () => {
    const { contracts } = market;
    expect(await market.read("taskRegistry", "links", [])).toEqual({
      tok: contracts.tokToken,
      depositVault: contracts.depositVault,
      escrowVault: contracts.escrowVault,
      paymentGateway: contracts.paymentGateway,
      pricingPolicy: contracts.pricingPolicy,
      scopeRegistry: contracts.scopeRegistry,
      arbitration: contracts.arbitration,
      reputation: contracts.reputation,
    });
  });

  it("windows: answers the windows it was deployed with", async () => {
    const windows = await market.read("taskRegistry", "windows", []);
    expect(windows).toEqual(marketParams[name].windows);
  });

  it("arbitration: answers the arbitration of the market", async () => {
    const arbitration = await market.read("taskRegistry", "arbitration", []);
    expect(arbitration).toBe(market.contracts.arbitration);
  });

  it("MAX_MILESTONES: answers 20", async () => {
    expect(await market.read("taskRegistry", "MAX_MILESTONES", [])).toBe(20n);
  });

  it("taskCount: grows by one with each task", async () => {
    expect(await market.read("taskRegistry", "taskCount", [])).toBe(0n);
    await post(market);
    await post(market);
    expect(await market.read("taskRegistry", "taskCount", [])).toBe(2n);
  });

  it("eip712Domain: answers the domain of the terms", async () => {
    expect(await market.read("taskRegistry", "eip712Domain", [])).toEqual([
      "0x0f",
      "svc Task Market",
      "2",
      8453n,
      market.contracts.taskRegistry,
      zeroHash,
      [],
    ]);
  });
});
