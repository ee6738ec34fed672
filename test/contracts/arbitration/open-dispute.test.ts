import { zeroHash } from "viem";
import { describe, expect, it } from "vitest";
import {
  activate,
  claim,
  deliver,
  dispute,
  hashText,
  post,
  settle,
} from "../../../src/devnet/flows.js";
import { taskStates } from "../../../src/primitives/task-state.js";
import { emitted } from "../../support/emitted.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { watchMoney } from "../../support/money.js";
import { stopAt } from "../../support/stop-at.js";
import { noDispute, openCase } from "./open-case.js";

const evidence = hashText("the transcript");
const day = 86_400;

describe("Arbitration.openDispute", () => {
  const market = useMarket();

  it.each(["poster", "worker"] as const)("freezes an active task for its %s", async (by) => {
    const taskId = await post(market);
    await activate(market, taskId);
    const money = await watchMoney(market);

    const { events } = await market.send(by, "arbitration", "openDispute", [taskId, evidence]);

    const opener = market.actors[by].address;
    const now = Number(await market.now());
    expect(await market.read("arbitration", "disputeOf", [taskId])).toEqual({
      ...noDispute,
      opener,
      tier: 1,
      openedAt: now,
      seatBy: now + 3 * day,
      evidence: [evidence],
    });
    expect(events).toEqual([
      emitted(market, "arbitration", "DisputeOpened", {
        taskId,
        by: opener,
        evidenceHash: evidence,
      }),
      emitted(market, "taskRegistry", "TaskDisputed", { taskId, by: opener }),
    ]);
    const task = await market.read("taskRegistry", "task", [taskId]);
    expect(task.state).toBe(taskStates.DISPUTED.index);
    expect(await money.moved()).toEqual({});
  });

  it("is open until the very second of an active task's deadline", async () => {
    const taskId = await post(market);
    await activate(market, taskId);
    const { deadline } = await market.read("taskRegistry", "task", [taskId]);
    await stopAt(market, deadline);

    await dispute(market, taskId, "worker");

    expect((await market.read("arbitration", "disputeOf", [taskId])).openedAt).toBe(deadline);
  });

  it("error: DeadlinePassed one second later", async () => {
    const taskId = await post(market);
    await activate(market, taskId);
    const { deadline } = await market.read("taskRegistry", "task", [taskId]);
    await stopAt(market, deadline + 1);

    const call = market.send("worker", "arbitration", "openDispute", [taskId, evidence]);
    const facts = [taskId, BigInt(deadline), BigInt(deadline + 1)];
    await expectRevert(call, "DeadlinePassed", facts);
  });

  it("lets the poster dispute a proof until the very second the review ends", async () => {
    const taskId = await post(market);
    await activate(market, taskId);
    await deliver(market, taskId);
    const { deliveredAt, reviewWindow } = await market.read("taskRegistry", "task", [taskId]);
    await stopAt(market, deliveredAt + reviewWindow);

    await dispute(market, taskId, "poster");

    const { state } = await market.read("taskRegistry", "task", [taskId]);
    expect(state).toBe(taskStates.DISPUTED.index);
  });

  it("error: ReviewOver for the poster one second later, while the worker still may", async () => {
    const taskId = await post(market);
    await activate(market, taskId);
    await deliver(market, taskId);
    const { deliveredAt, reviewWindow } = await market.read("taskRegistry", "task", [taskId]);
    const reviewEnded = deliveredAt + reviewWindow;
    await stopAt(market, reviewEnded + 1);

    const call = market.send("poster", "arbitration", "openDispute", [taskId, evidence]);
    const facts = [taskId, BigInt(reviewEnded), BigInt(reviewEnded + 1)];
    await expectRevert(call, "ReviewOver", facts);
    await dispute(market, taskId, "worker");
    const { opener } = await market.read("arbitration", "disputeOf", [taskId]);
    expect(opener).toBe(market.actors.worker.address);
  });

  it("error: EvidenceHashMissing without evidence", async () => {
    const taskId = await post(market);
    await activate(market, taskId);

    const call = market.send("poster", "arbitration", "openDispute", [taskId, zeroHash]);
    await expectRevert(call, "EvidenceHashMissing", []);
  });

  it("error: NotParty for a stranger", async () => {
    const taskId = await post(market);
    await activate(market, taskId);

    const call = market.send("stranger", "arbitration", "openDispute", [taskId, evidence]);
    await expectRevert(call, "NotParty", [taskId, market.actors.stranger.address]);
  });

  it("error: TaskNotFound for a number nobody posted", async () => {
    const call = market.send("poster", "arbitration", "openDispute", [9n, evidence]);
    await expectRevert(call, "TaskNotFound", [9n]);
  });

  it("error: WrongState while a task is posted or claimed", async () => {
    const taskId = await post(market);
    const posted = market.send("poster", "arbitration", "openDispute", [taskId, evidence]);
    await expectRevert(posted, "WrongState", [taskId, taskStates.POSTED.index]);

    await claim(market, taskId);
    const claimed = market.send("worker", "arbitration", "openDispute", [taskId, evidence]);
    await expectRevert(claimed, "WrongState", [taskId, taskStates.CLAIMED.index]);
  });

  it("error: WrongState once a task is completed", async () => {
    const taskId = await post(market);
    await activate(market, taskId);
    await market.send("poster", "taskRegistry", "completeTask", [taskId]);

    const call = market.send("poster", "arbitration", "openDispute", [taskId, evidence]);
    await expectRevert(call, "WrongState", [taskId, taskStates.COMPLETED.index]);
  });

  it("error: WrongState for a second dispute, during the first and after it", async () => {
    const taskId = await openCase(market);
    const during = market.send("worker", "arbitration", "openDispute", [taskId, evidence]);
    await expectRevert(during, "WrongState", [taskId, taskStates.DISPUTED.index]);

    await settle(market, taskId);
    const after = market.send("worker", "arbitration", "openDispute", [taskId, evidence]);
    await expectRevert(after, "WrongState", [taskId, taskStates.RESOLVED.index]);
  });
});
