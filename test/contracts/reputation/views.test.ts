import { maxUint256 } from "viem";
import { describe, expect, it } from "vitest";
import { useMarket } from "../../support/market.js";
import { emptyRecord, record } from "./records.js";

describe("views of Reputation", () => {
  const market = useMarket();

  it("answers nothing for unknown wallets", async () => {
    const { stranger, worker } = market.actors;
    expect(await market.read("reputation", "recordOf", [stranger.address])).toEqual(emptyRecord);
    expect(await market.read("reputation", "agentCount", [])).toBe(0n);
    expect(await market.read("reputation", "agents", [0n, 10n])).toEqual([]);
    const pair = [stranger.address, worker.address] as const;
    expect(await market.read("reputation", "haveSettled", pair)).toBe(false);
  });

  it("pages through the wallets in the order they first came", async () => {
    const { poster, worker, worker2 } = market.actors;
    await record(market, "recordLeft", [worker.address]);
    await record(market, "recordCompleted", [poster.address, worker2.address]);
    await record(market, "recordLeft", [worker.address]);
    const all = [
      { agent: worker.address, record: { ...emptyRecord, left: 2 } },
      { agent: poster.address, record: { ...emptyRecord, completedAsPoster: 1 } },
      { agent: worker2.address, record: { ...emptyRecord, completedAsWorker: 1 } },
    ];

    const page = (from: bigint, count: bigint) =>
      market.read("reputation", "agents", [from, count]);
    expect(await page(0n, 3n)).toEqual(all);
    expect(await page(1n, 1n)).toEqual(all.slice(1, 2));
    expect(await page(2n, maxUint256)).toEqual(all.slice(2));
    expect(await page(3n, 1n)).toEqual([]);
    expect(await page(0n, 0n)).toEqual([]);
    expect(await page(maxUint256, maxUint256)).toEqual([]);
    expect(await market.read("reputation", "agentCount", [])).toBe(3n);
  });
});
