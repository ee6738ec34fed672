import { type Abi, encodeErrorResult, encodeFunctionData, maxUint256 } from "viem";
import { describe, expect, it } from "vitest";
import { errorsAbi } from "../../src/chain/abi/errors.js";
import type { ContractName } from "../../src/chain/contracts.js";
import { abis } from "../../src/devnet/driver.js";
import {
  activate,
  buildPost,
  dispute,
  post,
  rule,
  settle,
  start,
  tok,
  topUp,
  usd,
} from "../../src/devnet/flows.js";
import { zeroAddress } from "../../src/primitives/address.js";
import { indebt } from "../support/debts.js";
import { askHostile, hostileUsdc, misbehave } from "../support/hostile.js";
import { expectRevert, useMarket } from "../support/market.js";
import { nameAddresses, readMoney, subtractMoney, watchMoney } from "../support/money.js";
import { sendAs } from "../support/send-as.js";

const locked = encodeErrorResult({ abi: errorsAbi, errorName: "ReentrancyGuardReentrantCall" });

describe("a USDC that keeps a fee of every transfer", () => {
  const market = useMarket({ tokens: hostileUsdc });

  it("error: WrongAmountReceived by every way into a deposit", async () => {
    const taskId = await post(market);
    await activate(market, taskId);
    await indebt(market, "worker");
    await market.send("stranger", "taskRegistry", "pauseTask", [taskId]);
    const { address } = market.actors.worker;
    await market.send("worker", "usdc", "approve", [market.contracts.depositVault, 100n * usd]);
    await misbehave(market, "usdc", "takeFee", [100n]);
    const money = await watchMoney(market);

    const calls = [
      () => market.send("worker", "depositVault", "topUp", [100n * usd]),
      () => market.send("worker", "depositVault", "topUpFor", [address, 100n * usd]),
      () => market.send("worker", "taskRegistry", "emergencyTopUp", [taskId, address, 100n * usd]),
    ];
    const facts = [100n * usd, 99n * usd];
    for (const call of calls) await expectRevert(call(), "WrongAmountReceived", facts);
    expect(await money.moved()).toEqual({});
  });

  it("costs the one who withdraws, and nobody else", async () => {
    await topUp(market, "worker", 100n * usd);
    await topUp(market, "poster", 100n * usd);
    await misbehave(market, "usdc", "takeFee", [100n]);
    const money = await watchMoney(market);

    await market.send("worker", "depositVault", "withdraw", [100n * usd]);

    expect(await money.moved()).toEqual({
      "usdc of worker": 99n * usd,
      "usdc of depositVault": -100n * usd,
      "deposit of worker": -100n * usd,
    });
  });
});

describe("a USDC that refuses", () => {
  const market = useMarket({ tokens: hostileUsdc });

  it("error: Refused to one agent, who keeps the deposit while others withdraw", async () => {
    await topUp(market, "worker", 30n * usd);
    await topUp(market, "poster", 30n * usd);
    const { worker } = market.actors;
    await misbehave(market, "usdc", "refuse", [worker.address]);

    const call = market.send("worker", "depositVault", "withdraw", [30n * usd]);
    await expectRevert(call, "Refused", [worker.address]);
    await market.send("poster", "depositVault", "withdraw", [30n * usd]);
    await misbehave(market, "usdc", "refuse", [zeroAddress]);
    await market.send("worker", "depositVault", "withdraw", [30n * usd]);
    expect(await market.read("depositVault", "totalDeposits", [])).toBe(0n);
  });

  it("does not stop the end of a task or of a dispute, whose fees move inside the vault", async () => {
    const completed = await post(market);
    await activate(market, completed);
    const disputed = await post(market);
    await activate(market, disputed);
    await dispute(market, disputed);
    await rule(market, disputed, 0n);
    await misbehave(market, "usdc", "answerFalse", [true]);
    const money = await watchMoney(market);

    await market.send("poster", "taskRegistry", "completeTask", [completed]);
    await settle(market, disputed);

    expect(await money.moved()).toEqual({
      "tok of worker": 1_000n * tok,
      "tok of poster": 1_000n * tok,
      "tok of escrowVault": -2_000n * tok,
      "held for task 1": -1_000n * tok,
      "held for task 2": -1_000n * tok,
      "deposit of worker": -5n * usd,
      "deposit of arbitrator": 5n * usd,
    });
  });

  it("error: SafeERC20FailedOperation when it answers false, and deposits stay", async () => {
    await topUp(market, "worker", 30n * usd);
    await market.send("worker", "usdc", "approve", [market.contracts.depositVault, 5n]);
    await misbehave(market, "usdc", "answerFalse", [true]);
    const money = await watchMoney(market);

    const facts = [market.contracts.usdc];
    const topping = market.send("worker", "depositVault", "topUp", [5n]);
    await expectRevert(topping, "SafeERC20FailedOperation", facts);
    const withdrawal = market.send("worker", "depositVault", "withdraw", [5n]);
    await expectRevert(withdrawal, "SafeERC20FailedOperation", facts);
    expect(await money.moved()).toEqual({});
  });
});

describe("a USDC that is an agent and calls back during every transfer", () => {
  const market = useMarket({ tokens: hostileUsdc });

  const read = () =>
    readMoney(market, {
      ...nameAddresses(market, ["poster", "worker", "treasury"]),
      token: market.contracts.usdc,
    });

  /** Gives the token a deposit of 100, USDC to add to it, and Tok for access fees. */
  async function join(): Promise<void> {
    const { usdc, depositVault, paymentGateway } = market.contracts;
    await topUp(market, "poster", 500n * usd);
    await misbehave(market, "usdc", "faucet", [usdc, 1_000n * usd]);
    await market.send("deployer", "tokToken", "faucet", [usdc, 10n ** 24n]);
    await sendAs(market, usdc, "usdc", "approve", [depositVault, maxUint256]);
    await sendAs(market, usdc, "usdc", "approve", [paymentGateway, maxUint256]);
    await sendAs(market, usdc, "tokToken", "approve", [paymentGateway, maxUint256]);
    await sendAs(market, usdc, "depositVault", "topUp", [100n * usd]);
  }

  const callBack = (to: ContractName, functionName: string, args: readonly unknown[]) => {
    const abi: Abi = abis[to];
    const data = encodeFunctionData({ abi, functionName, args });
    return misbehave(market, "usdc", "callBack", [market.contracts[to], data]);
  };

  const outers = {
    topUp: {
      send: () => sendAs(market, market.contracts.usdc, "depositVault", "topUp", [10n * usd]),
      moves: {
        "usdc of token": -10n * usd,
        "usdc of depositVault": 10n * usd,
        "deposit of token": 10n * usd,
      },
    },
    topUpFor: {
      send: () =>
        sendAs(market, market.contracts.usdc, "depositVault", "topUpFor", [
          market.actors.worker.address,
          10n * usd,
        ]),
      moves: {
        "usdc of token": -10n * usd,
        "usdc of depositVault": 10n * usd,
        "deposit of worker": 10n * usd,
      },
    },
    withdraw: {
      send: () => sendAs(market, market.contracts.usdc, "depositVault", "withdraw", [100n * usd]),
      moves: {
        "usdc of token": 100n * usd,
        "usdc of depositVault": -100n * usd,
        "deposit of token": -100n * usd,
      },
    },
  };

  describe.each(Object.entries(outers))("inside %s", (_, outer) => {
    it.each([
      ["withdraw", [100n * usd]],
      ["topUp", [1n]],
      ["topUpFor", ["0x000000000000000000000000000000000000dEaD", 1n]],
    ] as const)("gains nothing by %s", async (fn, args) => {
      await join();
      await callBack("depositVault", fn, args);
      const before = await read();

      await outer.send();

      expect(subtractMoney(await read(), before)).toEqual(outer.moves);
      expect(await askHostile(market, "usdc", "callsMade", [])).toBe(1n);
      expect(await askHostile(market, "usdc", "callsThatWorked", [])).toBe(0n);
      expect(await askHostile(market, "usdc", "lastFailure", [])).toBe(locked);
    });
  });

  it("cannot enter a task with a deposit it is just withdrawing", async () => {
    await join();
    await callBack("taskRegistry", "postTask", await buildPost(market));
    const before = await read();

    await outers.withdraw.send();

    expect(subtractMoney(await read(), before)).toEqual(outers.withdraw.moves);
    const tooLow = encodeErrorResult({
      abi: errorsAbi,
      errorName: "DepositTooLow",
      args: [market.contracts.usdc, 0n, 25n * usd],
    });
    expect(await askHostile(market, "usdc", "lastFailure", [])).toBe(tooLow);
  });

  it("gains nothing inside an emergency top-up", async () => {
    await join();
    const { usdc } = market.contracts;
    const taskId = await post(market);
    await sendAs(market, usdc, "taskRegistry", "claimTask", [taskId]);
    await market.send("poster", "tokToken", "approve", [
      market.contracts.paymentGateway,
      10n ** 24n,
    ]);
    const total = (await market.read("taskRegistry", "task", [taskId])).total;
    await market.send("poster", "taskRegistry", "fundTask", [taskId, total, total]);
    await start(market, taskId);
    // The arbitration takes the fee of a dispute the token lost elsewhere.
    const { address } = market.actors.arbitrator;
    const fee = [usdc, address, 100n * usd] as const;
    await sendAs(market, market.contracts.arbitration, "depositVault", "charge", fee);
    await market.send("stranger", "taskRegistry", "pauseTask", [taskId]);
    const resume = [taskId, usdc, 8n * usd] as const;
    const before = await read();

    for (const [to, fn, args] of [
      ["taskRegistry", "emergencyTopUp", resume],
      ["depositVault", "withdraw", [1n]],
    ] as const) {
      const snapshot = await market.engine.request("evm_snapshot");
      await callBack(to, fn, args);
      await sendAs(market, usdc, "taskRegistry", "emergencyTopUp", resume);
      expect(subtractMoney(await read(), before)).toEqual({
        "usdc of token": -8n * usd,
        "usdc of depositVault": 8n * usd,
        "deposit of token": 8n * usd,
      });
      expect(await askHostile(market, "usdc", "callsThatWorked", [])).toBe(0n);
      expect(await askHostile(market, "usdc", "lastFailure", [])).toBe(locked);
      await market.engine.request("evm_revert", [snapshot]);
    }
  });

  it("pays a plan once", async () => {
    await join();
    const { usdc } = market.contracts;
    const plan = ["basic", usdc, 20n * usd] as const;
    await callBack("paymentGateway", "payPlan", plan);
    const before = await read();

    await sendAs(market, usdc, "paymentGateway", "payPlan", plan);

    expect(subtractMoney(await read(), before)).toEqual({
      "usdc of token": -20n * usd,
      "usdc of treasury": 20n * usd,
    });
    expect(await askHostile(market, "usdc", "lastFailure", [])).toBe(locked);
  });
});
