import type { Driver } from "../../src/devnet/driver.js";

/** The deadline in force of a task. */
export async function readDeadline(driver: Driver, taskId: bigint): Promise<bigint> {
  return BigInt((await driver.read("taskRegistry", "task", [taskId])).deadline);
}
