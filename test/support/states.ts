import { maxUint256 } from "viem";
import { it } from "vitest";
import type { Driver } from "../../src/devnet/driver.js";
import { activate, claim, deliver, dispute, post, settle } from "../../src/devnet/flows.js";
import { TaskState, taskStates } from "../../src/primitives/task-state.js";
import { indebt } from "./debts.js";
import { expectRevert } from "./market.js";

/** Brings a new task of `poster`, with `worker` where it has one, to a state. */
export async function bringTo(driver: Driver, state: TaskState): Promise<bigint> {
  const taskId = await post(driver);
  await lives[state](driver, taskId);
  return taskId;
}

/** Tests that a call needs an existing task in one of the given states. */
export function itNeedsState(
  driver: Driver,
  allowed: readonly TaskState[],
  call: (taskId: bigint) => Promise<unknown>,
): void {
  it.each([0n, 9n, maxUint256])("error: TaskNotFound for number %s", async (taskId) => {
    await expectRevert(call(taskId), "TaskNotFound", [taskId]);
  });

  const refused = TaskState.options.filter((state) => !allowed.includes(state));
  it.each(refused)("error: WrongState for a task that is %s", async (state) => {
    const taskId = await bringTo(driver, state);

    await expectRevert(call(taskId), "WrongState", [taskId, taskStates[state].index]);
  });
}

type Live = (driver: Driver, taskId: bigint) => Promise<unknown>;

const lives: Record<TaskState, Live> = {
  POSTED: async () => {},
  CLAIMED: claim,
  ACTIVE: activate,
  DELIVERED: async (driver, taskId) => {
    await activate(driver, taskId);
    await deliver(driver, taskId);
  },
  PAUSED: async (driver, taskId) => {
    await activate(driver, taskId);
    await indebt(driver, "worker");
    await driver.send("stranger", "taskRegistry", "pauseTask", [taskId]);
  },
  DISPUTED: async (driver, taskId) => {
    await activate(driver, taskId);
    await dispute(driver, taskId);
  },
  COMPLETED: async (driver, taskId) => {
    await activate(driver, taskId);
    await driver.send("poster", "taskRegistry", "completeTask", [taskId]);
  },
  CANCELLED: async (driver, taskId) => {
    await driver.send("poster", "taskRegistry", "cancelTask", [taskId]);
  },
  EXPIRED: async (driver, taskId) => {
    await driver.travel(6 * 86_400);
    await driver.send("stranger", "taskRegistry", "expireTask", [taskId]);
  },
  RESOLVED: async (driver, taskId) => {
    await activate(driver, taskId);
    await dispute(driver, taskId);
    await settle(driver, taskId);
  },
};
