import { SvcError } from "../../errors.js";
import { depositVaultAbi } from "../abi/deposit-vault.js";
import { isUnderpriced, raiseFees, readFees } from "./fees.js";
import { findView } from "./find-view.js";
import { lastAttempt, parseAttempt, type StepRecord } from "./journal.js";
import { findOutcome, waitForReceipt } from "./receipt.js";
import type { RunContext } from "./run.js";
import { broadcast, lookAgainMs, sendNew, sign } from "./send.js";
import type { DeployStep } from "./settings.js";
import type { LocatePart } from "./steps.js";

/**
 * Brings one step to its end: skips it when it is done, waits for its transaction when an earlier
 * run sent one, and signs a new transaction only when none of the earlier ones can be mined.
 */
export async function settleStep(
  context: RunContext,
  step: DeployStep,
  at: LocatePart,
): Promise<void> {
  const { journal, save, progress } = context;
  const earlier = journal.steps[step.id];
  if (earlier?.block !== undefined && (await hasEffect(context, step, at, earlier))) {
    progress.skipped(earlier);
    return;
  }

  const record =
    (earlier && (await takeUp(context, step, at, earlier))) ??
    (await sendNew(context, step, step.build(at)));
  if (record.block === undefined) {
    progress.sent(lastAttempt(record).hash);
    const { ok, block, hash } = await waitForReceipt(context, record);
    if (!ok) {
      // A failed transaction leaves nothing behind, so the next run may send a new one.
      delete journal.steps[step.id];
      save();
      throw new SvcError("would_revert", "It was mined but failed.", { hash });
    }
    record.attempts = record.attempts.filter((attempt) => attempt.hash === hash);
    record.block = block;
    save();
  }
  progress.mined(record);
}

/**
 * Goes on with a transaction of an earlier run; undefined when it can no longer be mined because
 * another transaction took its nonce.
 */
async function takeUp(
  context: RunContext,
  step: DeployStep,
  at: LocatePart,
  record: StepRecord,
): Promise<StepRecord | undefined> {
  const { node, journal, save, account } = context;
  delete record.block;
  if ((await findOutcome(context, record)) !== undefined) return record;

  if ((await node.nonce(account.address, "latest")) <= record.nonce) {
    await assertNoGap(context, record);
    const { fees, gas } = parseAttempt(lastAttempt(record));
    if (await isUnderpriced(node, fees)) {
      const raised = raiseFees(fees, (await readFees(node)).offer);
      record.attempts.push(await sign(context, step.build(at), record.nonce, gas, raised));
      save();
    }
    await broadcast(context, lastAttempt(record));
    return record;
  }

  // The nonce is used. Nodes behind one address differ by seconds, so look more than once.
  for (let look = 0; look < 3; look++) {
    if ((await findOutcome(context, record)) !== undefined) return record;
    if (await hasEffect(context, step, at, record)) {
      // Somebody sent the same transaction with other fees: the contract is there all the same.
      record.block = record.sinceBlock;
      save();
      return record;
    }
    await context.sleep(lookAgainMs);
  }
  delete journal.steps[step.id];
  save();
  return undefined;
}

/** A transaction whose nonce lies ahead of all the node knows would wait for ever. */
async function assertNoGap({ node, account }: RunContext, record: StepRecord): Promise<void> {
  const next = await node.nonce(account.address, "pending");
  if (next >= record.nonce) return;

  throw new SvcError(
    "chain_mismatch",
    `Its nonce is ${record.nonce}, but the next one of ${account.address} is ${next}: transactions before it are missing. If this chain was started anew, delete the progress file.`,
  );
}

/** True when the chain shows what the step is for. */
async function hasEffect(
  { node }: RunContext,
  step: DeployStep,
  at: LocatePart,
  record: StepRecord,
): Promise<boolean> {
  if (record.address !== undefined) return node.hasCode(record.address);
  if (step.binds === undefined) return false;

  const [bound, controller] = step.binds;
  // Every bound contract has the same `controller`; the deposit vault's ABI stands for all.
  return (await findView(node, at(bound), depositVaultAbi, "controller")) === at(controller);
}
