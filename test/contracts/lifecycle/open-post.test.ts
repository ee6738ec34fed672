import { describe, expect, it } from "vitest";
import {
  allowFee,
  claim,
  deliver,
  enter,
  fund,
  post,
  start,
  tok,
  usd,
} from "../../../src/devnet/flows.js";
import { taskStates } from "../../../src/primitives/task-state.js";
import { useMarket } from "../../support/market.js";
import { watchMoney } from "../../support/money.js";

describe.each(["standard", "micro"] as const)("an open post on %s", (name) => {
  const market = useMarket({ market: name });

  it("is claimed, funded in two parts, delivered in two milestones and paid to the wei", async () => {
    const milestones = [600n * tok + 1n, 400n * tok - 2n];
    const total = 1_000n * tok - 1n;
    const money = await watchMoney(market);

    await enter(market, "poster");
    await allowFee(market, "poster");
    expect(await money.moved()).toEqual({
      "usdc of poster": -25n * usd,
      "usdc of depositVault": 25n * usd,
      "deposit of poster": 25n * usd,
    });

    const taskId = await post(market, { milestones });
    expect(await money.moved()).toEqual({
      "tok of poster": -1_000n * tok,
      "tok of treasury": 1_000n * tok,
    });

    await claim(market, taskId);
    expect(await money.moved()).toEqual({
      "usdc of worker": -25n * usd,
      "usdc of depositVault": 25n * usd,
      "deposit of worker": 25n * usd,
      "tok of worker": -1_000n * tok,
      "tok of treasury": 1_000n * tok,
    });

    await fund(market, taskId, 1n);
    expect(await money.moved()).toEqual({
      "tok of poster": -1n,
      "tok of escrowVault": 1n,
      "held for task 1": 1n,
    });

    await fund(market, taskId);
    expect(await money.moved()).toEqual({
      "tok of poster": 1n - total,
      "tok of escrowVault": total - 1n,
      "held for task 1": total - 1n,
    });

    await start(market, taskId);
    await deliver(market, taskId);
    expect(await money.moved()).toEqual({});

    await market.send("poster", "taskRegistry", "acceptMilestone", [taskId, 0n]);
    expect(await money.moved()).toEqual({
      "tok of worker": 600n * tok + 1n,
      "tok of escrowVault": -600n * tok - 1n,
      "held for task 1": -600n * tok - 1n,
    });

    await deliver(market, taskId);
    await market.send("poster", "taskRegistry", "acceptMilestone", [taskId, 1n]);
    expect(await money.moved()).toEqual({
      "tok of worker": 400n * tok - 2n,
      "tok of escrowVault": 2n - 400n * tok,
      "held for task 1": 2n - 400n * tok,
    });
    expect(await market.read("taskRegistry", "task", [taskId])).toMatchObject({
      state: taskStates.COMPLETED.index,
      total,
      funded: total,
      released: total,
      refunded: 0n,
    });

    await market.send("poster", "depositVault", "withdraw", [25n * usd]);
    await market.send("worker", "depositVault", "withdraw", [25n * usd]);
    expect(await money.moved()).toEqual({
      "usdc of poster": 25n * usd,
      "usdc of worker": 25n * usd,
      "usdc of depositVault": -50n * usd,
      "deposit of poster": -25n * usd,
      "deposit of worker": -25n * usd,
    });
  });
});
