import { describe, expect, it } from "vitest";
import {
  activate,
  allowFee,
  allowTok,
  claim,
  deliver,
  dispute,
  fund,
  post,
  rule,
  settle,
  tok,
  usd,
} from "../../src/devnet/flows.js";
import { zeroAddress } from "../../src/primitives/address.js";
import { taskStates } from "../../src/primitives/task-state.js";
import { hostileTok, misbehave } from "../support/hostile.js";
import { expectRevert, useMarket } from "../support/market.js";
import { watchMoney } from "../support/money.js";

describe("a service token that keeps a fee of every transfer", () => {
  const market = useMarket({ tokens: hostileTok });

  it("error: TokenShortfall when its money is booked in escrow", async () => {
    const taskId = await post(market);
    await allowTok(market, "poster", 1_000n * tok);
    await misbehave(market, "tokToken", "takeFee", [100n]);

    const args = [taskId, 1_000n * tok, 1_000n * tok] as const;
    const call = market.send("poster", "taskRegistry", "fundTask", args);
    await expectRevert(call, "TokenShortfall", [990n * tok, 1_000n * tok]);
  });

  it("error: TokenShortfall even when the escrow holds the money of other tasks", async () => {
    await fund(market, await post(market));
    const taskId = await post(market);
    await allowTok(market, "poster", 1_000n * tok);
    await misbehave(market, "tokToken", "takeFee", [1n]);

    const args = [taskId, 1_000n * tok, 1_000n * tok] as const;
    const call = market.send("poster", "taskRegistry", "fundTask", args);
    const received = 1_999_900_000_000_000_000_000n;
    await expectRevert(call, "TokenShortfall", [received, 2_000n * tok]);
  });

  it("error: WrongAmountReceived when it is staked, given as reward or bonded", async () => {
    const { stakingVault, arbitration } = market.contracts;
    await market.send("worker", "tokToken", "approve", [stakingVault, 100n * tok]);
    await market.send("worker", "tokToken", "approve", [arbitration, 100n * tok]);
    await misbehave(market, "tokToken", "takeFee", [100n]);

    const calls = [
      () => market.send("worker", "stakingVault", "stake", [100n * tok]),
      () => market.send("worker", "stakingVault", "fundRewards", [100n * tok]),
      () => market.send("worker", "arbitration", "bondVerifier", [100n * tok]),
    ];
    const facts = [100n * tok, 99n * tok];
    for (const call of calls) await expectRevert(call(), "WrongAmountReceived", facts);
  });

  it("costs the receivers of a task funded before, and no other task", async () => {
    const first = await post(market);
    await fund(market, await post(market));
    await activate(market, first);
    await misbehave(market, "tokToken", "takeFee", [100n]);
    const money = await watchMoney(market);

    await market.send("poster", "taskRegistry", "completeTask", [first]);

    expect(await money.moved()).toEqual({
      "tok of worker": 990n * tok,
      "tok of escrowVault": -1_000n * tok,
      "held for task 1": -1_000n * tok,
    });
  });
});

describe.each(["refuses the receiver", "answers false"] as const)(
  "a service token that %s",
  (manner) => {
    const market = useMarket({ tokens: hostileTok });

    const turn = (against: "worker" | "poster") =>
      manner === "answers false"
        ? misbehave(market, "tokToken", "answerFalse", [true])
        : misbehave(market, "tokToken", "refuse", [market.actors[against].address]);

    async function behaveAgain(): Promise<void> {
      await misbehave(market, "tokToken", "answerFalse", [false]);
      await misbehave(market, "tokToken", "refuse", [zeroAddress]);
    }

    it("makes the worker's milestone owed; the task goes on, and the worker collects later", async () => {
      const taskId = await post(market);
      await activate(market, taskId);
      await deliver(market, taskId);
      await turn("worker");
      const money = await watchMoney(market);

      await market.send("poster", "taskRegistry", "acceptMilestone", [taskId, 0n]);
      expect(await money.moved()).toEqual({
        "held for task 1": -600n * tok,
        "owed to worker": 600n * tok,
      });
      await market.send("poster", "taskRegistry", "completeTask", [taskId]);
      expect(await money.moved()).toEqual({
        "held for task 1": -400n * tok,
        "owed to worker": 400n * tok,
      });
      const { state } = await market.read("taskRegistry", "task", [taskId]);
      expect(state).toBe(taskStates.COMPLETED.index);
      await market.send("worker", "depositVault", "withdraw", [25n * usd]);
      await money.moved();

      await behaveAgain();
      await market.send("stranger", "escrowVault", "collect", [market.actors.worker.address]);
      expect(await money.moved()).toEqual({
        "owed to worker": -1_000n * tok,
        "tok of worker": 1_000n * tok,
        "tok of escrowVault": -1_000n * tok,
      });
    });

    it("makes the refund of a cancelled task owed, and the poster collects later", async () => {
      const taskId = await post(market);
      await fund(market, taskId, 5n);
      await turn("poster");
      const money = await watchMoney(market);

      await market.send("poster", "taskRegistry", "cancelTask", [taskId]);
      expect(await money.moved()).toEqual({ "held for task 1": -5n, "owed to poster": 5n });

      await behaveAgain();
      await market.send("poster", "escrowVault", "collect", [market.actors.poster.address]);
      expect(await money.moved()).toEqual({
        "owed to poster": -5n,
        "tok of poster": 5n,
        "tok of escrowVault": -5n,
      });
    });

    it("makes the refund of an expired task owed", async () => {
      const taskId = await post(market, { deadlineIn: 7_200 });
      await activate(market, taskId);
      await market.travel(7_300);
      await turn("poster");
      const money = await watchMoney(market);

      await market.send("stranger", "taskRegistry", "expireTask", [taskId]);

      expect(await money.moved()).toEqual({
        "held for task 1": -1_000n * tok,
        "owed to poster": 1_000n * tok,
      });
    });

    it("cannot lend owed money to another task", async () => {
      const first = await post(market);
      const second = await post(market);
      await activate(market, first);
      await turn("worker");
      await market.send("poster", "taskRegistry", "completeTask", [first]);
      await behaveAgain();
      await allowTok(market, "poster", 1_000n * tok);
      await misbehave(market, "tokToken", "takeFee", [10_000n]);

      const args = [second, 1_000n * tok, 1_000n * tok] as const;
      const call = market.send("poster", "taskRegistry", "fundTask", args);
      await expectRevert(call, "TokenShortfall", [1_000n * tok, 2_000n * tok]);
    });
  },
);

describe("a service token that refuses one party of a dispute", () => {
  const market = useMarket({ tokens: hostileTok });

  it.each([
    ["worker", "poster"],
    ["poster", "worker"],
  ] as const)("makes the share of the %s owed, and the %s is paid", async (refused, paid) => {
    const taskId = await post(market);
    await activate(market, taskId);
    await dispute(market, taskId);
    await rule(market, taskId, 5_000n);
    await misbehave(market, "tokToken", "refuse", [market.actors[refused].address]);
    const money = await watchMoney(market);

    await settle(market, taskId);

    expect(await money.moved()).toEqual({
      [`owed to ${refused}`]: 500n * tok,
      [`tok of ${paid}`]: 500n * tok,
      "tok of escrowVault": -500n * tok,
      "held for task 1": -1_000n * tok,
      "deposit of worker": -2_500_000n,
      "deposit of poster": -2_500_000n,
      "deposit of arbitrator": 5n * usd,
    });
  });
});

describe("a service token that refuses the treasury", () => {
  const market = useMarket({ tokens: hostileTok });

  it("error: Refused to whoever pays an access fee, while money still gets out", async () => {
    const { treasury } = market.actors;
    const active = await post(market);
    await activate(market, active);
    const claimed = await post(market);
    await claim(market, claimed);
    await fund(market, claimed);
    await misbehave(market, "tokToken", "refuse", [treasury.address]);

    await allowFee(market, "worker");
    const leaving = market.send("worker", "taskRegistry", "leaveTask", [claimed]);
    await expectRevert(leaving, "Refused", [treasury.address]);
    const money = await watchMoney(market);
    await market.send("poster", "taskRegistry", "completeTask", [active]);
    expect(await money.moved()).toMatchObject({ "tok of worker": 1_000n * tok });
    await market.travel(4 * 86_400);
    await market.send("stranger", "taskRegistry", "expireTask", [claimed]);
    expect(await money.moved()).toMatchObject({ "tok of poster": 1_000n * tok });
    await market.send("worker", "depositVault", "withdraw", [25n * usd]);
  });
});

describe("a service token that answers false to those who bring or fetch their own money", () => {
  const market = useMarket({ tokens: hostileTok });

  it("error: SafeERC20FailedOperation, and every balance stays what it was", async () => {
    const { stakingVault, arbitration, tokToken } = market.contracts;
    await market.send("worker", "tokToken", "approve", [stakingVault, 100n * tok]);
    await market.send("worker", "tokToken", "approve", [arbitration, 100n * tok]);
    await market.send("worker", "stakingVault", "stake", [50n * tok]);
    await market.send("worker", "arbitration", "bondVerifier", [50n * tok]);
    const taskId = await post(market);
    await allowTok(market, "poster", 1_000n * tok);
    await misbehave(market, "tokToken", "answerFalse", [true]);
    const money = await watchMoney(market);

    const calls = [
      () => market.send("worker", "stakingVault", "stake", [50n * tok]),
      () => market.send("worker", "stakingVault", "unstake", [50n * tok]),
      () => market.send("worker", "arbitration", "bondVerifier", [50n * tok]),
      () => market.send("worker", "arbitration", "unbondVerifier", [50n * tok]),
      () => market.send("poster", "taskRegistry", "fundTask", [taskId, 1n, 1n]),
    ];
    for (const call of calls) await expectRevert(call(), "SafeERC20FailedOperation", [tokToken]);
    expect(await money.moved()).toEqual({});

    await misbehave(market, "tokToken", "answerFalse", [false]);
    await market.send("worker", "stakingVault", "unstake", [50n * tok]);
    await market.send("worker", "arbitration", "unbondVerifier", [50n * tok]);
    expect(await money.moved()).toMatchObject({ "tok of worker": 100n * tok });
  });
});
