import { maxUint256, zeroHash } from "viem";
import { describe, expect, it } from "vitest";
import { hashText, tok } from "../../../src/devnet/flows.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { bringTo } from "../../support/states.js";

describe("TaskRegistry.task", () => {
  const market = useMarket();

  it("answers everything about one task", async () => {
    const taskId = await bringTo(market, "DELIVERED");
    const delivered = await market.now();
    await market.send("poster", "taskRegistry", "acceptMilestone", [taskId, 0n]);

    const task = await market.read("taskRegistry", "task", [taskId]);
    const { createdAt, claimedAt, deadline, settlementDigest, ...rest } = task;
    expect(createdAt).toBeLessThanOrEqual(claimedAt);
    expect(deadline).toBeGreaterThanOrEqual(createdAt + 5 * 86_400 - 10);
    expect(settlementDigest).not.toBe(zeroHash);
    expect(rest).toEqual({
      id: taskId,
      poster: market.actors.poster.address,
      worker: market.actors.worker.address,
      state: 3,
      resumesTo: 0,
      visibility: 1,
      firstMilestone: 0,
      milestonesReleased: 1,
      reviewWindow: 3_600,
      deliveredAt: Number(delivered),
      pausedAt: 0,
      total: 1_000n * tok,
      funded: 1_000n * tok,
      released: 600n * tok,
      refunded: 0n,
      negotiationId: "0x00000000000000000000000000000000",
      criteriaHash: hashText("Every summary has a source."),
      receiptHash: hashText(`proof ${taskId}/0`),
      milestoneAmounts: [600n * tok, 400n * tok],
      scopeText: "Summarise ten papers.",
    });
  });

  it.each([0n, 2n, maxUint256])("error: TaskNotFound for number %s", async (taskId) => {
    await bringTo(market, "POSTED");

    await expectRevert(market.read("taskRegistry", "task", [taskId]), "TaskNotFound", [taskId]);
  });
});
