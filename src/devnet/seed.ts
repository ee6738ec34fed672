import { privateKeyToAccount } from "viem/accounts";
import type { MarketName } from "../primitives/market-name.js";
import { buildTermsTypedData, type TaskTerms } from "../terms/task-terms.js";
import type { Driver } from "./driver.js";
import * as flows from "./flows.js";
import { seedTexts } from "./seed-texts.js";

const { tok } = flows;
const hour = 3_600;
const day = 24 * hour;

/** How long before now the history of the markets begins, in seconds; the past of each takes days. */
export const seedHistory = 14 * day;

/** Plays some days of market life that end in every final state. */
export async function seedPast(driver: Driver, market: MarketName): Promise<void> {
  const texts = seedTexts[market];
  const amounts = scaleFor(market);
  const send = driver.send;
  await seedUnion(driver);

  const completed = await flows.post(driver, { text: texts.completed, milestones: amounts(800) });
  await flows.activate(driver, completed);
  await driver.travel(day);
  await flows.deliver(driver, completed);
  await send("poster", "taskRegistry", "acceptMilestone", [completed, 0n]);

  const silent = await flows.post(driver, {
    text: texts.silent,
    milestones: amounts(300, 300, 400),
    poster: "poster2",
  });
  await flows.activate(driver, silent, "worker2");
  for (const _ of [0, 1, 2]) {
    await flows.deliver(driver, silent);
    await driver.travel(2 * hour);
    await send("stranger", "taskRegistry", "releaseAfterReview", [silent]);
  }

  const cancelled = await flows.post(driver, { text: texts.cancelled, milestones: amounts(500) });
  await flows.fund(driver, cancelled);
  await send("poster", "taskRegistry", "cancelTask", [cancelled]);

  const expired = await flows.post(driver, { text: texts.expired, deadlineIn: 6 * hour });
  await flows.activate(driver, expired, "worker2");
  const unclaimed = await flows.post(driver, { text: texts.unclaimed, deadlineIn: 6 * hour });
  await driver.travel(day);
  await send("stranger", "taskRegistry", "expireTask", [expired]);
  await send("stranger", "taskRegistry", "expireTask", [unclaimed]);

  const resolved = await flows.post(driver, { text: texts.resolved, milestones: amounts(900) });
  await flows.activate(driver, resolved);
  await flows.deliver(driver, resolved);
  await flows.dispute(driver, resolved);
  await flows.rule(driver, resolved, 7_000n, "arbitrator");
  await flows.settle(driver, resolved);
}

/** Leaves tasks in every state that is not final; their windows are long, so that they stay there. */
export async function seedPresent(driver: Driver, market: MarketName): Promise<void> {
  const texts = seedTexts[market];
  const amounts = scaleFor(market);
  const send = driver.send;
  const later = { deadlineIn: 9 * day, reviewWindow: 3 * day };
  const paused = await flows.post(driver, { ...later, text: texts.paused, poster: "debtor" });
  await flows.activate(driver, paused, "worker2");
  await impoverish(driver, texts.lost);
  await send("stranger", "taskRegistry", "pauseTask", [paused]);

  const disputed = await flows.post(driver, {
    ...later,
    text: texts.disputed,
    milestones: amounts(700, 700),
  });
  await flows.activate(driver, disputed);
  await flows.deliver(driver, disputed);
  await flows.dispute(driver, disputed);
  await flows.seat(driver, disputed, "arbitrator2");

  const delivered = await flows.post(driver, {
    ...later,
    text: texts.delivered,
    milestones: amounts(450, 550),
  });
  await flows.activate(driver, delivered);
  await flows.deliver(driver, delivered);

  const active = await flows.post(driver, {
    ...later,
    text: texts.active,
    milestones: amounts(200, 300, 500),
    poster: "poster2",
  });
  await flows.activate(driver, active);
  await flows.deliver(driver, active);
  await send("poster2", "taskRegistry", "acceptMilestone", [active, 0n]);

  await hireDirectly(driver, market, amounts(1_200, 800));

  const claimed = await flows.post(driver, { ...later, text: texts.claimed });
  await flows.claim(driver, claimed, "worker2");

  for (const text of texts.posted) await flows.post(driver, { ...later, text });
  const funded = await flows.post(driver, {
    ...later,
    text: texts.funded,
    milestones: amounts(250, 250, 250, 250),
    poster: "poster2",
  });
  await flows.fund(driver, funded, amounts(400)[0]);
  await flows.post(driver, { ...later, text: null, milestones: amounts(650) });
}

/** Stakes and funds rewards, so that the Union has numbers to show. */
async function seedUnion(driver: Driver): Promise<void> {
  const vault = driver.contracts.stakingVault;
  for (const [actor, amount] of [
    ["worker2", 250_000n * tok],
    ["arbitrator", 50_000n * tok],
  ] as const) {
    await driver.send(actor, "tokToken", "approve", [vault, amount]);
    await driver.send(actor, "stakingVault", "stake", [amount]);
  }
  const rewards = 30_000n * tok;
  await driver.send("treasury", "tokToken", "approve", [vault, rewards]);
  await driver.send("treasury", "stakingVault", "fundRewards", [rewards]);
}

/** Lets the debtor lose two disputes up to the last tier, which takes its deposit below the floor. */
async function impoverish(driver: Driver, text: string): Promise<void> {
  const taskIds: bigint[] = [];
  for (const _ of [0, 1]) {
    const taskId = await flows.post(driver, { text, poster: "debtor" });
    await flows.activate(driver, taskId, "worker2");
    await flows.deliver(driver, taskId);
    taskIds.push(taskId);
  }
  for (const taskId of taskIds) {
    await flows.dispute(driver, taskId);
    await flows.rule(driver, taskId, 10_000n, "arbitrator");
    for (const arbitrator of ["arbitrator2", "arbitrator3"] as const) {
      const evidence = flows.hashText(`appeal of task ${taskId} to ${arbitrator}`);
      await driver.send("debtor", "arbitration", "escalate", [taskId, evidence]);
      await flows.rule(driver, taskId, 10_000n, arbitrator);
    }
    await flows.settle(driver, taskId);
  }
}

/** Makes a task of terms the worker has signed. */
async function hireDirectly(
  driver: Driver,
  market: MarketName,
  milestoneAmounts: readonly bigint[],
): Promise<void> {
  const { contracts, actors } = driver;
  const terms: TaskTerms = {
    negotiationId: "0x6f1c2d3e4b5a49788796a5b4c3d2e1f0",
    market,
    poster: actors.poster.address,
    worker: actors.worker.address,
    token: contracts.tokToken,
    totalAmount: milestoneAmounts.reduce((sum, amount) => sum + amount, 0n),
    milestoneAmounts,
    deadline: (await driver.now()) + BigInt(9 * day),
    reviewWindow: 3 * day,
    criteriaHash: flows.hashText("As agreed in the negotiation."),
    salt: 1n,
  };
  const signer = privateKeyToAccount(actors.worker.privateKey);
  const signature = await signer.signTypedData(
    buildTermsTypedData(terms, 8453, contracts.taskRegistry),
  );
  await flows.allowFee(driver, "poster");
  const hired = [terms, signature, flows.visibility.private, ""] as const;
  await driver.send("poster", "taskRegistry", "createTask", hired);
  await flows.fund(driver, await driver.read("taskRegistry", "taskCount", []));
}

/** Amounts of a market in wei: the standard one pays ten times what the micro one pays. */
function scaleFor(market: MarketName): (...parts: number[]) => bigint[] {
  const unit = market === "standard" ? 10n * tok : tok;
  return (...parts) => parts.map((part) => BigInt(part) * unit);
}
