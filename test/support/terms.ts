import { type Hex, hashTypedData } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import type { ActorName } from "../../src/devnet/actors.js";
import type { Driver } from "../../src/devnet/driver.js";
import { allowFee, enter, hashText, tok, visibility } from "../../src/devnet/flows.js";
import { buildTermsTypedData, type TaskTerms } from "../../src/terms/task-terms.js";

const chainId = 8453;

/** Builds terms between `poster` and `worker` that the market accepts, with the given changes. */
export async function buildTerms(
  driver: Driver,
  changes: Partial<TaskTerms> = {},
): Promise<TaskTerms> {
  return {
    negotiationId: "0x8d0e4e1c2f6b4a5f9c3d7e8f90a1b2c3",
    market: await driver.read("taskRegistry", "market", []),
    poster: driver.actors.poster.address,
    worker: driver.actors.worker.address,
    token: driver.contracts.tokToken,
    totalAmount: 1_000n * tok,
    milestoneAmounts: [600n * tok, 400n * tok],
    deadline: (await driver.now()) + 432_000n,
    reviewWindow: 3_600,
    criteriaHash: hashText("Every summary has a source."),
    salt: 77n,
    ...changes,
  };
}

/** The digest of terms in the domain of a market, computed without the chain. */
export function hashTerms(driver: Driver, terms: TaskTerms): Hex {
  return hashTypedData(buildTermsTypedData(terms, chainId, driver.contracts.taskRegistry));
}

/** Signs terms with the key of an actor. */
export function signTerms(
  driver: Driver,
  terms: TaskTerms,
  by: ActorName = "worker",
): Promise<Hex> {
  const account = privateKeyToAccount(driver.actors[by].privateKey);
  const typedData = buildTermsTypedData(terms, chainId, driver.contracts.taskRegistry);
  return account.signTypedData(typedData);
}

/** Gives both parties a deposit and the poster an allowance, so that terms can become a task. */
export async function readyToHire(driver: Driver): Promise<void> {
  await enter(driver, "poster");
  await enter(driver, "worker");
  await allowFee(driver, "poster");
}

/** Makes a private task of terms that the worker has signed, and answers both. */
export async function hire(
  driver: Driver,
  changes: Partial<TaskTerms> = {},
): Promise<{ taskId: bigint; terms: TaskTerms }> {
  await readyToHire(driver);
  const terms = await buildTerms(driver, changes);
  const signature = await signTerms(driver, terms);
  const args = [terms, signature, visibility.private, ""] as const;
  await driver.send("poster", "taskRegistry", "createTask", args);
  return { taskId: await driver.read("taskRegistry", "taskCount", []), terms };
}
