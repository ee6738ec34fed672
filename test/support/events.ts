import type { ActorName } from "../../src/devnet/actors.js";
import type { Driver, DriverEvent } from "../../src/devnet/driver.js";
import { tok } from "../../src/devnet/flows.js";
import { emitted } from "./emitted.js";

/** What the deposit vault emits when an actor has entered or left a task. */
export function engagementsEvent(driver: Driver, actor: ActorName, engagements: bigint) {
  const agent = driver.actors[actor].address;
  return emitted(driver, "depositVault", "EngagementsChanged", { agent, engagements });
}

/** What the reputation emits when the record of an actor has changed. */
export function recordEvent(driver: Driver, actor: ActorName) {
  return emitted(driver, "reputation", "RecordChanged", { agent: driver.actors[actor].address });
}

/** Numbers of the contract's `AccessAction`. */
export const accessActions = { post: 0, claim: 1, dismiss: 2, leave: 3 } as const;

/** What an access fee of 1,000 Tok emits. */
export function feeEvents(
  driver: Driver,
  actor: ActorName,
  taskId: bigint,
  action: keyof typeof accessActions,
): DriverEvent[] {
  const from = driver.actors[actor].address;
  return [
    feeEvent(driver, actor, taskId, action, 1_000n * tok),
    transferEvent(driver, from, driver.actors.treasury.address, 1_000n * tok),
  ];
}

/** What the router emits for an access fee that an Action Credit has waived. */
export function waivedFeeEvent(
  driver: Driver,
  actor: ActorName,
  taskId: bigint,
  action: keyof typeof accessActions,
) {
  return feeEvent(driver, actor, taskId, action, 0n);
}

/** What a payment out of the escrow emits; `held` is what the task keeps. */
export function paidEvents(
  driver: Driver,
  actor: ActorName,
  taskId: bigint,
  payment: { amount: bigint; held: bigint },
): DriverEvent[] {
  const to = driver.actors[actor].address;
  return [
    transferEvent(driver, driver.contracts.escrowVault, to, payment.amount),
    emitted(driver, "escrowVault", "Paid", { taskId, to, ...payment }),
  ];
}

function transferEvent(driver: Driver, from: string, to: string, value: bigint) {
  return emitted(driver, "tokToken", "Transfer", { from, to, value });
}

function feeEvent(
  driver: Driver,
  actor: ActorName,
  taskId: bigint,
  action: keyof typeof accessActions,
  amount: bigint,
) {
  return emitted(driver, "paymentGateway", "AccessFeeCharged", {
    payer: driver.actors[actor].address,
    taskId,
    action: accessActions[action],
    amount,
    creditSpent: amount === 0n,
  });
}
