import { zeroHash } from "viem";
import { describe, expect, it } from "vitest";
import { activate, hashText, post, rule, seat, settle } from "../../../src/devnet/flows.js";
import { zeroAddress } from "../../../src/primitives/address.js";
import { emitted } from "../../support/emitted.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { watchMoney } from "../../support/money.js";
import { stopAt } from "../../support/stop-at.js";
import { openCase, openLastTier } from "./open-case.js";

const rulingHash = hashText("half of it was done");
const day = 86_400;

describe("Arbitration.resolveDispute", () => {
  const market = useMarket();

  const resolve = (taskId: bigint, workerBps = 7_000n) =>
    market.send("arbitrator", "arbitration", "resolveDispute", [taskId, workerBps, rulingHash]);

  it.each([0, 1, 5_000, 10_000])(
    "writes a ruling of %i basis points down, frees the seat and moves no money",
    async (bps) => {
      const workerBps = BigInt(bps);
      const taskId = await openCase(market);
      await seat(market, taskId);
      const before = await market.read("arbitration", "disputeOf", [taskId]);
      const money = await watchMoney(market);

      const { events } = await resolve(taskId, workerBps);

      const arbitrator = market.actors.arbitrator.address;
      const now = Number(await market.now());
      const appealUntil = now + 2 * day;
      expect(await market.read("arbitration", "disputeOf", [taskId])).toEqual({
        ...before,
        appealUntil,
        rulings: [{ arbitrator, workerBps: bps, ruledAt: now, rulingHash }],
      });
      expect(await market.read("arbitration", "verifierOf", [arbitrator])).toEqual({
        verifier: arbitrator,
        bond: (await market.read("arbitration", "params", [])).minBond,
        seats: 0n,
        ruled: 1n,
        noShows: 0n,
      });
      expect(events).toEqual([
        emitted(market, "arbitration", "DisputeRuled", {
          taskId,
          tier: 1n,
          arbitrator,
          workerBps,
          rulingHash,
          appealUntil: BigInt(appealUntil),
        }),
      ]);
      expect(await money.moved()).toEqual({});
    },
  );

  it("takes a ruling without a text", async () => {
    const taskId = await openCase(market);
    await seat(market, taskId);

    await market.send("arbitrator", "arbitration", "resolveDispute", [taskId, 1n, zeroHash]);

    const { rulings } = await market.read("arbitration", "disputeOf", [taskId]);
    expect(rulings.map((ruling) => ruling.rulingHash)).toEqual([zeroHash]);
  });

  it("leaves no time for an appeal in the last tier", async () => {
    const taskId = await openLastTier(market);

    await rule(market, taskId, 2_000n, "arbitrator3");

    const { tier, appealUntil, rulings } = await market.read("arbitration", "disputeOf", [taskId]);
    expect(tier).toBe(3);
    expect(BigInt(appealUntil)).toBe(await market.now());
    expect(rulings.map((ruling) => ruling.workerBps)).toEqual([7_000, 7_000, 2_000]);
  });

  it("takes a ruling in the very second the ruling time ends", async () => {
    const taskId = await openCase(market);
    await seat(market, taskId);
    const { ruleBy } = await market.read("arbitration", "disputeOf", [taskId]);
    await stopAt(market, ruleBy);

    await resolve(taskId);

    const { rulings } = await market.read("arbitration", "disputeOf", [taskId]);
    expect(rulings.map((ruling) => ruling.ruledAt)).toEqual([ruleBy]);
  });

  it("error: RulingTimeOver one second later", async () => {
    const taskId = await openCase(market);
    await seat(market, taskId);
    const { ruleBy } = await market.read("arbitration", "disputeOf", [taskId]);
    await stopAt(market, ruleBy + 1);

    const facts = [taskId, BigInt(ruleBy), BigInt(ruleBy + 1)];
    await expectRevert(resolve(taskId), "RulingTimeOver", facts);
  });

  it("error: NotInDispute for a task that is not disputed, and for a settled dispute", async () => {
    const active = await post(market);
    await activate(market, active);
    await expectRevert(resolve(active), "NotInDispute", [active]);

    const settled = await openCase(market);
    await seat(market, settled);
    await settle(market, settled);
    await expectRevert(resolve(settled), "NotInDispute", [settled]);
  });

  it("error: NotArbitrator while nobody is seated", async () => {
    const taskId = await openCase(market);

    const facts = [taskId, market.actors.arbitrator.address, zeroAddress];
    await expectRevert(resolve(taskId), "NotArbitrator", facts);
  });

  it.each(["stranger", "poster", "worker", "arbitrator2"] as const)(
    "error: NotArbitrator for the %s",
    async (caller) => {
      const taskId = await openCase(market);
      await seat(market, taskId);

      const args = [taskId, 0n, rulingHash] as const;
      const call = market.send(caller, "arbitration", "resolveDispute", args);
      await expectRevert(call, "NotArbitrator", [
        taskId,
        market.actors[caller].address,
        market.actors.arbitrator.address,
      ]);
    },
  );

  it("error: NotArbitrator for the arbitrator of the tier before", async () => {
    const taskId = await openCase(market);
    await rule(market, taskId, 7_000n);
    await market.send("worker", "arbitration", "escalate", [taskId, hashText("appeal")]);
    await seat(market, taskId, "arbitrator2");

    await expectRevert(resolve(taskId), "NotArbitrator", [
      taskId,
      market.actors.arbitrator.address,
      market.actors.arbitrator2.address,
    ]);
  });

  it("error: AlreadyRuled the second time, with the tier", async () => {
    const taskId = await openCase(market);
    await rule(market, taskId, 7_000n);

    await expectRevert(resolve(taskId, 0n), "AlreadyRuled", [taskId, 1n]);
  });

  it("error: BadBasisPoints above the whole", async () => {
    const taskId = await openCase(market);
    await seat(market, taskId);

    await expectRevert(resolve(taskId, 10_001n), "BadBasisPoints", [10_001n]);
    const wrapped = 2n ** 16n;
    await expectRevert(resolve(taskId, wrapped), "BadBasisPoints", [wrapped]);
  });
});
