import { encodeFunctionData } from "viem";
import { taskRegistryAbi } from "../../../src/chain/abi/task-registry.js";
import type { ActorName } from "../../../src/devnet/actors.js";
import type { Driver } from "../../../src/devnet/driver.js";
import {
  activate,
  allowTok,
  buildPost,
  claim,
  deliver,
  dispute,
  enter,
  fund,
  hashText,
  post,
  tok,
} from "../../../src/devnet/flows.js";

/** Fills a market with tasks in nine states, of two posters and two workers, up to `count`. */
export async function seedTasks(market: Driver, count: number): Promise<void> {
  await seedLives(market);
  const first = Number(await market.read("taskRegistry", "taskCount", []));
  for (const poster of ["poster", "poster2"] as const) {
    await enter(market, poster);
    await allowTok(market, poster, 2_000_000n * tok);
  }
  const [newTask] = await buildPost(market);
  for (let number = first + 1; number <= count; number++) {
    await postFast(market, number, newTask.deadline);
  }
}

/** One task for each way a life can go, with the milestones and texts that may occur. */
async function seedLives(market: Driver): Promise<void> {
  const milestones = Array.from({ length: 20 }, (_, index) => BigInt(index + 1) * tok);
  const claimed = await post(market, { text: null });
  await claim(market, claimed);
  const active = await post(market, { poster: "poster2", milestones });
  await activate(market, active, "worker2");
  const delivered = await post(market, { text: "ü€😀 \u0000 text" });
  await activate(market, delivered);
  await deliver(market, delivered);
  const completed = await post(market, { milestones: [7n] });
  await activate(market, completed, "worker2");
  await market.send("poster", "taskRegistry", "completeTask", [completed]);
  const cancelled = await post(market, { poster: "poster2", text: "x".repeat(8_192) });
  await fund(market, cancelled, 10n * tok);
  await market.send("poster2", "taskRegistry", "cancelTask", [cancelled]);
  const disputed = await post(market, {});
  await activate(market, disputed);
  await dispute(market, disputed, "worker");
  const expired = await post(market, { deadlineIn: 100 });
  await market.travel(200);
  await market.send("stranger", "taskRegistry", "expireTask", [expired]);
}

/** Posts without asking first whether it would work. */
async function postFast(market: Driver, number: number, deadline: bigint): Promise<void> {
  const milestoneAmounts = [BigInt(number) * tok, 5n];
  const isPrivate = number % 7 === 0;
  const data = encodeFunctionData({
    abi: taskRegistryAbi,
    functionName: "postTask",
    args: [
      {
        totalAmount: BigInt(number) * tok + 5n,
        milestoneAmounts,
        deadline,
        reviewWindow: 3_600 + number,
        criteriaHash: hashText(`Criteria ${number}`),
      },
      isPrivate ? 2 : 1,
      isPrivate ? "" : `Task ${number}`,
    ],
  });
  const { engine, actors, contracts } = market;
  const poster: ActorName = number % 3 === 0 ? "poster2" : "poster";
  const tx = { from: actors[poster].address, to: contracts.taskRegistry, data };
  await engine.request("eth_sendTransaction", [tx]);
}
