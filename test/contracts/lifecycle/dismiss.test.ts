import { describe, expect, it } from "vitest";
import { marketParams } from "../../../src/chain/deployment/market-params.js";
import { allowFee, claim, fund, post, start, tok, usd } from "../../../src/devnet/flows.js";
import { taskStates } from "../../../src/primitives/task-state.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { watchMoney } from "../../support/money.js";
import { stopAt } from "../../support/stop-at.js";

describe("a poster who dismisses a worker", () => {
  const market = useMarket();

  it("pays the access fee, frees the worker's deposit, and works with the next one", async () => {
    const taskId = await post(market);
    await claim(market, taskId);
    await fund(market, taskId, 250n * tok);
    await allowFee(market, "poster");
    const money = await watchMoney(market);

    await market.send("poster", "taskRegistry", "dismissWorker", [taskId]);
    expect(await money.moved()).toEqual({
      "tok of poster": -1_000n * tok,
      "tok of treasury": 1_000n * tok,
    });
    expect(await market.read("taskRegistry", "task", [taskId])).toMatchObject({
      state: taskStates.POSTED.index,
      worker: "0x0000000000000000000000000000000000000000",
      funded: 250n * tok,
    });

    await market.send("worker", "depositVault", "withdraw", [25n * usd]);
    expect(await money.moved()).toEqual({
      "usdc of worker": 25n * usd,
      "usdc of depositVault": -25n * usd,
      "deposit of worker": -25n * usd,
    });

    await claim(market, taskId, "worker2");
    await fund(market, taskId);
    expect(await money.moved()).toEqual({
      "usdc of worker2": -25n * usd,
      "usdc of depositVault": 25n * usd,
      "deposit of worker2": 25n * usd,
      "tok of worker2": -1_000n * tok,
      "tok of treasury": 1_000n * tok,
      "tok of poster": -750n * tok,
      "tok of escrowVault": 750n * tok,
      "held for task 1": 750n * tok,
    });

    await start(market, taskId);
    await market.send("poster", "taskRegistry", "completeTask", [taskId]);
    expect(await money.moved()).toEqual({
      "tok of worker2": 1_000n * tok,
      "tok of escrowVault": -1_000n * tok,
      "held for task 1": -1_000n * tok,
    });
    const record = await market.read("reputation", "recordOf", [market.actors.poster.address]);
    expect(record).toMatchObject({ dismissals: 1, completedAsPoster: 1 });
  });

  it("error: DeadlinePassed after the funding window, so a lapsed claim is counted as lapsed", async () => {
    const taskId = await post(market);
    await claim(market, taskId);
    const { claimedAt } = await market.read("taskRegistry", "task", [taskId]);
    const end = claimedAt + marketParams.standard.windows.funding;
    await allowFee(market, "poster");
    await stopAt(market, end + 1);

    const call = market.send("poster", "taskRegistry", "dismissWorker", [taskId]);
    await expectRevert(call, "DeadlinePassed", [taskId, BigInt(end), BigInt(end + 1)]);
    await market.send("stranger", "taskRegistry", "expireTask", [taskId]);
    const record = await market.read("reputation", "recordOf", [market.actors.poster.address]);
    expect(record).toMatchObject({ dismissals: 0, lapsed: 1 });
  });
});
