import { type Abi, decodeErrorResult, encodeFunctionData, zeroAddress, zeroHash } from "viem";
import { describe, expect, it } from "vitest";
import { arbitrationAbi } from "../../../src/chain/abi/arbitration.js";
import { errorsAbi } from "../../../src/chain/abi/errors.js";
import { taskRegistryAbi } from "../../../src/chain/abi/task-registry.js";
import { activate, deliver, dispute, hashText, post, rule } from "../../../src/devnet/flows.js";
import { askHostile, hostileTok, misbehave } from "../../support/hostile.js";
import { useMarket } from "../../support/market.js";

/** A call of everything that anyone may send to the registry. */
const calls = {
  postTask: [newTask(), 1, "text"],
  createTask: [{ ...newTask(), ...parties() }, "0x", 1, "text"],
  claimTask: [1n],
  fundTask: [1n, 1n, 1n],
  startWork: [1n, zeroAddress],
  submitProof: [1n, 1n, hashText("proof")],
  acceptMilestone: [1n, 0n],
  completeTask: [1n],
  releaseAfterReview: [1n],
  leaveTask: [1n],
  dismissWorker: [1n],
  cancelTask: [1n],
  expireTask: [1n],
  pauseTask: [1n],
  emergencyTopUp: [1n, zeroAddress, 1n],
} as const;

describe("TaskRegistry under a token that calls back", () => {
  const market = useMarket({ tokens: hostileTok });

  it.each(Object.entries(calls))("refuses %s while an access fee is paid", async (name, args) => {
    await post(market);
    await activate(market, 1n);
    await deliver(market, 1n);
    const { taskRegistry } = market.contracts;
    const data = encodeFunctionData({ abi: taskRegistryAbi as Abi, functionName: name, args });
    await misbehave(market, "tokToken", "callBack", [taskRegistry, data]);

    await post(market, { poster: "poster2" });

    expect(await readCallback()).toEqual([1n, 0n, "ReentrancyGuardReentrantCall"]);
  });

  it.each([
    ["enterDispute", { functionName: "openDispute", args: [1n, hashText("evidence")] }],
    ["settleDispute", { functionName: "resolveTimedOut", args: [2n] }],
    ["settleUnruled", { functionName: "resolveTimedOut", args: [3n] }],
  ] as const)("refuses %s while an access fee is paid", async (_, call) => {
    for (let made = 0; made < 3; made++) await activate(market, await post(market));
    await dispute(market, 2n);
    await rule(market, 2n, 7_500n);
    await dispute(market, 3n);
    await market.travel(4 * 86_400);
    const data = encodeFunctionData({ abi: arbitrationAbi, ...call });
    const { arbitration } = market.contracts;
    await misbehave(market, "tokToken", "callBack", [arbitration, data]);

    await post(market, { poster: "poster2" });

    expect(await readCallback()).toEqual([1n, 0n, "ReentrancyGuardReentrantCall"]);
  });

  it("has no other function that changes anything", () => {
    const functions = taskRegistryAbi.filter((item) => item.type === "function");
    const changing = functions.filter((item) => item.stateMutability === "nonpayable");
    const names = changing.map((item) => item.name).sort();
    expect(names).toEqual(
      [...Object.keys(calls), "enterDispute", "settleDispute", "settleUnruled"].sort(),
    );
  });

  /** How many calls the token made and how many of them worked, and the error of the last. */
  async function readCallback() {
    const data = await askHostile(market, "tokToken", "lastFailure", []);
    return [
      await askHostile(market, "tokToken", "callsMade", []),
      await askHostile(market, "tokToken", "callsThatWorked", []),
      decodeErrorResult({ abi: errorsAbi, data }).errorName,
    ];
  }
});

function newTask() {
  return {
    totalAmount: 1n,
    milestoneAmounts: [1n],
    deadline: 1n,
    reviewWindow: 1,
    criteriaHash: zeroHash,
  };
}

function parties() {
  return {
    negotiationId: "0x00000000000000000000000000000000",
    market: "standard",
    poster: zeroAddress,
    worker: zeroAddress,
    token: zeroAddress,
    salt: 1n,
  };
}
