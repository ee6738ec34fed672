import { readFileSync, rmSync } from "node:fs";
import { type Hex, parseTransaction } from "viem";
import { z } from "zod";
import { SvcError } from "../../errors.js";
import { Address } from "../../primitives/address.js";
import { Hex32 } from "../../primitives/hex32.js";
import { writeFileAtomic } from "./atomic-file.js";
import type { Fees } from "./fees.js";
import { type Created, DeploySettings } from "./settings.js";

/** A signed transaction; it holds no key and can be sent again by anybody. */
export const Attempt = z.strictObject({
  hash: Hex32,
  raw: z.templateLiteral(["0x", z.string().regex(/^[0-9a-f]+$/)]),
});
export type Attempt = z.infer<typeof Attempt>;

/** What is known of the transaction of one step, from before it is sent until it is mined. */
export const StepRecord = z.strictObject({
  nonce: z.int().nonnegative(),
  /** Where a creation puts its contract. */
  address: Address.optional(),
  /** A block before which the transaction cannot have been mined. */
  sinceBlock: z.int().nonnegative(),
  /** All with the same nonce: at most one of them can be mined. */
  attempts: z.array(Attempt).min(1),
  /** Block of the transaction; absent until it is known to be mined. */
  block: z.int().nonnegative().optional(),
});
export type StepRecord = z.infer<typeof StepRecord>;

/** How far a deployment has come; written before and after every transaction. */
export const Journal = z.strictObject({
  version: z.literal(1),
  chainId: z.int().positive(),
  deployer: Address,
  settings: DeploySettings,
  /** Hash of the code and arguments of all steps. */
  stepsHash: Hex32,
  steps: z.record(z.string(), StepRecord),
});
export type Journal = z.infer<typeof Journal>;

/** Where the journal of a deployment file lies. */
export function buildJournalPath(out: string): string {
  return `${out}.progress.json`;
}

/** Reads a journal; undefined when there is none, `wrong_state` when it cannot be understood. */
export function findJournal(path: string): Journal | undefined {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw unreadable(path, error);
  }
  try {
    return Journal.parse(JSON.parse(text));
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** Writes a journal in one step that survives a crash. */
export function saveJournal(path: string, journal: Journal): void {
  writeFileAtomic(path, `${JSON.stringify(journal, null, 2)}\n`);
}

/** Removes a journal that is no longer needed. */
export function removeJournal(path: string): void {
  rmSync(path, { force: true });
}

/** Lists which addresses the steps of a journal have created or are creating. */
export function listCreated(journal: Pick<Journal, "steps">): Created {
  return Object.fromEntries(
    Object.entries(journal.steps).map(([id, record]) => [id, record.address]),
  );
}

/** The latest of a record's signed transactions. */
export function lastAttempt(record: StepRecord): Attempt {
  return record.attempts[record.attempts.length - 1] as Attempt;
}

/** Reads what a signed transaction offers. */
export function parseAttempt(attempt: Attempt): { fees: Fees; gas: bigint } {
  const tx = parseTransaction(attempt.raw as Hex);
  const { gas = 0n, gasPrice = 0n, maxFeePerGas = 0n, maxPriorityFeePerGas = 0n } = tx;
  return tx.type === "legacy"
    ? { gas, fees: { type: "legacy", gasPrice } }
    : { gas, fees: { type: "eip1559", maxFeePerGas, maxPriorityFeePerGas } };
}

function unreadable(path: string, cause: unknown): SvcError {
  return new SvcError(
    "wrong_state",
    `The progress file ${path} cannot be read. Mend or restore it; if you delete it, the next run deploys everything anew.`,
    { path },
    { cause },
  );
}
