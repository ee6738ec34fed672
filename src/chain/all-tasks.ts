import { SvcError } from "../errors.js";
import type { BlockRef } from "./block-ref.js";
import type { RawTask } from "./raw-task.js";
import type { TaskRegistryReader } from "./task-registry.js";

/** How many tasks are asked for before it is known how many there are. */
const firstCount = 1_000;

/**
 * Reads every task of a market at one block, in the order of their numbers. Up to 1,000 tasks take
 * one HTTP request, which other reads of the same turn share.
 */
export async function readAllTasks(
  registry: Pick<TaskRegistryReader, "taskCount" | "tasks">,
  at: BlockRef,
): Promise<RawTask[]> {
  const [count, first] = await Promise.all([
    registry.taskCount(at),
    registry.tasks({ from: 1n, count: firstCount }, at),
  ]);
  const rest =
    count > firstCount
      ? await registry.tasks(
          { from: BigInt(firstCount + 1), count: Number(count) - firstCount },
          at,
        )
      : [];
  const tasks = first.concat(rest);
  if (BigInt(tasks.length) !== count) {
    const text = `The registry counts ${count} tasks and answered ${tasks.length} of them.`;
    throw new SvcError("contract_mismatch", text, { count: Number(count), read: tasks.length });
  }

  return tasks;
}
