import { describe, expect, it } from "vitest";
import type { ActorName } from "../../../src/devnet/actors.js";
import { activate, bond, hashText, post, rule, seat, settle } from "../../../src/devnet/flows.js";
import { emitted } from "../../support/emitted.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { stopAt } from "../../support/stop-at.js";
import { openCase } from "./open-case.js";

const day = 86_400;

describe("Arbitration.proposeArbitrator", () => {
  const market = useMarket();

  async function register(taskId: bigint, ...arbitrators: ActorName[]): Promise<void> {
    for (const arbitrator of arbitrators) {
      await bond(market, arbitrator);
      await market.send(arbitrator, "arbitration", "registerArbitrator", [taskId]);
    }
  }

  async function propose(taskId: bigint, by: ActorName, arbitrator: ActorName) {
    const { address } = market.actors[arbitrator];
    return market.send(by, "arbitration", "proposeArbitrator", [taskId, address]);
  }

  it.each([
    ["poster", "posterChoice"],
    ["worker", "workerChoice"],
  ] as const)("remembers whom the %s named, and seats nobody yet", async (by, choice) => {
    const taskId = await openCase(market);
    await register(taskId, "arbitrator");
    const before = await market.read("arbitration", "disputeOf", [taskId]);

    const { events } = await propose(taskId, by, "arbitrator");

    const arbitrator = market.actors.arbitrator.address;
    const after = await market.read("arbitration", "disputeOf", [taskId]);
    expect(after).toEqual({ ...before, [choice]: arbitrator });
    expect(events).toEqual([
      emitted(market, "arbitration", "ArbitratorProposed", {
        taskId,
        by: market.actors[by].address,
        arbitrator,
      }),
    ]);
  });

  it.each([
    ["poster", "worker"],
    ["worker", "poster"],
  ] as const)("seats the arbitrator when the %s and then the %s name it", async (first, second) => {
    const taskId = await openCase(market);
    await register(taskId, "arbitrator");
    await propose(taskId, first, "arbitrator");
    const before = await market.read("arbitration", "disputeOf", [taskId]);

    const { events } = await propose(taskId, second, "arbitrator");

    const arbitrator = market.actors.arbitrator.address;
    const ruleBy = Number(await market.now()) + 5 * day;
    expect(await market.read("arbitration", "disputeOf", [taskId])).toEqual({
      ...before,
      posterChoice: arbitrator,
      workerChoice: arbitrator,
      arbitrator,
      ruleBy,
    });
    expect(await market.read("arbitration", "verifierOf", [arbitrator])).toEqual({
      verifier: arbitrator,
      bond: (await market.read("arbitration", "params", [])).minBond,
      seats: 1n,
      ruled: 0n,
      noShows: 0n,
    });
    expect(events).toEqual([
      emitted(market, "arbitration", "ArbitratorProposed", {
        taskId,
        by: market.actors[second].address,
        arbitrator,
      }),
      emitted(market, "arbitration", "ArbitratorSeated", {
        taskId,
        tier: 1n,
        arbitrator,
        ruleBy: BigInt(ruleBy),
      }),
    ]);
  });

  it("seats nobody while the parties name different ones, until one changes its mind", async () => {
    const taskId = await openCase(market);
    const { arbitrator, arbitrator2 } = market.actors;
    await register(taskId, "arbitrator", "arbitrator2");

    await propose(taskId, "poster", "arbitrator");
    await propose(taskId, "worker", "arbitrator2");
    const torn = await market.read("arbitration", "disputeOf", [taskId]);
    expect(torn).toMatchObject({
      posterChoice: arbitrator.address,
      workerChoice: arbitrator2.address,
      arbitrator: "0x0000000000000000000000000000000000000000",
      ruleBy: 0,
    });

    await propose(taskId, "poster", "arbitrator2");
    const agreed = await market.read("arbitration", "disputeOf", [taskId]);
    expect(agreed.arbitrator).toBe(arbitrator2.address);
    const passedOver = await market.read("arbitration", "verifierOf", [arbitrator.address]);
    expect(passedOver.seats).toBe(0n);
  });

  it("seats an arbitrator named in the very second the seating time ends", async () => {
    const taskId = await openCase(market);
    await register(taskId, "arbitrator");
    await propose(taskId, "poster", "arbitrator");
    const { seatBy } = await market.read("arbitration", "disputeOf", [taskId]);
    await stopAt(market, seatBy);

    await propose(taskId, "worker", "arbitrator");

    const { arbitrator, ruleBy } = await market.read("arbitration", "disputeOf", [taskId]);
    expect(arbitrator).toBe(market.actors.arbitrator.address);
    expect(ruleBy).toBe(seatBy + 5 * day);
  });

  it("error: SeatingTimeOver one second later", async () => {
    const taskId = await openCase(market);
    await register(taskId, "arbitrator");
    await propose(taskId, "poster", "arbitrator");
    const { seatBy } = await market.read("arbitration", "disputeOf", [taskId]);
    await stopAt(market, seatBy + 1);

    const call = propose(taskId, "worker", "arbitrator");
    await expectRevert(call, "SeatingTimeOver", [taskId, BigInt(seatBy), BigInt(seatBy + 1)]);
  });

  it("seats another arbitrator in the second tier, with a new seating time", async () => {
    const taskId = await openCase(market);
    await rule(market, taskId, 7_000n);
    await market.send("poster", "arbitration", "escalate", [taskId, hashText("appeal")]);

    await seat(market, taskId, "arbitrator2");

    const dispute = await market.read("arbitration", "disputeOf", [taskId]);
    const { address } = market.actors.arbitrator2;
    expect(dispute).toMatchObject({ tier: 2, arbitrator: address, posterChoice: address });
  });

  it("error: NotInDispute for a task that is not disputed, and for a settled dispute", async () => {
    const active = await post(market);
    await activate(market, active);
    await expectRevert(propose(active, "poster", "arbitrator"), "NotInDispute", [active]);

    const settled = await openCase(market);
    await register(settled, "arbitrator");
    await settle(market, settled);
    await expectRevert(propose(settled, "poster", "arbitrator"), "NotInDispute", [settled]);
  });

  it("error: NotParty for a stranger and for the arbitrator itself", async () => {
    const taskId = await openCase(market);
    await register(taskId, "arbitrator");

    for (const by of ["stranger", "arbitrator"] as const) {
      const facts = [taskId, market.actors[by].address];
      await expectRevert(propose(taskId, by, "arbitrator"), "NotParty", facts);
    }
  });

  it("error: SeatTaken while an arbitrator is seated", async () => {
    const taskId = await openCase(market);
    await register(taskId, "arbitrator2");
    await seat(market, taskId);

    const call = propose(taskId, "poster", "arbitrator2");
    await expectRevert(call, "SeatTaken", [taskId, market.actors.arbitrator.address]);
  });

  it("error: NotRegistered for a bonded wallet outside the pool", async () => {
    const taskId = await openCase(market);
    await bond(market, "arbitrator");

    const call = propose(taskId, "poster", "arbitrator");
    await expectRevert(call, "NotRegistered", [taskId, market.actors.arbitrator.address]);
  });

  it("error: SatBefore for the arbitrator of an earlier tier", async () => {
    const taskId = await openCase(market);
    await rule(market, taskId, 7_000n);
    await market.send("poster", "arbitration", "escalate", [taskId, hashText("appeal")]);

    const call = propose(taskId, "poster", "arbitrator");
    await expectRevert(call, "SatBefore", [taskId, market.actors.arbitrator.address]);
  });

  it("error: BondTooLow for a wallet that took its bond back, whoever named it before", async () => {
    const taskId = await openCase(market);
    const { minBond } = await market.read("arbitration", "params", []);
    await register(taskId, "arbitrator");
    await propose(taskId, "poster", "arbitrator");
    await market.send("arbitrator", "arbitration", "unbondVerifier", [1n]);

    const call = propose(taskId, "worker", "arbitrator");
    const facts = [market.actors.arbitrator.address, minBond - 1n, minBond];
    await expectRevert(call, "BondTooLow", facts);
  });

  it("error: BondTooLow for a wallet whose bond does not cover the penalty of a seat it holds", async () => {
    const { minBond, noShowPenalty } = await market.read("arbitration", "params", []);
    await seat(market, await openCase(market));
    const taskId = await openCase(market);
    await market.send("arbitrator", "arbitration", "registerArbitrator", [taskId]);

    const call = propose(taskId, "poster", "arbitrator");
    const facts = [market.actors.arbitrator.address, minBond, minBond + noShowPenalty];
    await expectRevert(call, "BondTooLow", facts);
  });
});
