import type { ContractFunctionReturnType, Hex } from "viem";
import { SvcError } from "../errors.js";
import { type Address, zeroAddress } from "../primitives/address.js";
import { type TaskState, taskStates } from "../primitives/task-state.js";
import { taskRegistryAbi } from "./abi/task-registry.js";
import type { BlockRef } from "./block-ref.js";
import { createContract } from "./contract.js";
import { createPager } from "./pages.js";
import { type RawTask, type TaskView, toRawTask } from "./raw-task.js";
import type { Rpc } from "./rpc.js";

/** Tasks `from` to `from + count - 1`, as far as they exist; the first task is 1. */
export type TaskRange = { from: bigint; count: number };

/** Which tasks are wanted; what is absent does not matter. */
export type TaskFilter = { poster?: Address; worker?: Address; states?: readonly TaskState[] };

/** The windows of a market, in seconds. */
export type MarketWindows = ContractFunctionReturnType<typeof taskRegistryAbi, "view", "windows">;
/** The contracts a registry works with. */
export type MarketLinks = ContractFunctionReturnType<typeof taskRegistryAbi, "view", "links">;
/** The terms a task stands for, as the registry hashes them. */
export type RawTerms = ContractFunctionReturnType<typeof taskRegistryAbi, "view", "termsOf">;

/** One market's tasks, read at a block. */
export type TaskRegistryReader = {
  address: Address;
  taskCount(at: BlockRef): Promise<bigint>;
  tasks(range: TaskRange, at: BlockRef): Promise<RawTask[]>;
  /** Answers tasks in the order of their ids; throws `RevertError` when one does not exist. */
  tasksById(ids: readonly bigint[], at: BlockRef): Promise<RawTask[]>;
  /** Answers those tasks of the range that match the filter. */
  findTasks(filter: TaskFilter, range: TaskRange, at: BlockRef): Promise<RawTask[]>;
  market(at: BlockRef | "latest"): Promise<string>;
  links(at: BlockRef | "latest"): Promise<MarketLinks>;
  windows(at: BlockRef): Promise<MarketWindows>;
  termsOf(taskId: bigint, at: BlockRef): Promise<RawTerms>;
  termsDigest(terms: RawTerms, at: BlockRef): Promise<Hex>;
  termsUsed(digest: Hex, at: BlockRef): Promise<boolean>;
};

/** A page of 500 usual tasks takes 23 million gas and 1 MB; nodes commonly grant 50 million. */
const pageSize = 500;

/** Creates a reader of one registry. */
export function createTaskRegistryReader(rpc: Rpc, address: Address): TaskRegistryReader {
  const registry = createContract(rpc, taskRegistryAbi, address);
  const pager = createPager({ size: pageSize });
  return {
    address,
    taskCount: (at) => registry.read("taskCount", [], at),
    tasks: ({ from, count }, at) =>
      pager.read(count, async (offset, size) => {
        const first = from + BigInt(offset);
        const page = await registry.read("tasks", [first, BigInt(size)], at);
        return toRawTasks(page, (index) => first + BigInt(index));
      }),
    tasksById: (ids, at) =>
      pager.read(ids.length, async (offset, size) => {
        const wanted = ids.slice(offset, offset + size);
        const page = await registry.read("tasksById", [wanted], at);
        return toRawTasks(page, (index) => wanted[index]);
      }),
    findTasks: (filter, { from, count }, at) =>
      pager.read(count, async (offset, size) => {
        const first = from + BigInt(offset);
        const page = await registry.read("findTasks", [toFilter(filter), first, BigInt(size)], at);
        return page.map(toRawTask);
      }),
    market: (at) => registry.read("market", [], at),
    links: (at) => registry.read("links", [], at),
    windows: (at) => registry.read("windows", [], at),
    termsOf: (taskId, at) => registry.read("termsOf", [taskId], at),
    termsDigest: (terms, at) => registry.read("termsDigest", [terms], at),
    termsUsed: (digest, at) => registry.read("termsUsed", [digest], at),
  };
}

/** Answers the tasks, unless they are others than those asked for. */
function toRawTasks(
  page: readonly TaskView[],
  wanted: (index: number) => bigint | undefined,
): RawTask[] {
  if (page.some(({ id }, index) => id !== wanted(index))) {
    throw new SvcError("contract_mismatch", "The registry answered other tasks than asked for.");
  }

  return page.map(toRawTask);
}

function toFilter({ poster, worker, states }: TaskFilter) {
  const stateMask = (states ?? []).reduce((mask, state) => {
    return mask | (1n << BigInt(taskStates[state].index));
  }, 0n);
  return { poster: poster ?? zeroAddress, worker: worker ?? zeroAddress, stateMask };
}
