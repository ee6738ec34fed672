import { maxUint256 } from "viem";
import { describe, expect, it } from "vitest";
import {
  activate,
  allowFee,
  allowTok,
  claim,
  deliver,
  fund,
  post,
  tok,
} from "../../../src/devnet/flows.js";
import { watch } from "../../support/books.js";
import { readDeadline } from "../../support/deadline.js";
import { emitted } from "../../support/emitted.js";
import { hostileTok, misbehave } from "../../support/hostile.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { emptyPurse } from "../../support/purses.js";
import { itNeedsState } from "../../support/states.js";
import { stopAt } from "../../support/stop-at.js";

describe("TaskRegistry.fundTask", () => {
  const market = useMarket();
  const total = 1_000n * tok;

  it("moves the whole amount of a posted task into the escrow", async () => {
    const taskId = await post(market);
    await allowTok(market, "poster", total);

    const { events, changes } = await watch(market, taskId, () =>
      market.send("poster", "taskRegistry", "fundTask", [taskId, total, total]),
    );

    expect(changes).toEqual({
      task: { funded: total },
      money: { "tok of poster": -total, "tok of escrowVault": total, "held for task 1": total },
    });
    expect(events).toEqual([
      emitted(market, "taskRegistry", "TaskFunded", { taskId, amount: total, funded: total }),
      emitted(market, "tokToken", "Transfer", {
        from: market.actors.poster.address,
        to: market.contracts.escrowVault,
        value: total,
      }),
      emitted(market, "escrowVault", "Deposited", { taskId, amount: total, held: total }),
    ]);
  });

  it("takes a claimed task's money in parts, down to one wei", async () => {
    const taskId = await post(market);
    await claim(market, taskId);
    await allowTok(market, "poster", total);
    const parts = [1n, 400n * tok, 600n * tok - 1n];
    let funded = 0n;

    for (const amount of parts) {
      funded += amount;
      const { events, changes } = await watch(market, taskId, () =>
        market.send("poster", "taskRegistry", "fundTask", [taskId, amount, funded]),
      );
      expect(changes).toEqual({
        task: { funded },
        money: {
          "tok of poster": -amount,
          "tok of escrowVault": amount,
          "held for task 1": amount,
        },
      });
      expect(events).toContainEqual(
        emitted(market, "escrowVault", "Deposited", { taskId, amount, held: funded }),
      );
    }

    expect(funded).toBe(total);
  });

  it("works until the very second of the deadline", async () => {
    const taskId = await post(market);
    await allowTok(market, "poster", total);
    await stopAt(market, await readDeadline(market, taskId));

    await market.send("poster", "taskRegistry", "fundTask", [taskId, total, total]);

    expect((await market.read("taskRegistry", "task", [taskId])).funded).toBe(total);
  });

  it("keeps the money of two tasks apart", async () => {
    const [first, second] = [await post(market), await post(market)];
    await fund(market, first, 10n);
    await fund(market, second, 20n);

    expect(await market.read("escrowVault", "heldFor", [first])).toBe(10n);
    expect(await market.read("escrowVault", "heldFor", [second])).toBe(20n);
    expect(await market.read("escrowVault", "liabilities", [])).toBe(30n);
  });

  itNeedsState(market, ["POSTED", "CLAIMED"], (taskId) =>
    market.send("poster", "taskRegistry", "fundTask", [taskId, 1n, 1n]),
  );

  it.each(["worker", "stranger"] as const)("error: NotPoster for the %s", async (caller) => {
    const taskId = await post(market);
    await claim(market, taskId);

    const call = market.send(caller, "taskRegistry", "fundTask", [taskId, total, total]);
    const { poster } = market.actors;
    await expectRevert(call, "NotPoster", [taskId, market.actors[caller].address, poster.address]);
  });

  it("error: DeadlinePassed one second after the deadline", async () => {
    const taskId = await post(market);
    await allowTok(market, "poster", total);
    const deadline = await readDeadline(market, taskId);
    await stopAt(market, deadline + 1n);

    const call = market.send("poster", "taskRegistry", "fundTask", [taskId, total, total]);
    await expectRevert(call, "DeadlinePassed", [taskId, deadline, deadline + 1n]);
  });

  it.each([0n, total + 1n, maxUint256])("error: BadFunding for %s wei", async (amount) => {
    const taskId = await post(market);

    const call = market.send("poster", "taskRegistry", "fundTask", [taskId, amount, amount]);
    await expectRevert(call, "BadFunding", [taskId, amount, 0n, total]);
  });

  it("error: BadFunding for a part one wei above what is missing", async () => {
    const taskId = await post(market);
    await fund(market, taskId, 400n * tok);

    const amount = 600n * tok + 1n;
    const call = market.send("poster", "taskRegistry", "fundTask", [taskId, amount, total + 1n]);
    await expectRevert(call, "BadFunding", [taskId, amount, 400n * tok, total]);
  });

  it("error: BadFunding for a task that is fully funded", async () => {
    const taskId = await post(market);
    await fund(market, taskId);

    const call = market.send("poster", "taskRegistry", "fundTask", [taskId, 1n, total + 1n]);
    await expectRevert(call, "BadFunding", [taskId, 1n, total, total]);
  });

  it("error: BadFunding for a task a worker left half paid, since it still holds the rest", async () => {
    const taskId = await post(market);
    await activate(market, taskId);
    await deliver(market, taskId);
    await market.send("poster", "taskRegistry", "acceptMilestone", [taskId, 0n]);
    await allowFee(market, "worker");
    await market.send("worker", "taskRegistry", "leaveTask", [taskId]);

    const amount = 600n * tok;
    const call = market.send("poster", "taskRegistry", "fundTask", [taskId, amount, amount]);
    await expectRevert(call, "BadFunding", [taskId, amount, total, total]);
  });

  it("error: UnexpectedFunding for a part that is sent twice", async () => {
    const taskId = await post(market);
    await allowTok(market, "poster", total);
    const args = [taskId, 400n * tok, 400n * tok] as const;
    await market.send("poster", "taskRegistry", "fundTask", args);

    const call = market.send("poster", "taskRegistry", "fundTask", args);
    await expectRevert(call, "UnexpectedFunding", [taskId, 800n * tok, 400n * tok]);
  });

  it.each([0n, total - 1n, total + 1n, maxUint256])(
    "error: UnexpectedFunding when the whole amount is sent and %s wei are expected",
    async (expected) => {
      const taskId = await post(market);

      const call = market.send("poster", "taskRegistry", "fundTask", [taskId, total, expected]);
      await expectRevert(call, "UnexpectedFunding", [taskId, total, expected]);
    },
  );

  it("error: ERC20InsufficientAllowance with an allowance one wei short", async () => {
    const taskId = await post(market);
    await allowTok(market, "poster", total - 1n);

    const call = market.send("poster", "taskRegistry", "fundTask", [taskId, total, total]);
    const args = [market.contracts.paymentGateway, total - 1n, total];
    await expectRevert(call, "ERC20InsufficientAllowance", args);
  });

  it("error: ERC20InsufficientBalance without the money", async () => {
    const taskId = await post(market);
    await allowTok(market, "poster", total);
    await emptyPurse(market, "poster");

    const call = market.send("poster", "taskRegistry", "fundTask", [taskId, total, total]);
    const poster = market.actors.poster.address;
    await expectRevert(call, "ERC20InsufficientBalance", [poster, 0n, total]);
  });
});

describe("TaskRegistry.fundTask with a hostile token", () => {
  const market = useMarket({ tokens: hostileTok });
  const total = 1_000n * tok;

  it("error: TokenShortfall when the token keeps a share", async () => {
    const taskId = await post(market);
    await allowTok(market, "poster", total);
    await misbehave(market, "tokToken", "takeFee", [100n]);

    const call = market.send("poster", "taskRegistry", "fundTask", [taskId, total, total]);
    await expectRevert(call, "TokenShortfall", [990n * tok, total]);
  });

  it("error: SafeERC20FailedOperation when the token answers false", async () => {
    const taskId = await post(market);
    await allowTok(market, "poster", total);
    await misbehave(market, "tokToken", "answerFalse", [true]);

    const call = market.send("poster", "taskRegistry", "fundTask", [taskId, total, total]);
    await expectRevert(call, "SafeERC20FailedOperation", [market.contracts.tokToken]);
  });
});
