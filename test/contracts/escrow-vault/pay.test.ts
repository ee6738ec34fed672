import { describe, expect, it } from "vitest";
import { fund, post, tok } from "../../../src/devnet/flows.js";
import type { Address } from "../../../src/primitives/address.js";
import { emitted } from "../../support/emitted.js";
import { hostileTok, misbehave } from "../../support/hostile.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { watchMoney } from "../../support/money.js";
import { sendAs } from "../../support/send-as.js";

describe("EscrowVault.pay", () => {
  const market = useMarket({ tokens: hostileTok });

  const pay = (taskId: bigint, to: Address, amount: bigint) =>
    sendAs(market, market.contracts.taskRegistry, "escrowVault", "pay", [taskId, to, amount]);

  async function postFunded(): Promise<bigint> {
    const taskId = await post(market);
    await fund(market, taskId);
    return taskId;
  }

  it("pays part of a task's money and keeps the rest for it", async () => {
    const taskId = await postFunded();
    const to = market.actors.worker.address;
    const money = await watchMoney(market);

    const { events } = await pay(taskId, to, 400n * tok);

    expect(events).toEqual([
      emitted(market, "tokToken", "Transfer", {
        from: market.contracts.escrowVault,
        to,
        value: 400n * tok,
      }),
      emitted(market, "escrowVault", "Paid", {
        taskId,
        to,
        amount: 400n * tok,
        held: 600n * tok,
      }),
    ]);
    expect(await money.moved()).toEqual({
      "tok of worker": 400n * tok,
      "tok of escrowVault": -400n * tok,
      "held for task 1": -400n * tok,
    });
  });

  it("pays all of it, and nothing of another task", async () => {
    const first = await postFunded();
    const second = await postFunded();

    await pay(first, market.actors.worker.address, 1_000n * tok);

    expect(await market.read("escrowVault", "heldFor", [first])).toBe(0n);
    expect(await market.read("escrowVault", "heldFor", [second])).toBe(1_000n * tok);
    expect(await market.read("escrowVault", "liabilities", [])).toBe(1_000n * tok);
  });

  it("does nothing, and says nothing, for an amount of zero", async () => {
    const taskId = await postFunded();
    const money = await watchMoney(market);

    const { events } = await pay(taskId, market.actors.worker.address, 0n);

    expect(events).toEqual([]);
    expect(await money.moved()).toEqual({});
  });

  it("keeps a payment the token refuses as owed, and adds up", async () => {
    const taskId = await postFunded();
    const to = market.actors.worker.address;
    await misbehave(market, "tokToken", "refuse", [to]);
    const money = await watchMoney(market);

    const first = await pay(taskId, to, 300n * tok);
    const second = await pay(taskId, to, 100n * tok);

    expect([...first.events, ...second.events]).toEqual([
      emitted(market, "escrowVault", "Owed", { taskId, to, amount: 300n * tok }),
      emitted(market, "escrowVault", "Owed", { taskId, to, amount: 100n * tok }),
    ]);
    expect(await money.moved()).toEqual({
      "held for task 1": -400n * tok,
      "owed to worker": 400n * tok,
    });
  });

  it("keeps a payment as owed when the token answers false", async () => {
    const taskId = await postFunded();
    await misbehave(market, "tokToken", "answerFalse", [true]);
    const money = await watchMoney(market);

    await pay(taskId, market.actors.worker.address, 300n * tok);

    expect(await money.moved()).toEqual({
      "held for task 1": -300n * tok,
      "owed to worker": 300n * tok,
    });
  });

  it("error: NotHeld for one wei more than the task holds, whatever other tasks hold", async () => {
    const first = await postFunded();
    await postFunded();

    const call = pay(first, market.actors.worker.address, 1_000n * tok + 1n);
    await expectRevert(call, "NotHeld", [first, 1_000n * tok + 1n, 1_000n * tok]);
  });

  it("error: NotController for a stranger", async () => {
    const taskId = await postFunded();
    const { stranger } = market.actors;

    const call = market.send("stranger", "escrowVault", "pay", [taskId, stranger.address, 1n]);
    await expectRevert(call, "NotController", [stranger.address, market.contracts.taskRegistry]);
  });

  it("error: NotController for the arbitration, which settles through the registry", async () => {
    const taskId = await postFunded();
    const { arbitration, taskRegistry } = market.contracts;

    const call = sendAs(market, arbitration, "escrowVault", "pay", [taskId, arbitration, 1n]);
    await expectRevert(call, "NotController", [arbitration, taskRegistry]);
  });
});
