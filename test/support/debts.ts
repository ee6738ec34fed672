import type { ActorName } from "../../src/devnet/actors.js";
import type { Driver } from "../../src/devnet/driver.js";
import {
  activate,
  dispute,
  enter,
  hashText,
  post,
  rule,
  settle,
  tok,
} from "../../src/devnet/flows.js";

/** A wallet that can lose its deposit to the arbitrators of `poster2`'s disputes. */
type Debtor = Exclude<ActorName, "poster2">;

/** Takes the whole deposit of an actor: as worker of `poster2` it loses disputes in three tiers. */
export async function indebt(driver: Driver, actor: Debtor): Promise<void> {
  await enter(driver, actor);
  const deposit = await driver.read("depositVault", "depositOf", [driver.actors[actor].address]);
  const { feeUsd6 } = await driver.read("arbitration", "params", []);
  const cost = feeUsd6 + 2n * feeUsd6 + 4n * feeUsd6;

  const taskIds: bigint[] = [];
  // All are claimed first: with less than the entry deposit there is no claim.
  for (let paid = 0n; paid < deposit; paid += cost) {
    const taskId = await post(driver, { poster: "poster2", milestones: [tok] });
    await activate(driver, taskId, actor);
    taskIds.push(taskId);
  }
  for (const taskId of taskIds) await loseDispute(driver, taskId, actor);
}

/** Puts USDC of a stranger into the deposit of an actor. */
export async function giveDeposit(driver: Driver, actor: ActorName, amount: bigint): Promise<void> {
  await driver.send("stranger", "usdc", "approve", [driver.contracts.depositVault, amount]);
  await driver.send("stranger", "depositVault", "topUpFor", [driver.actors[actor].address, amount]);
}

async function loseDispute(driver: Driver, taskId: bigint, loser: Debtor): Promise<void> {
  await dispute(driver, taskId);
  await rule(driver, taskId, 0n, "arbitrator");
  for (const arbitrator of ["arbitrator2", "arbitrator3"] as const) {
    await driver.send(loser, "arbitration", "escalate", [taskId, hashText("appeal")]);
    await rule(driver, taskId, 0n, arbitrator);
  }
  await settle(driver, taskId);
}
