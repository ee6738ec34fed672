import { z } from "zod";
import { SvcError } from "../errors.js";
import type { MarketName } from "./market-name.js";
import { isUint256 } from "./wei.js";

/** A task of one market: its namespace and its number on chain. */
export const TaskId = z
  .string()
  .regex(/^v2:(standard|micro):[1-9]\d{0,77}$/, "Expected v2:<market>:<N>.")
  .refine((id) => isUint256(id.slice(id.lastIndexOf(":") + 1)), "The task number is too large.")
  .describe("Task id, for example v2:standard:17.");
export type TaskId = z.infer<typeof TaskId>;

/** Splits an id that `TaskId` has already accepted. */
export function splitTaskId(id: TaskId): { market: MarketName; number: bigint } {
  const [, market, number] = id.split(":");
  return { market: market as MarketName, number: BigInt(number as string) };
}

/** Builds the id of task `number` of a market. */
export function buildTaskId(market: MarketName, number: bigint): TaskId {
  const id = TaskId.safeParse(`v2:${market}:${number}`);
  if (!id.success) throw new SvcError("invalid_task_id", `There is no task number ${number}.`);

  return id.data;
}
