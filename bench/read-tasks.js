// Reads 1,000 tasks one by one and in pages, over HTTP with a simulated round trip.
import { setTimeout as sleep } from "node:timers/promises";
import { encodeFunctionData } from "viem";
import { taskRegistryAbi } from "../dist/chain/abi/task-registry.js";
import { readAllTasks } from "../dist/chain/all-tasks.js";
import { createBlockReader } from "../dist/chain/blocks.js";
import { createRpc } from "../dist/chain/rpc.js";
import { createTaskRegistryReader } from "../dist/chain/task-registry.js";
import { deployMarket, deployTokens } from "../dist/devnet/deploy.js";
import { createDriver } from "../dist/devnet/driver.js";
import { createEngine } from "../dist/devnet/engine.js";
import { allowTok, buildPost, enter, tok } from "../dist/devnet/flows.js";
import { createRpcServer } from "../dist/devnet/rpc-server.js";

const taskCount = 1_000;
const roundTripMs = 25;

export const name = `read ${taskCount} tasks, ${roundTripMs} ms round trip`;

/** Answers one row for each way of reading; the first is the baseline. */
export async function run() {
  const engine = await createEngine();
  const market = createDriver(
    engine,
    await deployMarket(engine, "standard", await deployTokens(engine)),
  );
  await seed(market);
  const slow = {
    async handle(json) {
      await sleep(roundTripMs);
      return engine.handle(json);
    },
  };
  const server = await createRpcServer({ engine: slow, port: 0 });

  const oneByOne = await measure(server.url, market, async (registry, at) => {
    const tasks = [];
    for (let number = 1n; number <= taskCount; number++) {
      tasks.push(...(await registry.tasksById([number], at)));
    }
    return tasks;
  });
  const paged = await measure(server.url, market, readAllTasks);
  await server.close();
  await engine.close();

  if (JSON.stringify(oneByOne.tasks, toText) !== JSON.stringify(paged.tasks, toText)) {
    throw new Error("Both ways of reading must answer the same tasks.");
  }
  return [
    { way: "one by one", ms: oneByOne.ms, requests: oneByOne.requests },
    { way: "paged, one block", ms: paged.ms, requests: paged.requests },
  ];
}

/** Reads with a client of its own, the newest block included, and counts its requests. */
async function measure(url, market, read) {
  let requests = 0;
  const rpc = createRpc({ urls: [url], chainId: 8453, onRequest: () => void requests++ });
  const registry = createTaskRegistryReader(rpc, market.contracts.taskRegistry);
  const started = performance.now();
  const at = await createBlockReader(rpc).latest();
  const tasks = await read(registry, at);
  return { tasks, requests, ms: performance.now() - started };
}

async function seed(market) {
  await enter(market, "poster");
  await allowTok(market, "poster", 2_000_000n * tok);
  const data = encodeFunctionData({
    abi: taskRegistryAbi,
    functionName: "postTask",
    args: await buildPost(market),
  });
  const tx = { from: market.actors.poster.address, to: market.contracts.taskRegistry, data };
  for (let number = 1; number <= taskCount; number++) {
    await market.engine.request("eth_sendTransaction", [tx]);
  }
}

function toText(_, value) {
  return typeof value === "bigint" ? value.toString() : value;
}
