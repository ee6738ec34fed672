import { describe, expect, it } from "vitest";
import { tok } from "../../../src/devnet/flows.js";
import { emitted } from "../../support/emitted.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { watchMoney } from "../../support/money.js";

describe("Arbitration.bondVerifier", () => {
  const market = useMarket();

  async function allow(amount: bigint): Promise<void> {
    const { arbitration } = market.contracts;
    await market.send("arbitrator", "tokToken", "approve", [arbitration, amount]);
  }

  it("takes the bond of a new verifier", async () => {
    const verifier = market.actors.arbitrator.address;
    await allow(300n * tok);
    const money = await watchMoney(market);

    const { events } = await market.send("arbitrator", "arbitration", "bondVerifier", [300n * tok]);

    expect(events).toEqual([
      emitted(market, "arbitration", "VerifierBonded", {
        verifier,
        amount: 300n * tok,
        bond: 300n * tok,
      }),
      emitted(market, "tokToken", "Transfer", {
        from: verifier,
        to: market.contracts.arbitration,
        value: 300n * tok,
      }),
    ]);
    expect(await money.moved()).toEqual({
      "tok of arbitrator": -300n * tok,
      "tok of arbitration": 300n * tok,
      "bond of arbitrator": 300n * tok,
    });
    expect(await market.read("arbitration", "verifiers", [0n, 10n])).toEqual([
      { verifier, bond: 300n * tok, seats: 0n, ruled: 0n, noShows: 0n },
    ]);
    expect(await market.read("arbitration", "totalBonds", [])).toBe(300n * tok);
  });

  it("adds to a bond and lists the verifier once", async () => {
    const verifier = market.actors.arbitrator.address;
    await allow(301n);
    await market.send("arbitrator", "arbitration", "bondVerifier", [300n]);

    const { events } = await market.send("arbitrator", "arbitration", "bondVerifier", [1n]);

    expect(events[0]).toEqual(
      emitted(market, "arbitration", "VerifierBonded", { verifier, amount: 1n, bond: 301n }),
    );
    expect(await market.read("arbitration", "verifierCount", [])).toBe(1n);
    expect(await market.read("arbitration", "totalBonds", [])).toBe(301n);
  });

  it("lists a verifier once who took everything back and came again", async () => {
    await allow(2n);
    await market.send("arbitrator", "arbitration", "bondVerifier", [1n]);
    await market.send("arbitrator", "arbitration", "unbondVerifier", [1n]);

    await market.send("arbitrator", "arbitration", "bondVerifier", [1n]);

    expect(await market.read("arbitration", "verifierCount", [])).toBe(1n);
  });

  it("error: ZeroAmount for nothing", async () => {
    const call = market.send("arbitrator", "arbitration", "bondVerifier", [0n]);
    await expectRevert(call, "ZeroAmount", []);
  });

  it("error: ERC20InsufficientAllowance without an approval", async () => {
    await allow(4n);

    const call = market.send("arbitrator", "arbitration", "bondVerifier", [5n]);
    const facts = [market.contracts.arbitration, 4n, 5n];
    await expectRevert(call, "ERC20InsufficientAllowance", facts);
  });
});
