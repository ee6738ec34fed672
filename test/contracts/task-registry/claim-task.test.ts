import { describe, expect, it } from "vitest";
import { activate, allowFee, claim, enter, post, tok } from "../../../src/devnet/flows.js";
import { expectRevert, useMarket } from "../../support/market.js";

describe("TaskRegistry.claimTask", () => {
  const market = useMarket();

  it("gives a posted task to the caller and charges the access fee", async () => {
    const taskId = await post(market);
    await enter(market, "worker");
    await allowFee(market, "worker");

    const { events } = await market.send("worker", "taskRegistry", "claimTask", [taskId]);

    const worker = market.actors.worker.address;
    const task = await market.read("taskRegistry", "task", [taskId]);
    expect(task.worker).toBe(worker);
    expect(task.state).toBe(2);
    expect(BigInt(task.claimedAt)).toBe(await market.now());
    expect(events).toContainEqual({
      name: "TaskClaimed",
      address: market.contracts.taskRegistry,
      args: { taskId, worker },
    });
    expect(events).toContainEqual({
      name: "AccessFeeCharged",
      address: market.contracts.paymentGateway,
      args: { payer: worker, taskId, action: 1, amount: 1_000n * tok, creditSpent: false },
    });
    expect(await market.read("depositVault", "engagementsOf", [worker])).toBe(1n);
  });

  it("error: TaskNotFound for a number nobody posted", async () => {
    await expectRevert(market.send("worker", "taskRegistry", "claimTask", [9n]), "TaskNotFound", [
      9n,
    ]);
  });

  it("error: WrongState once the task is claimed", async () => {
    const taskId = await post(market);
    await claim(market, taskId);

    const call = market.send("worker2", "taskRegistry", "claimTask", [taskId]);
    await expectRevert(call, "WrongState", [taskId, 2]);
  });

  it("error: OwnTask for the poster", async () => {
    const taskId = await post(market);

    const call = market.send("poster", "taskRegistry", "claimTask", [taskId]);
    await expectRevert(call, "OwnTask", [taskId, market.actors.poster.address]);
  });

  it("error: DeadlinePassed after the deadline", async () => {
    const taskId = await post(market, { deadlineIn: 7_200 });
    await market.travel(7_300);

    await expectRevert(market.send("worker", "taskRegistry", "claimTask", [taskId]), "DeadlinePassed");
  });

  it("error: DepositTooLow without the entry deposit", async () => {
    const taskId = await post(market);

    const call = market.send("worker", "taskRegistry", "claimTask", [taskId]);
    await expectRevert(call, "DepositTooLow", [market.actors.worker.address, 0n, 25_000_000n]);
  });

  it("error: ERC20InsufficientAllowance without the access fee", async () => {
    const taskId = await post(market);
    await enter(market, "worker");

    const call = market.send("worker", "taskRegistry", "claimTask", [taskId]);
    await expectRevert(call, "ERC20InsufficientAllowance", [
      market.contracts.paymentGateway,
      0n,
      1_000n * tok,
    ]);
  });

  it("takes a task that another worker left half done, with the milestones that remain", async () => {
    const taskId = await post(market);
    await activate(market, taskId);
    await allowFee(market, "worker");
    await market.send("worker", "taskRegistry", "leaveTask", [taskId]);

    await claim(market, taskId, "worker2");

    const task = await market.read("taskRegistry", "task", [taskId]);
    expect(task.worker).toBe(market.actors.worker2.address);
  });
});
