import type { ActorName } from "../../src/devnet/actors.js";
import type { Driver } from "../../src/devnet/driver.js";
import { activate, dispute, hashText, post, rule, settle, tok } from "../../src/devnet/flows.js";

/** Takes the whole deposit of an actor: as worker of `poster2` it loses a dispute in three tiers. */
export async function indebt(driver: Driver, actor: Exclude<ActorName, "poster2">): Promise<void> {
  const taskId = await post(driver, { poster: "poster2", milestones: [tok] });
  await activate(driver, taskId, actor);
  await dispute(driver, taskId);
  await rule(driver, taskId, 0n, "arbitrator");
  for (const arbitrator of ["arbitrator2", "arbitrator3"] as const) {
    await driver.send(actor, "arbitration", "escalate", [taskId, hashText("appeal")]);
    await rule(driver, taskId, 0n, arbitrator);
  }
  await settle(driver, taskId);
}

/** Puts USDC of a stranger into the deposit of an actor. */
export async function giveDeposit(driver: Driver, actor: ActorName, amount: bigint): Promise<void> {
  await driver.send("stranger", "usdc", "approve", [driver.contracts.depositVault, amount]);
  await driver.send("stranger", "depositVault", "topUpFor", [driver.actors[actor].address, amount]);
}
