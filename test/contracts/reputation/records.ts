import type { ContractFunctionArgs, ContractFunctionName, ContractFunctionReturnType } from "viem";
import type { reputationAbi } from "../../../src/chain/abi/reputation.js";
import { type ActorName, actorNames } from "../../../src/devnet/actors.js";
import type { Driver, Sent } from "../../../src/devnet/driver.js";
import { emitted } from "../../support/emitted.js";
import { expectRevert } from "../../support/market.js";
import { sendAs } from "../../support/send-as.js";

type ReputationAbi = typeof reputationAbi;
type RecordFunction = Exclude<ContractFunctionName<ReputationAbi, "nonpayable">, "bind">;
export type ReputationRecord = ContractFunctionReturnType<ReputationAbi, "view", "recordOf">;

/** The record of a wallet that did nothing. */
export const emptyRecord: ReputationRecord = {
  completedAsWorker: 0,
  completedAsPoster: 0,
  disputesWon: 0,
  disputesLost: 0,
  disputesUnruled: 0,
  left: 0,
  dismissals: 0,
  missed: 0,
  lapsed: 0,
  counterparties: 0,
  lastSettledAt: 0,
  earned: 0n,
  paid: 0n,
};

/** Records something in the name of the task registry. */
export function record<fn extends RecordFunction>(
  market: Driver,
  fn: fn,
  args: ContractFunctionArgs<ReputationAbi, "nonpayable", fn>,
): Promise<Sent> {
  return sendAs(market, market.contracts.taskRegistry, "reputation", fn, args);
}

/** The records of all actors that differ from the empty one, by name. */
export async function readRecords(market: Driver): Promise<Record<string, ReputationRecord>> {
  const records: Record<string, ReputationRecord> = {};
  for (const name of actorNames) {
    const shown = await market.read("reputation", "recordOf", [market.actors[name].address]);
    if (Object.values(shown).some((value) => BigInt(value) !== 0n)) records[name] = shown;
  }
  return records;
}

/** What changing the record of an actor emits. */
export function changed(market: Driver, actor: ActorName) {
  return emitted(market, "reputation", "RecordChanged", { agent: market.actors[actor].address });
}

/** Expects that a stranger and even the owner of the market cannot record anything. */
export async function expectClosed<fn extends RecordFunction>(
  market: Driver,
  fn: fn,
  args: ContractFunctionArgs<ReputationAbi, "nonpayable", fn>,
): Promise<void> {
  for (const actor of ["stranger", "deployer"] as const) {
    const call = market.send(actor, "reputation", fn, args);
    const facts = [market.actors[actor].address, market.contracts.taskRegistry];
    await expectRevert(call, "NotController", facts);
  }
}
