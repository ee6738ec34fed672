import type { Driver } from "../../../src/devnet/driver.js";
import { activate, dispute, hashText, post, rule } from "../../../src/devnet/flows.js";
import { zeroAddress } from "../../../src/primitives/address.js";

/** Posts, funds and starts a task of 1,000 Tok, has its poster dispute it, and answers its number. */
export async function openCase(market: Driver): Promise<bigint> {
  const taskId = await post(market);
  await activate(market, taskId);
  await dispute(market, taskId);
  return taskId;
}

/** Opens a case and brings it to the third tier, which has no arbitrator yet. */
export async function openLastTier(market: Driver): Promise<bigint> {
  const taskId = await openCase(market);
  for (const arbitrator of ["arbitrator", "arbitrator2"] as const) {
    await rule(market, taskId, 7_000n, arbitrator);
    await market.send("poster", "arbitration", "escalate", [taskId, hashText(arbitrator)]);
  }
  return taskId;
}

/** The dispute of a task that was never disputed. */
export const noDispute = {
  opener: zeroAddress,
  tier: 0,
  settled: false,
  openedAt: 0,
  seatBy: 0,
  ruleBy: 0,
  appealUntil: 0,
  posterChoice: zeroAddress,
  workerChoice: zeroAddress,
  arbitrator: zeroAddress,
  evidence: [],
  rulings: [],
};
