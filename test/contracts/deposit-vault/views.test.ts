import { maxUint256 } from "viem";
import { describe, expect, it } from "vitest";
import { post, topUp, usd } from "../../../src/devnet/flows.js";
import { useMarket } from "../../support/market.js";

describe("views of DepositVault", () => {
  const market = useMarket();

  it("answers zeros for an unknown wallet", async () => {
    const { address } = market.actors.stranger;
    expect(await market.read("depositVault", "depositOf", [address])).toBe(0n);
    expect(await market.read("depositVault", "engagementsOf", [address])).toBe(0n);
    expect(await market.read("depositVault", "agentCount", [])).toBe(0n);
    expect(await market.read("depositVault", "agents", [0n, 10n])).toEqual([]);
    expect(await market.read("depositVault", "totalDeposits", [])).toBe(0n);
  });

  it("pages through the agents in the order they first came", async () => {
    await topUp(market, "worker", 3n);
    await post(market);
    await topUp(market, "worker2", 4n);
    await topUp(market, "worker", 1n);
    const all = [
      { agent: market.actors.worker.address, deposit: 4n, engagements: 0n },
      { agent: market.actors.poster.address, deposit: 25n * usd, engagements: 1n },
      { agent: market.actors.worker2.address, deposit: 4n, engagements: 0n },
    ];

    const page = (from: bigint, count: bigint) =>
      market.read("depositVault", "agents", [from, count]);
    expect(await page(0n, 3n)).toEqual(all);
    expect(await page(1n, 1n)).toEqual(all.slice(1, 2));
    expect(await page(2n, maxUint256)).toEqual(all.slice(2));
    expect(await page(3n, 1n)).toEqual([]);
    expect(await page(0n, 0n)).toEqual([]);
    expect(await page(maxUint256, maxUint256)).toEqual([]);
    expect(await market.read("depositVault", "agentCount", [])).toBe(3n);
    expect(await market.read("depositVault", "totalDeposits", [])).toBe(25n * usd + 8n);
  });

  it("answers the marks of the market", async () => {
    expect(await market.read("depositVault", "entryDeposit", [])).toBe(25n * usd);
    expect(await market.read("depositVault", "recommendedDeposit", [])).toBe(45n * usd);
    expect(await market.read("depositVault", "floorDeposit", [])).toBe(8n * usd);
    expect(await market.read("depositVault", "usdc", [])).toBe(market.contracts.usdc);
  });
});
