import { maxUint256 } from "viem";
import { describe, expect, it } from "vitest";
import { marketParams } from "../../../src/chain/deployment/market-params.js";
import { bond, rule, seat, usd } from "../../../src/devnet/flows.js";
import { zeroAddress } from "../../../src/primitives/address.js";
import { useMarket } from "../../support/market.js";
import { noDispute, openCase } from "./open-case.js";

const noVerifier = { verifier: zeroAddress, bond: 0n, seats: 0n, ruled: 0n, noShows: 0n };

describe.each(["standard", "micro"] as const)("views of Arbitration on %s", (name) => {
  const market = useMarket({ market: name });

  it("answers empty records for what never was", async () => {
    const { stranger } = market.actors;
    expect(await market.read("arbitration", "disputeOf", [7n])).toEqual(noDispute);
    expect(await market.read("arbitration", "disputesOf", [[]])).toEqual([]);
    expect(await market.read("arbitration", "poolOf", [7n, 0n, 10n])).toEqual([]);
    expect(await market.read("arbitration", "isRegistered", [7n, stranger.address])).toBe(false);
    expect(await market.read("arbitration", "verifierOf", [stranger.address])).toEqual(noVerifier);
    expect(await market.read("arbitration", "verifiers", [0n, 10n])).toEqual([]);
    expect(await market.read("arbitration", "verifierCount", [])).toBe(0n);
    expect(await market.read("arbitration", "totalBonds", [])).toBe(0n);
    expect(await market.read("arbitration", "slashed", [])).toBe(0n);
  });

  it("answers several disputes in the order asked, repeated and missing ones included", async () => {
    const first = await openCase(market);
    const second = await openCase(market);
    await rule(market, second, 1n);
    const one = await market.read("arbitration", "disputeOf", [first]);
    const two = await market.read("arbitration", "disputeOf", [second]);
    expect(one).not.toEqual(two);

    const disputes = await market.read("arbitration", "disputesOf", [[second, 7n, first, second]]);

    expect(disputes).toEqual([two, noDispute, one, two]);
  });

  it("pages through the pool of a task", async () => {
    const taskId = await openCase(market);
    const names = ["arbitrator", "arbitrator2", "arbitrator3"] as const;
    for (const arbitrator of names) {
      await bond(market, arbitrator);
      await market.send(arbitrator, "arbitration", "registerArbitrator", [taskId]);
    }
    const pool = names.map((arbitrator) => market.actors[arbitrator].address);

    const page = (from: bigint, count: bigint) =>
      market.read("arbitration", "poolOf", [taskId, from, count]);
    expect(await page(0n, 3n)).toEqual(pool);
    expect(await page(1n, 1n)).toEqual(pool.slice(1, 2));
    expect(await page(2n, 9n)).toEqual(pool.slice(2));
    expect(await page(3n, 9n)).toEqual([]);
    expect(await page(0n, 0n)).toEqual([]);
    expect(await page(0n, maxUint256)).toEqual(pool);
    expect(await page(maxUint256, maxUint256)).toEqual([]);
  });

  it("pages through the verifiers in the order they first bonded", async () => {
    const { minBond } = await market.read("arbitration", "params", []);
    await bond(market, "arbitrator2");
    await bond(market, "arbitrator");
    await seat(market, await openCase(market), "arbitrator2");
    const all = [
      { ...noVerifier, verifier: market.actors.arbitrator2.address, bond: minBond, seats: 1n },
      { ...noVerifier, verifier: market.actors.arbitrator.address, bond: minBond },
    ];

    const page = (from: bigint, count: bigint) =>
      market.read("arbitration", "verifiers", [from, count]);
    expect(await page(0n, 2n)).toEqual(all);
    expect(await page(1n, maxUint256)).toEqual(all.slice(1));
    expect(await page(2n, 1n)).toEqual([]);
    expect(await page(maxUint256, 1n)).toEqual([]);
    expect(await market.read("arbitration", "verifierCount", [])).toBe(2n);
    expect(await market.read("arbitration", "totalBonds", [])).toBe(2n * minBond);
  });

  it("answers the numbers the market was deployed with", async () => {
    const params = await market.read("arbitration", "params", []);
    expect(params).toEqual(marketParams[name].arbitration);
    expect(await market.read("arbitration", "tok", [])).toBe(market.contracts.tokToken);
    expect(await market.read("arbitration", "MAX_TIER", [])).toBe(3n);
  });

  it("answers fees that double from tier to tier", async () => {
    const first = { standard: 5n * usd, micro: 2n * usd }[name];
    const fees = [0n, 1n, 2n, 3n].map((tier) => market.read("arbitration", "feeOf", [tier]));
    expect(await Promise.all(fees)).toEqual([0n, first, 2n * first, 4n * first]);
  });
});
