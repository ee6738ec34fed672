import type { Hex } from "viem";
import { SvcError } from "../../errors.js";
import type { StepRecord } from "./journal.js";
import type { RunContext } from "./run.js";

/** How a transaction ended. */
export type Outcome = { ok: boolean; block: number; hash: Hex };

/** Waits until one of the record's transactions is mined, or throws `upstream_timeout`. */
export async function waitForReceipt(context: RunContext, record: StepRecord): Promise<Outcome> {
  const { timeoutMs, sleep, signal } = context;
  let waitedMs = 0;
  for (let pauseMs = 50; ; pauseMs = Math.min(2 * pauseMs, 2_000)) {
    const outcome = await findOutcome(context, record);
    if (outcome !== undefined) return outcome;
    if (signal.aborted) throw new SvcError("wrong_state", "Interrupted while waiting for it.");
    if (waitedMs >= timeoutMs) {
      throw new SvcError("upstream_timeout", `It is not mined after ${timeoutMs / 1000} s.`);
    }
    await sleep(pauseMs);
    waitedMs += pauseMs;
  }
}

/** Finds the one of the record's transactions that is mined. */
export async function findOutcome(
  { node }: RunContext,
  record: StepRecord,
): Promise<Outcome | undefined> {
  for (const { hash } of record.attempts.toReversed()) {
    const receipt = await node.findReceipt(hash);
    if (receipt !== undefined) return { ...receipt, hash };
  }
  return undefined;
}
