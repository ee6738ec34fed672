import { describe, expect, it } from "vitest";
import { activate, deliver, post, tok, usd } from "../../../src/devnet/flows.js";
import { taskStates } from "../../../src/primitives/task-state.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { watchMoney } from "../../support/money.js";
import { stopAt } from "../../support/stop-at.js";

describe.each(["standard", "micro"] as const)("a poster who falls silent on %s", (name) => {
  const market = useMarket({ market: name });

  const release = (taskId: bigint) =>
    market.send("stranger", "taskRegistry", "releaseAfterReview", [taskId]);

  it("pays the worker milestone by milestone, whenever a stranger asks after the review", async () => {
    const taskId = await post(market);
    await activate(market, taskId);
    const { deadline } = await market.read("taskRegistry", "task", [taskId]);
    await deliver(market, taskId);
    const { deliveredAt, reviewWindow } = await market.read("taskRegistry", "task", [taskId]);
    const reviewEnds = deliveredAt + reviewWindow;
    const money = await watchMoney(market);

    await stopAt(market, reviewEnds);
    const facts = [taskId, BigInt(reviewEnds), BigInt(reviewEnds)];
    await expectRevert(release(taskId), "TooEarly", facts);
    expect(await money.moved()).toEqual({});

    await stopAt(market, reviewEnds + 1);
    await release(taskId);
    expect(await money.moved()).toEqual({
      "tok of worker": 600n * tok,
      "tok of escrowVault": -600n * tok,
      "held for task 1": -600n * tok,
    });
    expect(await market.read("taskRegistry", "task", [taskId])).toMatchObject({
      state: taskStates.ACTIVE.index,
      deadline: deadline + reviewWindow + 1,
    });
    const again = release(taskId);
    await expectRevert(again, "WrongState", [taskId, taskStates.ACTIVE.index]);

    await deliver(market, taskId);
    const second = await market.read("taskRegistry", "task", [taskId]);
    await stopAt(market, second.deliveredAt + reviewWindow + 1);
    await release(taskId);
    expect(await money.moved()).toEqual({
      "tok of worker": 400n * tok,
      "tok of escrowVault": -400n * tok,
      "held for task 1": -400n * tok,
    });
    expect(await market.read("taskRegistry", "task", [taskId])).toMatchObject({
      state: taskStates.COMPLETED.index,
      released: 1_000n * tok,
      refunded: 0n,
    });

    await market.send("worker", "depositVault", "withdraw", [25n * usd]);
    expect(await money.moved()).toMatchObject({ "usdc of worker": 25n * usd });
  });
});
