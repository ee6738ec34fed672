import { describe, expect, it } from "vitest";
import { activate, bond, post, seat, settle } from "../../../src/devnet/flows.js";
import { emitted } from "../../support/emitted.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { openCase } from "./open-case.js";

const pageOfTen = [0n, 10n] as const;

describe("Arbitration.registerArbitrator", () => {
  const market = useMarket();

  it("puts a wallet with exactly the minimum bond into the pool of the task", async () => {
    const taskId = await openCase(market);
    const { address } = market.actors.arbitrator;
    await bond(market, "arbitrator");
    const before = await market.read("arbitration", "verifierOf", [address]);

    const { events } = await market.send("arbitrator", "arbitration", "registerArbitrator", [
      taskId,
    ]);

    expect(events).toEqual([
      emitted(market, "arbitration", "ArbitratorRegistered", { taskId, arbitrator: address }),
    ]);
    expect(await market.read("arbitration", "poolOf", [taskId, ...pageOfTen])).toEqual([address]);
    expect(await market.read("arbitration", "isRegistered", [taskId, address])).toBe(true);
    expect(await market.read("arbitration", "verifierOf", [address])).toEqual(before);
  });

  it("keeps the pools of two tasks apart", async () => {
    const first = await openCase(market);
    const second = await openCase(market);
    const { arbitrator, arbitrator2 } = market.actors;
    await bond(market, "arbitrator");
    await bond(market, "arbitrator2");

    await market.send("arbitrator2", "arbitration", "registerArbitrator", [first]);
    await market.send("arbitrator", "arbitration", "registerArbitrator", [first]);
    await market.send("arbitrator", "arbitration", "registerArbitrator", [second]);

    const firstPool = await market.read("arbitration", "poolOf", [first, ...pageOfTen]);
    expect(firstPool).toEqual([arbitrator2.address, arbitrator.address]);
    const secondPool = await market.read("arbitration", "poolOf", [second, ...pageOfTen]);
    expect(secondPool).toEqual([arbitrator.address]);
  });

  it("stays open while an arbitrator is seated, for the tiers to come", async () => {
    const taskId = await openCase(market);
    await seat(market, taskId);
    await bond(market, "arbitrator2");

    await market.send("arbitrator2", "arbitration", "registerArbitrator", [taskId]);

    expect(await market.read("arbitration", "poolOf", [taskId, ...pageOfTen])).toEqual([
      market.actors.arbitrator.address,
      market.actors.arbitrator2.address,
    ]);
  });

  it("error: NotInDispute for a task nobody posted, and for one that is not disputed", async () => {
    await bond(market, "arbitrator");
    const unknown = market.send("arbitrator", "arbitration", "registerArbitrator", [9n]);
    await expectRevert(unknown, "NotInDispute", [9n]);

    const taskId = await post(market);
    await activate(market, taskId);
    const active = market.send("arbitrator", "arbitration", "registerArbitrator", [taskId]);
    await expectRevert(active, "NotInDispute", [taskId]);
  });

  it("error: NotInDispute once the dispute is settled", async () => {
    const taskId = await openCase(market);
    await bond(market, "arbitrator");
    await settle(market, taskId);

    const call = market.send("arbitrator", "arbitration", "registerArbitrator", [taskId]);
    await expectRevert(call, "NotInDispute", [taskId]);
  });

  it.each(["poster", "worker"] as const)(
    "error: PartyCannotArbitrate for the %s",
    async (party) => {
      const taskId = await openCase(market);
      await bond(market, party);

      const call = market.send(party, "arbitration", "registerArbitrator", [taskId]);
      await expectRevert(call, "PartyCannotArbitrate", [taskId, market.actors[party].address]);
    },
  );

  it("error: AlreadyRegistered the second time", async () => {
    const taskId = await openCase(market);
    await bond(market, "arbitrator");
    await market.send("arbitrator", "arbitration", "registerArbitrator", [taskId]);

    const call = market.send("arbitrator", "arbitration", "registerArbitrator", [taskId]);
    await expectRevert(call, "AlreadyRegistered", [taskId, market.actors.arbitrator.address]);
  });

  it("error: BondTooLow one wei below the minimum", async () => {
    const taskId = await openCase(market);
    const { minBond } = await market.read("arbitration", "params", []);
    await bond(market, "arbitrator");
    await market.send("arbitrator", "arbitration", "unbondVerifier", [1n]);

    const call = market.send("arbitrator", "arbitration", "registerArbitrator", [taskId]);
    const facts = [market.actors.arbitrator.address, minBond - 1n, minBond];
    await expectRevert(call, "BondTooLow", facts);
  });
});
