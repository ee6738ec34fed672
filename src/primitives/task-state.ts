import { z } from "zod";
import { SvcError } from "../errors.js";

/** The states of a task, in the order of the registry's enum, which starts with NONE = 0. */
export const TaskState = z
  .enum([
    "POSTED",
    "CLAIMED",
    "ACTIVE",
    "DELIVERED",
    "PAUSED",
    "DISPUTED",
    "COMPLETED",
    "CANCELLED",
    "EXPIRED",
    "RESOLVED",
  ])
  .describe("State of a task.");
export type TaskState = z.infer<typeof TaskState>;

/** What each state means: its number in the registry, and whether the task can still change. */
export const taskStates = {
  POSTED: { index: 1, final: false },
  CLAIMED: { index: 2, final: false },
  ACTIVE: { index: 3, final: false },
  DELIVERED: { index: 4, final: false },
  PAUSED: { index: 5, final: false },
  DISPUTED: { index: 6, final: false },
  COMPLETED: { index: 7, final: true },
  CANCELLED: { index: 8, final: true },
  EXPIRED: { index: 9, final: true },
  RESOLVED: { index: 10, final: true },
} as const satisfies Record<TaskState, { index: number; final: boolean }>;

/** Names a number of the registry's enum. NONE (0) has no name: a reader checks for it first. */
export function toTaskState(index: number): TaskState {
  const state = TaskState.options[index - 1];
  if (state === undefined) {
    throw new SvcError("contract_mismatch", `The registry answered an unknown state: ${index}.`);
  }

  return state;
}

/** True when nothing can change the task any more. */
export function isFinal(state: TaskState): boolean {
  return taskStates[state].final;
}
