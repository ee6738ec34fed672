import { maxUint256 } from "viem";
import { describe, expect, it } from "vitest";
import { marketParams } from "../../../src/chain/deployment/market-params.js";
import type { ActorName } from "../../../src/devnet/actors.js";
import { deliver, fund, start, usd } from "../../../src/devnet/flows.js";
import { watch } from "../../support/books.js";
import { readDeadline } from "../../support/deadline.js";
import { giveDeposit, indebt } from "../../support/debts.js";
import { emitted } from "../../support/emitted.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { bringTo, itNeedsState } from "../../support/states.js";
import { stopAt } from "../../support/stop-at.js";
import { hashTerms, hire } from "../../support/terms.js";

const { funding, pause } = marketParams.standard.windows;
const floor = 8n * usd;

describe("TaskRegistry.emergencyTopUp", () => {
  const market = useMarket();

  it("fills the deposit and resumes an active task, its deadline moved by the pause", async () => {
    const taskId = await bringTo(market, "PAUSED");
    const { deadline, claimedAt, pausedAt } = await market.read("taskRegistry", "task", [taskId]);
    await allowUsdc("worker", floor);
    await stopAt(market, pausedAt + 4_321);

    const { events, changes } = await watch(market, taskId, () => resume("worker", taskId));

    const { worker } = market.actors;
    expect(changes).toEqual({
      task: {
        state: 3,
        resumesTo: 0,
        pausedAt: 0,
        claimedAt: claimedAt + 4_321,
        deadline: deadline + 4_321,
      },
      money: {
        "usdc of worker": -floor,
        "usdc of depositVault": floor,
        "deposit of worker": floor,
      },
    });
    expect(events).toEqual([
      emitted(market, "depositVault", "ToppedUp", {
        agent: worker.address,
        payer: worker.address,
        amount: floor,
        deposit: floor,
      }),
      emitted(market, "usdc", "Transfer", {
        from: worker.address,
        to: market.contracts.depositVault,
        value: floor,
      }),
      emitted(market, "taskRegistry", "TaskResumed", {
        taskId,
        state: 3,
        deadline: BigInt(deadline + 4_321),
      }),
    ]);
  });

  it("moves the funding window of a claimed task by exactly the pause", async () => {
    const taskId = await pausedClaim();
    const { claimedAt, pausedAt } = await market.read("taskRegistry", "task", [taskId]);
    await allowUsdc("worker", floor);
    await stopAt(market, pausedAt + 5 * 86_400);
    await resume("worker", taskId);
    const end = BigInt(claimedAt + 5 * 86_400 + funding);
    await stopAt(market, end);

    const call = market.send("stranger", "taskRegistry", "expireTask", [taskId]);
    await expectRevert(call, "TooEarly", [taskId, end, end]);
    await stopAt(market, end + 1n);
    await market.send("stranger", "taskRegistry", "expireTask", [taskId]);

    expect((await market.read("taskRegistry", "task", [taskId])).state).toBe(9);
  });

  it("accepts a proof until the moved deadline and no longer", async () => {
    const taskId = await bringTo(market, "PAUSED");
    const { deadline, pausedAt } = await market.read("taskRegistry", "task", [taskId]);
    await allowUsdc("worker", floor);
    await stopAt(market, pausedAt + 6 * 86_400);
    await resume("worker", taskId);
    const moved = BigInt(deadline + 6 * 86_400);

    await stopAt(market, moved);
    await deliver(market, taskId);

    const task = await market.read("taskRegistry", "task", [taskId]);
    expect([task.state, BigInt(task.deliveredAt)]).toEqual([4, moved]);
  });

  it("adds up two pauses", async () => {
    const taskId = await bringTo(market, "PAUSED");
    const agreed = await readDeadline(market, taskId);
    await resumeAfter(taskId, 100);
    await giveDeposit(market, "worker", 17n * usd);
    await indebt(market, "worker");
    await market.send("stranger", "taskRegistry", "pauseTask", [taskId]);

    await resumeAfter(taskId, 250);

    expect(await readDeadline(market, taskId)).toBe(agreed + 350n);
  });

  it("keeps the digest of a direct hire that was paused before the work started", async () => {
    const { taskId, terms } = await hire(market);
    await indebt(market, "worker");
    await market.send("stranger", "taskRegistry", "pauseTask", [taskId]);
    await resumeAfter(taskId, 1_000);
    await fund(market, taskId);

    await start(market, taskId);

    const task = await market.read("taskRegistry", "task", [taskId]);
    expect(task.settlementDigest).toBe(hashTerms(market, terms));
    expect(BigInt(task.deadline)).toBe(terms.deadline + 1_000n);
  });

  it("lets one party pay for the other", async () => {
    const taskId = await bringTo(market, "PAUSED");
    await allowUsdc("poster", floor);

    const { changes } = await watch(market, taskId, () => resume("poster", taskId, "worker"));

    expect(changes.task?.state).toBe(3);
    expect(changes.money).toEqual({
      "usdc of poster": -floor,
      "usdc of depositVault": floor,
      "deposit of worker": floor,
    });
  });

  it("resumes for nothing once somebody else has filled the deposit", async () => {
    const taskId = await bringTo(market, "PAUSED");
    await giveDeposit(market, "worker", floor);

    const { changes } = await watch(market, taskId, () => resume("poster", taskId, "poster", 0n));

    expect(changes.task?.state).toBe(3);
    expect(changes.money).toBeUndefined();
  });

  it("works after the pause window as long as nobody has expired the task", async () => {
    const taskId = await bringTo(market, "PAUSED");
    await allowUsdc("worker", floor);
    await market.travel(pause + 86_400);

    await resume("worker", taskId);

    expect((await market.read("taskRegistry", "task", [taskId])).state).toBe(3);
  });

  itNeedsState(market, ["PAUSED"], (taskId) => resume("worker", taskId));

  it("moves the deadline by no more than the pause window", async () => {
    const taskId = await bringTo(market, "PAUSED");
    const { deadline, pausedAt } = await market.read("taskRegistry", "task", [taskId]);
    await allowUsdc("worker", floor);
    await stopAt(market, pausedAt + pause + 1_000);

    await resume("worker", taskId);

    expect(await readDeadline(market, taskId)).toBe(BigInt(deadline + pause));
  });

  it("error: NotParty for a stranger who wants to pay", async () => {
    const taskId = await bringTo(market, "PAUSED");

    const call = resume("stranger", taskId, "worker");
    await expectRevert(call, "NotParty", [taskId, market.actors.stranger.address]);
  });

  it("error: NotParty for a stranger's deposit", async () => {
    const taskId = await bringTo(market, "PAUSED");

    const call = resume("worker", taskId, "stranger");
    await expectRevert(call, "NotParty", [taskId, market.actors.stranger.address]);
  });

  it.each([0n, 1n, floor - 1n])("error: DepositBelowFloor after %s units", async (amount) => {
    const taskId = await bringTo(market, "PAUSED");
    await allowUsdc("worker", floor);

    const call = resume("worker", taskId, "worker", amount);
    const worker = market.actors.worker.address;
    await expectRevert(call, "DepositBelowFloor", [taskId, worker, amount, floor]);
  });

  it("error: DepositBelowFloor while the other deposit is below the floor", async () => {
    const taskId = await bringTo(market, "PAUSED");
    await indebt(market, "poster");
    await allowUsdc("worker", floor);

    const call = resume("worker", taskId);
    const poster = market.actors.poster.address;
    await expectRevert(call, "DepositBelowFloor", [taskId, poster, 0n, floor]);
  });

  it("error: ERC20InsufficientAllowance without an allowance for the deposit vault", async () => {
    const taskId = await bringTo(market, "PAUSED");
    await allowUsdc("worker", floor - 1n);

    const args = [market.contracts.depositVault, floor - 1n, floor];
    await expectRevert(resume("worker", taskId), "ERC20InsufficientAllowance", args);
  });

  it("error: ERC20InsufficientBalance for more USDC than the caller has", async () => {
    const taskId = await bringTo(market, "PAUSED");
    const worker = market.actors.worker.address;
    const balance = await market.read("usdc", "balanceOf", [worker]);
    await allowUsdc("worker", balance + 1n);

    const call = resume("worker", taskId, "worker", balance + 1n);
    await expectRevert(call, "ERC20InsufficientBalance", [worker, balance, balance + 1n]);
  });

  it("error: Panic for an amount that no sum of deposits can hold", async () => {
    const taskId = await bringTo(market, "PAUSED");

    await expectRevert(resume("worker", taskId, "worker", maxUint256), "Panic", [17n]);
  });

  function resume(by: ActorName, taskId: bigint, party = by, amount = floor) {
    const args = [taskId, market.actors[party].address, amount] as const;
    return market.send(by, "taskRegistry", "emergencyTopUp", args);
  }

  async function allowUsdc(actor: ActorName, amount: bigint) {
    await market.send(actor, "usdc", "approve", [market.contracts.depositVault, amount]);
  }

  /** Has the worker resume the task exactly so many seconds after it was paused. */
  async function resumeAfter(taskId: bigint, seconds: number) {
    await allowUsdc("worker", floor);
    const { pausedAt } = await market.read("taskRegistry", "task", [taskId]);
    await stopAt(market, pausedAt + seconds);
    await resume("worker", taskId);
  }

  async function pausedClaim() {
    const taskId = await bringTo(market, "CLAIMED");
    await indebt(market, "worker");
    await market.send("stranger", "taskRegistry", "pauseTask", [taskId]);
    return taskId;
  }
});
