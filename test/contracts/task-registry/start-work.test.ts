import { describe, expect, it } from "vitest";
import { marketParams } from "../../../src/chain/deployment/market-params.js";
import {
  activate,
  allowFee,
  claim,
  deliver,
  fund,
  hashText,
  post,
  tok,
} from "../../../src/devnet/flows.js";
import type { TaskTerms } from "../../../src/terms/task-terms.js";
import { watch } from "../../support/books.js";
import { readDeadline } from "../../support/deadline.js";
import { emitted } from "../../support/emitted.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { itNeedsState } from "../../support/states.js";
import { stopAt } from "../../support/stop-at.js";
import { hashTerms, hire } from "../../support/terms.js";

describe("TaskRegistry.startWork", () => {
  const market = useMarket();

  it("starts a funded task and stores the digest of the terms with its worker", async () => {
    const taskId = await post(market);
    await claim(market, taskId);
    await fund(market, taskId);

    const { events, changes } = await watch(market, taskId, () =>
      market.send("poster", "taskRegistry", "startWork", [taskId, market.actors.worker.address]),
    );

    const terms = await openTerms(taskId);
    const settlementDigest = hashTerms(market, terms);
    expect(changes).toEqual({ task: { state: 3, settlementDigest } });
    expect(events).toEqual([
      emitted(market, "taskRegistry", "WorkStarted", {
        taskId,
        worker: terms.worker,
        settlementDigest,
      }),
    ]);
  });

  it("changes nothing of a direct hire's digest", async () => {
    const { taskId, terms } = await hire(market);
    await fund(market, taskId);

    const { events, changes } = await watch(market, taskId, () =>
      market.send("poster", "taskRegistry", "startWork", [taskId, market.actors.worker.address]),
    );

    expect(changes).toEqual({ task: { state: 3 } });
    expect(events).toEqual([
      emitted(market, "taskRegistry", "WorkStarted", {
        taskId,
        worker: terms.worker,
        settlementDigest: hashTerms(market, terms),
      }),
    ]);
  });

  it("stores what is left as the terms of a second worker", async () => {
    const taskId = await post(market);
    await activate(market, taskId);
    await deliver(market, taskId);
    await market.send("poster", "taskRegistry", "acceptMilestone", [taskId, 0n]);
    await allowFee(market, "worker");
    await market.send("worker", "taskRegistry", "leaveTask", [taskId]);
    await claim(market, taskId, "worker2");

    await market.send("poster", "taskRegistry", "startWork", [
      taskId,
      market.actors.worker2.address,
    ]);

    const task = await market.read("taskRegistry", "task", [taskId]);
    const terms: TaskTerms = {
      ...(await openTerms(taskId)),
      worker: market.actors.worker2.address,
      totalAmount: 400n * tok,
      milestoneAmounts: [400n * tok],
    };
    expect(task.settlementDigest).toBe(hashTerms(market, terms));
  });

  it("works until the very second of the deadline", async () => {
    const taskId = await post(market, { deadlineIn: 3_600 });
    await claim(market, taskId);
    await fund(market, taskId);
    await stopAt(market, await readDeadline(market, taskId));

    await market.send("poster", "taskRegistry", "startWork", [
      taskId,
      market.actors.worker.address,
    ]);

    expect((await market.read("taskRegistry", "task", [taskId])).state).toBe(3);
  });

  it("works after the funding window as long as nobody has expired the task", async () => {
    const taskId = await post(market);
    await claim(market, taskId);
    await fund(market, taskId);
    await market.travel(marketParams.standard.windows.funding + 1);

    await market.send("poster", "taskRegistry", "startWork", [
      taskId,
      market.actors.worker.address,
    ]);

    expect((await market.read("taskRegistry", "task", [taskId])).state).toBe(3);
  });

  itNeedsState(market, ["CLAIMED"], (taskId) =>
    market.send("poster", "taskRegistry", "startWork", [taskId, market.actors.worker.address]),
  );

  it.each(["worker", "stranger"] as const)("error: NotPoster for the %s", async (caller) => {
    const taskId = await post(market);
    await claim(market, taskId);
    await fund(market, taskId);

    const call = market.send(caller, "taskRegistry", "startWork", [
      taskId,
      market.actors.worker.address,
    ]);
    const { poster } = market.actors;
    await expectRevert(call, "NotPoster", [taskId, market.actors[caller].address, poster.address]);
  });

  it("error: UnexpectedWorker when another worker has come meanwhile", async () => {
    const taskId = await post(market);
    await claim(market, taskId);
    const { worker, worker2 } = market.actors;
    await fund(market, taskId);

    const call = [taskId, worker2.address] as const;
    const sent = market.send("poster", "taskRegistry", "startWork", call);
    await expectRevert(sent, "UnexpectedWorker", [taskId, worker.address, worker2.address]);
  });

  it("error: DeadlinePassed one second after the deadline", async () => {
    const taskId = await post(market);
    await claim(market, taskId);
    await fund(market, taskId);
    const deadline = await readDeadline(market, taskId);
    await stopAt(market, deadline + 1n);

    const call = market.send("poster", "taskRegistry", "startWork", [
      taskId,
      market.actors.worker.address,
    ]);
    await expectRevert(call, "DeadlinePassed", [taskId, deadline, deadline + 1n]);
  });

  it("error: NotFullyFunded without money", async () => {
    const taskId = await post(market);
    await claim(market, taskId);

    const call = market.send("poster", "taskRegistry", "startWork", [
      taskId,
      market.actors.worker.address,
    ]);
    await expectRevert(call, "NotFullyFunded", [taskId, 0n, 1_000n * tok]);
  });

  it("error: NotFullyFunded with one wei missing", async () => {
    const taskId = await post(market);
    await claim(market, taskId);
    await fund(market, taskId, 1_000n * tok - 1n);

    const call = market.send("poster", "taskRegistry", "startWork", [
      taskId,
      market.actors.worker.address,
    ]);
    await expectRevert(call, "NotFullyFunded", [taskId, 1_000n * tok - 1n, 1_000n * tok]);
  });

  /** The terms of a task that `post` has posted and `worker` has claimed. */
  async function openTerms(taskId: bigint): Promise<TaskTerms> {
    return {
      negotiationId: "0x00000000000000000000000000000000",
      market: "standard",
      poster: market.actors.poster.address,
      worker: market.actors.worker.address,
      token: market.contracts.tokToken,
      totalAmount: 1_000n * tok,
      milestoneAmounts: [600n * tok, 400n * tok],
      deadline: await readDeadline(market, taskId),
      reviewWindow: 3_600,
      criteriaHash: hashText("Every summary has a source."),
      salt: taskId,
    };
  }
});
