import { keccak256, stringToHex } from "viem";
import type { ActorName } from "./actors.js";
import type { Driver } from "./driver.js";

/** What a task is made of; everything has a sensible value of its own. */
export type TaskPlan = {
  poster?: ActorName;
  milestones?: readonly bigint[];
  /** Seconds from now. */
  deadlineIn?: number;
  reviewWindow?: number;
  criteria?: string;
  /** Text of an open scope; `null` makes the task private. */
  text?: string | null;
};

export const tok = 10n ** 18n;
export const usd = 10n ** 6n;

/** Numbers of the contract's `Visibility`. */
export const visibility = { open: 1, private: 2 } as const;

/** Makes sure the actor's deposit is at least the entry deposit. */
export async function enter(driver: Driver, actor: ActorName): Promise<void> {
  await topUpTo(driver, actor, await driver.read("depositVault", "entryDeposit", []));
}

/** Raises the actor's deposit to at least `amount`. */
export async function topUpTo(driver: Driver, actor: ActorName, amount: bigint): Promise<void> {
  const deposit = await driver.read("depositVault", "depositOf", [driver.actors[actor].address]);
  if (deposit < amount) await topUp(driver, actor, amount - deposit);
}

export async function topUp(driver: Driver, actor: ActorName, amount: bigint): Promise<void> {
  await driver.send(actor, "usdc", "approve", [driver.contracts.depositVault, amount]);
  await driver.send(actor, "depositVault", "topUp", [amount]);
}

/** Allows the router to take one access fee of the actor. */
export async function allowFee(driver: Driver, actor: ActorName): Promise<void> {
  const fee = await driver.read("pricingPolicy", "accessFee", []);
  await allowTok(driver, actor, fee);
}

/** Allows the router to take an amount of the actor's tokens. */
export async function allowTok(driver: Driver, actor: ActorName, amount: bigint): Promise<void> {
  await driver.send(actor, "tokToken", "approve", [driver.contracts.paymentGateway, amount]);
}

/** Builds what `postTask` takes. */
export async function buildPost(driver: Driver, plan: TaskPlan = {}) {
  const milestones = plan.milestones ?? [600n * tok, 400n * tok];
  const text = plan.text === undefined ? "Summarise ten papers." : plan.text;
  return [
    {
      totalAmount: milestones.reduce((sum, amount) => sum + amount, 0n),
      milestoneAmounts: milestones,
      deadline: (await driver.now()) + BigInt(plan.deadlineIn ?? 5 * 86_400),
      reviewWindow: plan.reviewWindow ?? 3_600,
      criteriaHash: hashText(plan.criteria ?? "Every summary has a source."),
    },
    text === null ? visibility.private : visibility.open,
    text ?? "",
  ] as const;
}

/** Posts a task and answers its number. */
export async function post(driver: Driver, plan: TaskPlan = {}): Promise<bigint> {
  const poster = plan.poster ?? "poster";
  await enter(driver, poster);
  await allowFee(driver, poster);
  await driver.send(poster, "taskRegistry", "postTask", await buildPost(driver, plan));
  return driver.read("taskRegistry", "taskCount", []);
}

export async function claim(driver: Driver, taskId: bigint, worker: ActorName = "worker") {
  await enter(driver, worker);
  await allowFee(driver, worker);
  await driver.send(worker, "taskRegistry", "claimTask", [taskId]);
}

/** Funds what is missing, or the given part of it. */
export async function fund(driver: Driver, taskId: bigint, part?: bigint) {
  const { total, funded, poster } = await driver.read("taskRegistry", "task", [taskId]);
  const actor = findActor(driver, poster);
  const amount = part ?? total - funded;
  await allowTok(driver, actor, amount);
  await driver.send(actor, "taskRegistry", "fundTask", [taskId, amount, funded + amount]);
}

/** Claims, funds and starts a posted task. */
export async function activate(driver: Driver, taskId: bigint, worker: ActorName = "worker") {
  await claim(driver, taskId, worker);
  await fund(driver, taskId);
  await start(driver, taskId);
}

/** Starts the work of a task with the worker it has. */
export async function start(driver: Driver, taskId: bigint) {
  const { poster, worker } = await driver.read("taskRegistry", "task", [taskId]);
  const call = [taskId, worker] as const;
  await driver.send(findActor(driver, poster), "taskRegistry", "startWork", call);
}

/** Delivers the next milestone. */
export async function deliver(driver: Driver, taskId: bigint) {
  const task = await driver.read("taskRegistry", "task", [taskId]);
  const milestone = BigInt(task.milestonesReleased);
  const receipt = hashText(`proof ${taskId}/${milestone}`);
  await driver.send(findActor(driver, task.worker), "taskRegistry", "submitProof", [
    taskId,
    milestone,
    receipt,
  ]);
}

/** Bonds an arbitrator up to what one more seat takes. */
export async function bond(driver: Driver, arbitrator: ActorName) {
  const { minBond, noShowPenalty } = await driver.read("arbitration", "params", []);
  const { bond: held, seats } = await driver.read("arbitration", "verifierOf", [
    driver.actors[arbitrator].address,
  ]);
  const missing = minBond + seats * noShowPenalty - held;
  if (missing <= 0n) return;

  await driver.send(arbitrator, "tokToken", "approve", [driver.contracts.arbitration, missing]);
  await driver.send(arbitrator, "arbitration", "bondVerifier", [missing]);
}

/** Opens a dispute in the name of the poster, or of the given actor. */
export async function dispute(driver: Driver, taskId: bigint, by?: ActorName) {
  const { poster } = await driver.read("taskRegistry", "task", [taskId]);
  const actor = by ?? findActor(driver, poster);
  await driver.send(actor, "arbitration", "openDispute", [taskId, hashText(`evidence ${taskId}`)]);
}

/** Seats an arbitrator both parties agree on. */
export async function seat(driver: Driver, taskId: bigint, arbitrator: ActorName = "arbitrator") {
  const address = driver.actors[arbitrator].address;
  await bond(driver, arbitrator);
  if (!(await driver.read("arbitration", "isRegistered", [taskId, address]))) {
    await driver.send(arbitrator, "arbitration", "registerArbitrator", [taskId]);
  }
  const { poster, worker } = await driver.read("taskRegistry", "task", [taskId]);
  for (const party of [poster, worker]) {
    const actor = findActor(driver, party);
    await driver.send(actor, "arbitration", "proposeArbitrator", [taskId, address]);
  }
}

/** Seats an arbitrator and has it rule. */
export async function rule(
  driver: Driver,
  taskId: bigint,
  workerBps: bigint,
  arbitrator: ActorName = "arbitrator",
) {
  await seat(driver, taskId, arbitrator);
  await driver.send(arbitrator, "arbitration", "resolveDispute", [
    taskId,
    workerBps,
    hashText(`ruling ${taskId}`),
  ]);
}

/** Waits until the dispute can be ended and ends it. */
export async function settle(driver: Driver, taskId: bigint) {
  const { appealUntil, ruleBy, seatBy } = await driver.read("arbitration", "disputeOf", [taskId]);
  const end = BigInt(appealUntil || ruleBy || seatBy);
  const now = await driver.now();
  if (now <= end) await driver.travel(end - now + 1n);
  await driver.send("stranger", "arbitration", "resolveTimedOut", [taskId]);
}

export function hashText(text: string) {
  return keccak256(stringToHex(text));
}

export function findActor(driver: Driver, address: string): ActorName {
  const entry = Object.entries(driver.actors).find(([, account]) => account.address === address);
  if (entry === undefined) throw new Error(`No actor has the address ${address}.`);
  return entry[0] as ActorName;
}
