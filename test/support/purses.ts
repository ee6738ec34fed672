import type { ActorName } from "../../src/devnet/actors.js";
import type { Driver } from "../../src/devnet/driver.js";
import { tok } from "../../src/devnet/flows.js";

/** Sends all service tokens of an actor away. */
export async function emptyPurse(driver: Driver, actor: ActorName): Promise<void> {
  const balance = await driver.read("tokToken", "balanceOf", [driver.actors[actor].address]);
  await driver.send(actor, "tokToken", "transfer", [driver.actors.deployer.address, balance]);
}

/** Gives an actor a little more than one Action Credit; takes a day. */
export async function earnCredit(driver: Driver, actor: ActorName): Promise<void> {
  const staked = 300_000n * tok;
  await driver.send(actor, "tokToken", "approve", [driver.contracts.stakingVault, staked]);
  await driver.send(actor, "stakingVault", "stake", [staked]);
  await driver.travel(86_400);
}
