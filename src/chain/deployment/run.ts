import type { Hex, TransactionSerializable } from "viem";
import { SvcError } from "../../errors.js";
import type { Address } from "../../primitives/address.js";
import { type Journal, listCreated, type StepRecord } from "./journal.js";
import type { DeployNode } from "./node.js";
import { buildLocator, type DeployStep } from "./settings.js";
import { settleStep } from "./settle.js";

/** The account that deploys. */
export type DeployAccount = {
  address: Address;
  signTransaction(tx: TransactionSerializable): Promise<Hex>;
};

/** What running a deployment needs. */
export type RunContext = {
  node: DeployNode;
  account: DeployAccount;
  chainId: number;
  /** How far it has come; changed in place. */
  journal: Journal;
  /** Makes the journal durable; called before and after every transaction. */
  save(): void;
  /** The most that is offered per gas, whatever the node says. */
  maxPerGasWei: bigint;
  /** How long one transaction may take until the run gives up waiting. */
  timeoutMs: number;
  sleep(ms: number): Promise<void>;
  /** Aborted when the run should end after what it is doing. */
  signal: AbortSignal;
  progress: Progress;
};

/** Hears of every step: once when it begins, then what happened. */
export type Progress = {
  begin(step: DeployStep, number: number, count: number): void;
  sent(hash: Hex): void;
  mined(record: StepRecord): void;
  /** The step was done by an earlier run. */
  skipped(record: StepRecord): void;
};

/** Runs every step that is not done yet, one after the other; throws at the first that fails. */
export async function runDeploySteps(
  context: RunContext,
  steps: readonly DeployStep[],
): Promise<void> {
  const { journal } = context;
  for (const [index, step] of steps.entries()) {
    if (context.signal.aborted) throw interrupted();

    context.progress.begin(step, index + 1, steps.length);
    try {
      await settleStep(
        context,
        step,
        buildLocator(journal.settings, listCreated(journal), step.market),
      );
    } catch (error) {
      throw nameStep(error, step, journal.steps[step.id]);
    }
  }
}

function interrupted(): SvcError {
  return new SvcError("wrong_state", `Interrupted. ${goOn}`);
}

const goOn = "Run the same command again: it goes on from there and repeats nothing.";

/** Says which step failed, with which transaction, and what to do. */
function nameStep(error: unknown, step: DeployStep, record: StepRecord | undefined): unknown {
  if (!(error instanceof SvcError)) return error;

  const hash = error.facts.hash ?? record?.attempts.at(-1)?.hash;
  const where = hash === undefined ? "before it was sent" : `transaction ${hash}`;
  return new SvcError(
    error.code,
    `Step "${step.id}" did not finish (${where}): ${error.message} ${goOn}`,
    { step: step.id, ...(hash === undefined ? {} : { hash }) },
    { cause: error },
  );
}
