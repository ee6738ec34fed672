import type { ContractFunctionReturnType, Hex } from "viem";
import { SvcError } from "../errors.js";
import { type Address, zeroAddress } from "../primitives/address.js";
import { type Hex32, zeroHex32 } from "../primitives/hex32.js";
import { type TaskState, toTaskState } from "../primitives/task-state.js";
import type { taskRegistryAbi } from "./abi/task-registry.js";

/**
 * A task as the registry holds it at one block. What the registry writes as zero for "none" is
 * undefined; amounts are wei of the service token.
 */
export type RawTask = {
  /** Number on chain; the N of v2:<market>:<N>. */
  number: bigint;
  poster: Address;
  worker: Address | undefined;
  state: TaskState;
  /** While paused: the state it had before. */
  resumesTo: TaskState | undefined;
  visibility: Visibility;
  /** Text of an open scope, as its poster wrote it; empty for a private one. Not to be trusted. */
  scopeText: string;
  totalWei: bigint;
  fundedWei: bigint;
  releasedWei: bigint;
  refundedWei: bigint;
  milestonesWei: readonly bigint[];
  /** How many milestones have been paid. */
  milestonesReleased: number;
  /** Index of the first milestone that belongs to the present worker. */
  firstMilestone: number;
  createdAtUnix: number;
  claimedAtUnix: number | undefined;
  deliveredAtUnix: number | undefined;
  pausedAtUnix: number | undefined;
  /** Deadline in force, moved by pauses and reviews. */
  deadlineUnix: number;
  reviewWindowSeconds: number;
  criteriaHash: Hex32;
  /** Digest of the terms with the present worker. */
  settlementDigest: Hex32 | undefined;
  /** Hash of the latest proof. */
  receiptHash: Hex32 | undefined;
  /** The 16 bytes of the negotiation's UUID, for a direct hire. */
  negotiationId: Hex | undefined;
};

/** Who may learn what a task is about. */
export type Visibility = "open" | "private";

/** The registry's `TaskView`, decoded. */
export type TaskView = ContractFunctionReturnType<typeof taskRegistryAbi, "view", "task">;

/** Gives a decoded task its names, states and units. */
export function toRawTask(view: TaskView): RawTask {
  return {
    number: view.id,
    poster: view.poster,
    worker: view.worker === zeroAddress ? undefined : view.worker,
    state: toTaskState(view.state),
    resumesTo: view.resumesTo === 0 ? undefined : toTaskState(view.resumesTo),
    visibility: toVisibility(view.visibility),
    scopeText: view.scopeText,
    totalWei: view.total,
    fundedWei: view.funded,
    releasedWei: view.released,
    refundedWei: view.refunded,
    milestonesWei: view.milestoneAmounts,
    milestonesReleased: view.milestonesReleased,
    firstMilestone: view.firstMilestone,
    createdAtUnix: view.createdAt,
    claimedAtUnix: view.claimedAt || undefined,
    deliveredAtUnix: view.deliveredAt || undefined,
    pausedAtUnix: view.pausedAt || undefined,
    deadlineUnix: view.deadline,
    reviewWindowSeconds: view.reviewWindow,
    criteriaHash: view.criteriaHash,
    settlementDigest: view.settlementDigest === zeroHex32 ? undefined : view.settlementDigest,
    receiptHash: view.receiptHash === zeroHex32 ? undefined : view.receiptHash,
    negotiationId: view.negotiationId === zeroHex16 ? undefined : view.negotiationId,
  };
}

const zeroHex16 = `0x${"0".repeat(32)}`;

function toVisibility(index: number): Visibility {
  if (index === 1) return "open";
  if (index === 2) return "private";

  const text = `The registry answered an unknown visibility: ${index}.`;
  throw new SvcError("contract_mismatch", text);
}
