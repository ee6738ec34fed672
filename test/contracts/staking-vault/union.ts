import { encodeDeployData } from "viem";
import { stakingVaultBytecode } from "../../../src/chain/abi/staking-vault.bytecode.js";
import { stakingVaultAbi } from "../../../src/chain/abi/staking-vault.js";
import { marketParams } from "../../../src/chain/deployment/market-params.js";
import type { ActorName } from "../../../src/devnet/actors.js";
import { createDriver, type Driver, type Sent, sendRaw } from "../../../src/devnet/driver.js";

/** The numbers of the Union of the standard market. */
export const { union } = marketParams.standard;

/** Allows the Union to take an amount of the actor's tokens. */
export function allow(market: Driver, actor: ActorName, amount: bigint): Promise<Sent> {
  return market.send(actor, "tokToken", "approve", [market.contracts.stakingVault, amount]);
}

/** Approves and stakes. */
export async function stake(market: Driver, actor: ActorName, amount: bigint): Promise<Sent> {
  await allow(market, actor, amount);
  return market.send(actor, "stakingVault", "stake", [amount]);
}

/** Approves and funds rewards. */
export async function fundRewards(market: Driver, actor: ActorName, amount: bigint): Promise<Sent> {
  await allow(market, actor, amount);
  return market.send(actor, "stakingVault", "fundRewards", [amount]);
}

/** What an actor has in the Union. */
export function readAccount(market: Driver, actor: ActorName) {
  return market.read("stakingVault", "accountOf", [market.actors[actor].address]);
}

/** A market whose Union has just been deployed: nobody opened it and it obeys nobody. */
export async function deployClosedUnion(market: Driver): Promise<Driver> {
  const { created } = await sendRaw(market.engine, {
    from: market.actors.deployer.address,
    data: encodeDeployData({
      abi: stakingVaultAbi,
      bytecode: stakingVaultBytecode,
      args: [
        market.actors.deployer.address,
        market.contracts.tokToken,
        union.creditCap,
        union.stakePerCreditWei,
        union.creditPeriod,
        union.rewardPeriod,
      ],
    }),
  });
  if (created === null) throw new Error("The devnet created no vault.");
  return createDriver(market.engine, { ...market.contracts, stakingVault: created });
}
