import { maxUint256, zeroAddress } from "viem";
import { describe, expect, it } from "vitest";
import {
  activate,
  claim,
  deliver,
  fund,
  hashText,
  post,
  start,
  tok,
} from "../../../src/devnet/flows.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { stopAt } from "../../support/stop-at.js";
import { hashTerms, hire } from "../../support/terms.js";

describe.each(["standard", "micro"] as const)("TaskRegistry.termsOf on %s", (name) => {
  const market = useMarket({ market: name });

  it("answers the terms of an open post, whose salt is its number", async () => {
    await post(market);
    const taskId = await post(market, { milestones: [3n, 4n], reviewWindow: 4_000 });
    const { deadline } = await market.read("taskRegistry", "task", [taskId]);

    expect(await market.read("taskRegistry", "termsOf", [taskId])).toEqual({
      negotiationId: "0x00000000000000000000000000000000",
      market: name,
      poster: market.actors.poster.address,
      worker: zeroAddress,
      token: market.contracts.tokToken,
      totalAmount: 7n,
      milestoneAmounts: [3n, 4n],
      deadline: BigInt(deadline),
      reviewWindow: 4_000,
      criteriaHash: hashText("Every summary has a source."),
      salt: taskId,
    });
  });

  it("answers terms whose digest is the one stored when the work starts", async () => {
    const taskId = await post(market);
    await activate(market, taskId);

    const { settlementDigest } = await market.read("taskRegistry", "task", [taskId]);
    const terms = await market.read("taskRegistry", "termsOf", [taskId]);
    expect(hashTerms(market, terms)).toBe(settlementDigest);
  });

  it("answers the very terms of a direct hire", async () => {
    const { taskId, terms } = await hire(market, { salt: maxUint256 });

    expect(await market.read("taskRegistry", "termsOf", [taskId])).toEqual(terms);
  });

  it("keeps the agreed deadline, though reviews move the one in force", async () => {
    const taskId = await post(market);
    await claim(market, taskId);
    await fund(market, taskId);
    const before = await market.read("taskRegistry", "termsOf", [taskId]);
    await start(market, taskId);
    await deliver(market, taskId);
    const { deliveredAt } = await market.read("taskRegistry", "task", [taskId]);
    await stopAt(market, deliveredAt + 777);
    await market.send("poster", "taskRegistry", "acceptMilestone", [taskId, 0n]);

    const task = await market.read("taskRegistry", "task", [taskId]);
    expect(task.released).toBe(600n * tok);
    expect(BigInt(task.deadline)).toBe(before.deadline + 777n);
    expect(await market.read("taskRegistry", "termsOf", [taskId])).toEqual(before);
  });

  it.each([0n, 1n, maxUint256])("error: TaskNotFound for number %s", async (taskId) => {
    await expectRevert(market.read("taskRegistry", "termsOf", [taskId]), "TaskNotFound", [taskId]);
  });
});
