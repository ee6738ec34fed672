import type { ContractFunctionReturnType } from "viem";
import type { taskRegistryAbi } from "../../src/chain/abi/task-registry.js";
import { actorNames } from "../../src/devnet/actors.js";
import type { Driver, DriverEvent, Sent } from "../../src/devnet/driver.js";
import { findActor } from "../../src/devnet/flows.js";
import { type Money, readMoney, subtractMoney } from "./money.js";

export type TaskView = ContractFunctionReturnType<typeof taskRegistryAbi, "view", "task">;

/** What a call changed; what stayed the same is left out. */
export type Changes = {
  /** New values of the fields of the task. */
  task?: Partial<TaskView>;
  /** Differences of everybody's money. */
  money?: Money;
  /** New numbers of live tasks, by actor. */
  engagements?: Record<string, bigint>;
  /** New values of reputations, by actor and field: `worker.earned`. */
  reputation?: Record<string, bigint | number>;
};

/** Runs a call and answers its events, the time of its block and everything it changed. */
export async function watch(
  driver: Driver,
  taskId: bigint,
  act: () => Promise<Sent>,
): Promise<{ events: DriverEvent[]; at: number; changes: Changes }> {
  const before = await readBooks(driver, taskId);
  const { events } = await act();
  const after = await readBooks(driver, taskId);

  const changes = Object.entries({
    task: pickNew(before.task, after.task),
    money: subtractMoney(after.money, before.money),
    engagements: pickNew(before.engagements, after.engagements),
    reputation: pickNew(before.reputation, after.reputation),
  });
  const shown = changes.filter(([, part]) => Object.keys(part).length > 0);
  return { events, at: Number(await driver.now()), changes: Object.fromEntries(shown) };
}

type Fields = Record<string, unknown>;
type Books = { task: Fields; money: Money; engagements: Fields; reputation: Fields };

async function readBooks(driver: Driver, taskId: bigint): Promise<Books> {
  const exists = taskId <= (await driver.read("taskRegistry", "taskCount", []));
  const agents = await driver.read("depositVault", "agents", [0n, 100n]);
  const records = await driver.read("reputation", "agents", [0n, 100n]);
  return {
    task: exists ? await driver.read("taskRegistry", "task", [taskId]) : {},
    money: await readMoney(driver),
    engagements: {
      ...Object.fromEntries(actorNames.map((name) => [name, 0n])),
      ...Object.fromEntries(
        agents.map(({ agent, engagements }) => [findActor(driver, agent), engagements]),
      ),
    },
    reputation: Object.fromEntries(
      records.flatMap(({ agent, record }) =>
        Object.entries(record)
          .filter(([, value]) => BigInt(value) !== 0n)
          .map(([field, value]) => [`${findActor(driver, agent)}.${field}`, value]),
      ),
    ),
  };
}

function pickNew(before: Fields, after: Fields): Fields {
  return Object.fromEntries(
    Object.entries(after).filter(([key, value]) => !isSame(before[key], value)),
  );
}

function isSame(a: unknown, b: unknown): boolean {
  return Array.isArray(a) && Array.isArray(b) ? a.join() === b.join() : a === b;
}
