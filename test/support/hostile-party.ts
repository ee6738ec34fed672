import { type Abi, encodeFunctionData, type Hex, maxUint256 } from "viem";
import type { ContractName } from "../../src/chain/contracts.js";
import { abis, type Driver, type Sent, sendRaw } from "../../src/devnet/driver.js";
import {
  activate,
  buildPost,
  claim,
  deliver,
  dispute,
  fund,
  hashText,
  post,
  seat,
  settle,
  start,
  type TaskPlan,
  tok,
  usd,
} from "../../src/devnet/flows.js";
import { zeroAddress } from "../../src/primitives/address.js";
import { misbehave } from "./hostile.js";
import { sendAs } from "./send-as.js";

/** A call the token could make, and the contracts whose lock it takes on its way. */
export type PartyCall = { to: ContractName; data: Hex; locks: readonly ContractName[] };

/** Sends one of the calls in the token's own name. */
export async function sendAsParty(market: Driver, call: PartyCall): Promise<Sent> {
  const from = market.contracts.tokToken;
  await market.engine.request("hardhat_impersonateAccount", [from]);
  return sendRaw(market.engine, { from, to: market.contracts[call.to], data: call.data });
}

/**
 * Makes the hostile service token itself a poster, worker, staker and verifier, so that it calls
 * back with the rights of a party. Answers calls that all work at this moment, each alone.
 */
export async function joinAsParty(market: Driver): Promise<Record<string, PartyCall>> {
  const token = market.contracts.tokToken;
  await openAccounts(market);
  await slashSomebody(market);
  await oweToken(market);
  const disputed = await startAsPoster(market);
  await sendAs(market, token, "arbitration", "openDispute", [disputed, hashText("evidence")]);
  // Past the seating time, and past the reward period: rewards are what they are from now on.
  await market.travel(31 * 86_400);

  const unfunded = await postAsToken(market);
  const delivered = await startAsPoster(market);
  await deliver(market, delivered);
  const active = await startAsPoster(market);
  const silent = await startAsPoster(market);
  await deliver(market, silent);
  const late = await postAsToken(market, { deadlineIn: 3_600 });
  await fundAsToken(market, late);
  const unclaimed = await postAsToken(market);
  await fundAsToken(market, unclaimed);
  const left = await post(market);
  await sendAs(market, token, "taskRegistry", "claimTask", [left]);
  const dismissed = await postAsToken(market);
  await claim(market, dismissed);
  const open = await post(market);
  await market.travel(3_700);

  const fee = ["taskRegistry", "paymentGateway"] as const;
  const payout = ["taskRegistry", "escrowVault"] as const;
  return {
    postTask: build("taskRegistry", "postTask", await buildPost(market), fee),
    claimTask: build("taskRegistry", "claimTask", [open], fee),
    leaveTask: build("taskRegistry", "leaveTask", [left], fee),
    dismissWorker: build("taskRegistry", "dismissWorker", [dismissed], fee),
    fundTask: build("taskRegistry", "fundTask", [unfunded, tok, tok], fee),
    acceptMilestone: build("taskRegistry", "acceptMilestone", [delivered, 0n], payout),
    completeTask: build("taskRegistry", "completeTask", [active], payout),
    releaseAfterReview: build("taskRegistry", "releaseAfterReview", [silent], payout),
    expireTask: build("taskRegistry", "expireTask", [late], payout),
    cancelTask: build("taskRegistry", "cancelTask", [unclaimed], payout),
    openDispute: build(
      "arbitration",
      "openDispute",
      [active, hashText("evidence")],
      ["arbitration", "taskRegistry"],
    ),
    resolveTimedOut: build(
      "arbitration",
      "resolveTimedOut",
      [disputed],
      ["arbitration", ...payout],
    ),
    bondVerifier: build("arbitration", "bondVerifier", [tok], ["arbitration"]),
    unbondVerifier: build("arbitration", "unbondVerifier", [tok], ["arbitration"]),
    sweepSlashed: build("arbitration", "sweepSlashed", [], ["arbitration"]),
    collect: build("escrowVault", "collect", [token], ["escrowVault"]),
    payPlan: build("paymentGateway", "payPlan", ["basic", token, maxUint256], ["paymentGateway"]),
    stake: build("stakingVault", "stake", [tok], ["stakingVault"]),
    unstake: build("stakingVault", "unstake", [tok], ["stakingVault"]),
    claimRewards: build("stakingVault", "claimRewards", [], ["stakingVault"]),
    fundRewards: build("stakingVault", "fundRewards", [tok], ["stakingVault"]),
  };
}

/** Gives the token money of its own, a deposit, a stake with rewards and a bond. */
async function openAccounts(market: Driver): Promise<void> {
  const token = market.contracts.tokToken;
  const { depositVault, paymentGateway, stakingVault, arbitration } = market.contracts;
  await misbehave(market, "tokToken", "faucet", [token, 1_000_000n * tok]);
  await market.send("deployer", "usdc", "faucet", [token, 25n * usd]);
  await sendAs(market, token, "usdc", "approve", [depositVault, 25n * usd]);
  await sendAs(market, token, "depositVault", "topUp", [25n * usd]);
  for (const spender of [paymentGateway, stakingVault, arbitration]) {
    await sendAs(market, token, "tokToken", "approve", [spender, maxUint256]);
  }
  await sendAs(market, token, "stakingVault", "stake", [100n * tok]);
  await sendAs(market, token, "stakingVault", "fundRewards", [100n * tok]);
  await sendAs(market, token, "arbitration", "bondVerifier", [100n * tok]);
}

async function slashSomebody(market: Driver): Promise<void> {
  const taskId = await post(market);
  await activate(market, taskId);
  await dispute(market, taskId);
  await seat(market, taskId);
  await settle(market, taskId);
}

/** Has the token refuse a payment to itself, which is then owed to it. */
async function oweToken(market: Driver): Promise<void> {
  const token = market.contracts.tokToken;
  const taskId = await post(market);
  await sendAs(market, token, "taskRegistry", "claimTask", [taskId]);
  await fund(market, taskId);
  await start(market, taskId);
  await misbehave(market, "tokToken", "refuse", [token]);
  await market.send("poster", "taskRegistry", "completeTask", [taskId]);
  await misbehave(market, "tokToken", "refuse", [zeroAddress]);
}

async function postAsToken(market: Driver, plan: TaskPlan = {}): Promise<bigint> {
  const newTask = await buildPost(market, plan);
  await sendAs(market, market.contracts.tokToken, "taskRegistry", "postTask", newTask);
  return market.read("taskRegistry", "taskCount", []);
}

async function fundAsToken(market: Driver, taskId: bigint): Promise<void> {
  const args = [taskId, 1_000n * tok, 1_000n * tok] as const;
  await sendAs(market, market.contracts.tokToken, "taskRegistry", "fundTask", args);
}

/** Starts a task of the token with the usual worker. */
async function startAsPoster(market: Driver): Promise<bigint> {
  const taskId = await postAsToken(market);
  await claim(market, taskId);
  await fundAsToken(market, taskId);
  const call = [taskId, market.actors.worker.address] as const;
  await sendAs(market, market.contracts.tokToken, "taskRegistry", "startWork", call);
  return taskId;
}

function build(
  to: ContractName,
  functionName: string,
  args: readonly unknown[],
  locks: readonly ContractName[],
): PartyCall {
  const abi: Abi = abis[to];
  return { to, data: encodeFunctionData({ abi, functionName, args }), locks };
}
