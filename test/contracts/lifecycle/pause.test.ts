import { describe, expect, it } from "vitest";
import { activate, deliver, post, tok, topUp, usd } from "../../../src/devnet/flows.js";
import { taskStates } from "../../../src/primitives/task-state.js";
import { giveDeposit, indebt } from "../../support/debts.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { watchMoney } from "../../support/money.js";
import { stopAt } from "../../support/stop-at.js";

describe("a task with a party that lost its deposit elsewhere", () => {
  const market = useMarket();

  const pause = (taskId: bigint) => market.send("stranger", "taskRegistry", "pauseTask", [taskId]);

  it.each([
    ["worker", "worker"],
    ["worker", "poster"],
    ["poster", "poster"],
    ["poster", "worker"],
  ] as const)(
    "is paused for the %s's sake, resumed by an emergency top-up of the %s, and then paid",
    async (loser, payer) => {
      const taskId = await post(market);
      await activate(market, taskId);
      const { deadline } = await market.read("taskRegistry", "task", [taskId]);
      const money = await watchMoney(market);
      await indebt(market, loser);
      expect(await money.moved()).toMatchObject({ [`deposit of ${loser}`]: -25n * usd });

      await pause(taskId);
      expect(await money.moved()).toEqual({});
      const paused = await market.read("taskRegistry", "task", [taskId]);
      expect(paused.state).toBe(taskStates.PAUSED.index);
      const proof = deliver(market, taskId);
      await expectRevert(proof, "WrongState", [taskId, taskStates.PAUSED.index]);

      await market.send(payer, "usdc", "approve", [market.contracts.depositVault, 8n * usd]);
      await stopAt(market, paused.pausedAt + 1_000);
      const args = [taskId, market.actors[loser].address, 8n * usd] as const;
      await market.send(payer, "taskRegistry", "emergencyTopUp", args);
      expect(await money.moved()).toEqual({
        [`usdc of ${payer}`]: -8n * usd,
        "usdc of depositVault": 8n * usd,
        [`deposit of ${loser}`]: 8n * usd,
      });
      expect(await market.read("taskRegistry", "task", [taskId])).toMatchObject({
        state: taskStates.ACTIVE.index,
        resumesTo: 0,
        pausedAt: 0,
        deadline: deadline + 1_000,
      });

      await deliver(market, taskId);
      await market.send("poster", "taskRegistry", "completeTask", [taskId]);
      expect(await money.moved()).toEqual({
        "tok of worker": 1_000n * tok,
        "tok of escrowVault": -1_000n * tok,
        "held for task 1": -1_000n * tok,
      });
      await market.send(loser, "depositVault", "withdraw", [8n * usd]);
      expect(await money.moved()).toMatchObject({ [`usdc of ${loser}`]: 8n * usd });
    },
  );

  it("is resumed without new money when a stranger's top-up came before", async () => {
    const taskId = await post(market);
    await activate(market, taskId);
    await indebt(market, "worker");
    await pause(taskId);
    const { address } = market.actors.worker;
    await giveDeposit(market, "worker", 8n * usd);
    const money = await watchMoney(market);

    await market.send("worker", "taskRegistry", "emergencyTopUp", [taskId, address, 0n]);

    expect(await money.moved()).toEqual({});
    const { state } = await market.read("taskRegistry", "task", [taskId]);
    expect(state).toBe(taskStates.ACTIVE.index);
  });

  it("error: DepositBelowFloor one unit short, and no USDC has moved", async () => {
    const taskId = await post(market);
    await activate(market, taskId);
    await indebt(market, "worker");
    await pause(taskId);
    const { address } = market.actors.worker;
    const { depositVault } = market.contracts;
    await market.send("worker", "usdc", "approve", [depositVault, 8n * usd]);
    const money = await watchMoney(market);

    const args = [taskId, address, 8n * usd - 1n] as const;
    const call = market.send("worker", "taskRegistry", "emergencyTopUp", args);
    const facts = [taskId, address, 8n * usd - 1n, 8n * usd];
    await expectRevert(call, "DepositBelowFloor", facts);
    expect(await money.moved()).toEqual({});
  });

  it("error: DepositsInOrder once the deposit is at the floor again", async () => {
    const taskId = await post(market);
    await activate(market, taskId);
    await indebt(market, "worker");
    await topUp(market, "worker", 8n * usd);

    await expectRevert(pause(taskId), "DepositsInOrder", [taskId, 8n * usd]);
  });
});
