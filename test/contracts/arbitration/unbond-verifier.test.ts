import { describe, expect, it } from "vitest";
import { bond, rule, seat, settle, tok } from "../../../src/devnet/flows.js";
import { emitted } from "../../support/emitted.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { watchMoney } from "../../support/money.js";
import { openCase } from "./open-case.js";

describe("Arbitration.unbondVerifier", () => {
  const market = useMarket();

  const unbond = (amount: bigint) =>
    market.send("arbitrator", "arbitration", "unbondVerifier", [amount]);

  it("pays part of a bond back", async () => {
    const verifier = market.actors.arbitrator.address;
    await bond(market, "arbitrator");
    const money = await watchMoney(market);

    const { events } = await unbond(3_000n * tok);

    expect(events).toEqual([
      emitted(market, "arbitration", "VerifierUnbonded", {
        verifier,
        amount: 3_000n * tok,
        bond: 7_000n * tok,
      }),
      emitted(market, "tokToken", "Transfer", {
        from: market.contracts.arbitration,
        to: verifier,
        value: 3_000n * tok,
      }),
    ]);
    expect(await money.moved()).toEqual({
      "tok of arbitrator": 3_000n * tok,
      "tok of arbitration": -3_000n * tok,
      "bond of arbitrator": -3_000n * tok,
    });
    expect(await market.read("arbitration", "totalBonds", [])).toBe(7_000n * tok);
  });

  it("pays all of it back to a verifier who registered and was never seated", async () => {
    const taskId = await openCase(market);
    await bond(market, "arbitrator");
    await market.send("arbitrator", "arbitration", "registerArbitrator", [taskId]);

    await unbond(10_000n * tok);

    const verifier = market.actors.arbitrator.address;
    expect(await market.read("arbitration", "verifierOf", [verifier])).toEqual({
      verifier,
      bond: 0n,
      seats: 0n,
      ruled: 0n,
      noShows: 0n,
    });
  });

  it("pays all of it back right after the ruling, while it can still be appealed", async () => {
    const taskId = await openCase(market);
    await rule(market, taskId, 0n);

    await unbond(10_000n * tok);

    expect(await market.read("arbitration", "totalBonds", [])).toBe(0n);
  });

  it("pays what is left after a missed ruling", async () => {
    const taskId = await openCase(market);
    await seat(market, taskId);
    await settle(market, taskId);
    const facts = [market.actors.arbitrator.address, 8_000n * tok + 1n, 8_000n * tok];
    await expectRevert(unbond(8_000n * tok + 1n), "NotBonded", facts);

    await unbond(8_000n * tok);

    expect(await market.read("arbitration", "totalBonds", [])).toBe(0n);
  });

  it("error: SeatHeld while seated, with the number of seats", async () => {
    const verifier = market.actors.arbitrator.address;
    await seat(market, await openCase(market));
    await expectRevert(unbond(1n), "SeatHeld", [verifier, 1n]);

    await seat(market, await openCase(market));
    await expectRevert(unbond(1n), "SeatHeld", [verifier, 2n]);
  });

  it("error: SeatHeld after the ruling time, until somebody ends the dispute", async () => {
    const taskId = await openCase(market);
    await seat(market, taskId);
    await market.travel(6 * 86_400);

    await expectRevert(unbond(1n), "SeatHeld", [market.actors.arbitrator.address, 1n]);
    await settle(market, taskId);
    await unbond(1n);
  });

  it("error: NotBonded above the bond, and for a wallet without one", async () => {
    const verifier = market.actors.arbitrator.address;
    await expectRevert(unbond(1n), "NotBonded", [verifier, 1n, 0n]);

    await bond(market, "arbitrator");
    const facts = [verifier, 10_000n * tok + 1n, 10_000n * tok];
    await expectRevert(unbond(10_000n * tok + 1n), "NotBonded", facts);
  });

  it("error: ZeroAmount for nothing", async () => {
    await expectRevert(unbond(0n), "ZeroAmount", []);
  });
});
