import { zeroHash } from "viem";
import { describe, expect, it } from "vitest";
import { activate, hashText, post, rule, seat, settle } from "../../../src/devnet/flows.js";
import { zeroAddress } from "../../../src/primitives/address.js";
import { emitted } from "../../support/emitted.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { watchMoney } from "../../support/money.js";
import { stopAt } from "../../support/stop-at.js";
import { openCase, openLastTier } from "./open-case.js";

const appeal = hashText("the arbitrator overlooked the second file");
const day = 86_400;

describe("Arbitration.escalate", () => {
  const market = useMarket();

  const escalate = (taskId: bigint, by: "poster" | "worker" | "stranger" = "poster") =>
    market.send(by, "arbitration", "escalate", [taskId, appeal]);

  it.each(["poster", "worker"] as const)("opens the next tier for the %s", async (by) => {
    const taskId = await openCase(market);
    await rule(market, taskId, 7_000n);
    const before = await market.read("arbitration", "disputeOf", [taskId]);
    const money = await watchMoney(market);

    const { events } = await escalate(taskId, by);

    expect(await market.read("arbitration", "disputeOf", [taskId])).toEqual({
      ...before,
      tier: 2,
      seatBy: Number(await market.now()) + 3 * day,
      ruleBy: 0,
      appealUntil: 0,
      posterChoice: zeroAddress,
      workerChoice: zeroAddress,
      arbitrator: zeroAddress,
      evidence: [...before.evidence, appeal],
    });
    expect(events).toEqual([
      emitted(market, "arbitration", "DisputeEscalated", {
        taskId,
        tier: 2n,
        by: market.actors[by].address,
        evidenceHash: appeal,
      }),
    ]);
    expect(await money.moved()).toEqual({});
  });

  it("keeps the pool of the task for the next tier", async () => {
    const taskId = await openCase(market);
    await rule(market, taskId, 7_000n);

    await escalate(taskId);

    const pool = await market.read("arbitration", "poolOf", [taskId, 0n, 10n]);
    expect(pool).toEqual([market.actors.arbitrator.address]);
  });

  it("hears an appeal in the very second the appeal time ends", async () => {
    const taskId = await openCase(market);
    await rule(market, taskId, 7_000n);
    const { appealUntil } = await market.read("arbitration", "disputeOf", [taskId]);
    await stopAt(market, appealUntil);

    await escalate(taskId);

    const { tier, seatBy } = await market.read("arbitration", "disputeOf", [taskId]);
    expect({ tier, seatBy }).toEqual({ tier: 2, seatBy: appealUntil + 3 * day });
  });

  it("error: AppealOver one second later", async () => {
    const taskId = await openCase(market);
    await rule(market, taskId, 7_000n);
    const { appealUntil } = await market.read("arbitration", "disputeOf", [taskId]);
    await stopAt(market, appealUntil + 1);

    const facts = [taskId, BigInt(appealUntil), BigInt(appealUntil + 1)];
    await expectRevert(escalate(taskId), "AppealOver", facts);
  });

  it("error: NotInDispute for a task that is not disputed, and for a settled dispute", async () => {
    const active = await post(market);
    await activate(market, active);
    await expectRevert(escalate(active), "NotInDispute", [active]);

    const settled = await openCase(market);
    await rule(market, settled, 7_000n);
    await settle(market, settled);
    await expectRevert(escalate(settled), "NotInDispute", [settled]);
  });

  it("error: NotParty for a stranger", async () => {
    const taskId = await openCase(market);
    await rule(market, taskId, 7_000n);

    const facts = [taskId, market.actors.stranger.address];
    await expectRevert(escalate(taskId, "stranger"), "NotParty", facts);
  });

  it("error: NothingToAppeal before a ruling, in the first tier and in the second", async () => {
    const taskId = await openCase(market);
    await expectRevert(escalate(taskId), "NothingToAppeal", [taskId]);
    await seat(market, taskId);
    await expectRevert(escalate(taskId), "NothingToAppeal", [taskId]);

    await market.send("arbitrator", "arbitration", "resolveDispute", [taskId, 0n, appeal]);
    await escalate(taskId);
    await expectRevert(escalate(taskId), "NothingToAppeal", [taskId]);
  });

  it("error: LastTier after the third ruling", async () => {
    const taskId = await openLastTier(market);
    await rule(market, taskId, 7_000n, "arbitrator3");
    await stopAt(market, await market.now());

    await expectRevert(escalate(taskId), "LastTier", [taskId, 3n]);
  });

  it("error: EvidenceHashMissing without evidence", async () => {
    const taskId = await openCase(market);
    await rule(market, taskId, 7_000n);

    const call = market.send("poster", "arbitration", "escalate", [taskId, zeroHash]);
    await expectRevert(call, "EvidenceHashMissing", []);
  });
});
