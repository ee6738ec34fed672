import { maxUint256 } from "viem";
import { expect } from "vitest";
import type { ContractName } from "../../src/chain/contracts.js";
import { type ActorName, actorNames } from "../../src/devnet/actors.js";
import type { Driver } from "../../src/devnet/driver.js";
import type { Address } from "../../src/primitives/address.js";

/** Amounts by whose they are and where: `tok of poster`, `deposit of worker`, `held for task 1`. */
export type Money = Record<string, bigint>;

/** Watches the money of everybody: each `moved()` answers what has changed since the one before. */
export async function watchMoney(market: Driver): Promise<{ moved(): Promise<Money> }> {
  let seen = await readMoney(market);
  return {
    async moved() {
      const before = seen;
      seen = await readMoney(market);
      return subtractMoney(seen, before);
    },
  };
}

/** Reads all money of a market, and checks that every vault holds exactly what it answers for. */
export async function readMoney(
  market: Driver,
  people: Record<string, Address> = nameAddresses(market, actorNames),
): Promise<Money> {
  const money: Money = {};
  const names = new Map(Object.entries(people).map(([name, address]) => [address, name]));
  for (const [address, name] of names) {
    money[`tok of ${name}`] = await market.read("tokToken", "balanceOf", [address]);
    money[`usdc of ${name}`] = await market.read("usdc", "balanceOf", [address]);
    money[`owed to ${name}`] = await market.read("escrowVault", "owedTo", [address]);
  }
  for (const name of holders) {
    money[`tok of ${name}`] = await market.read("tokToken", "balanceOf", [market.contracts[name]]);
    money[`usdc of ${name}`] = await market.read("usdc", "balanceOf", [market.contracts[name]]);
  }
  for (const { agent, deposit } of await market.read("depositVault", "agents", everything)) {
    money[`deposit of ${names.get(agent) ?? agent}`] = deposit;
  }
  for (const { verifier, bond } of await market.read("arbitration", "verifiers", everything)) {
    money[`bond of ${names.get(verifier) ?? verifier}`] = bond;
  }
  const tasks = await market.read("taskRegistry", "taskCount", []);
  for (let id = 1n; id <= tasks; id++) {
    money[`held for task ${id}`] = await market.read("escrowVault", "heldFor", [id]);
  }
  money["slashed bonds"] = await market.read("arbitration", "slashed", []);
  await expectBalanced(market, money);
  return money;
}

/** What is different between two readings; what stayed the same is left out. */
export function subtractMoney(after: Money, before: Money): Money {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changes = [...keys].map((key) => [key, (after[key] ?? 0n) - (before[key] ?? 0n)] as const);
  return Object.fromEntries(changes.filter(([, change]) => change !== 0n));
}

/** The addresses of some actors, by their names. */
export function nameAddresses(
  market: Driver,
  actors: readonly ActorName[],
): Record<string, Address> {
  return Object.fromEntries(actors.map((name) => [name, market.actors[name].address]));
}

const everything = [0n, maxUint256] as const;

const holders = [
  "taskRegistry",
  "depositVault",
  "escrowVault",
  "paymentGateway",
  "stakingVault",
  "arbitration",
] as const satisfies readonly ContractName[];

async function expectBalanced(market: Driver, money: Money): Promise<void> {
  const deposits = sum(money, "deposit of ");
  expect(await market.read("depositVault", "totalDeposits", [])).toBe(deposits);
  expect(money["usdc of depositVault"]).toBe(deposits);

  const escrowed = sum(money, "held for ") + sum(money, "owed to ");
  expect(await market.read("escrowVault", "liabilities", [])).toBe(escrowed);
  expect(money["tok of escrowVault"]).toBe(escrowed);

  const bonds = sum(money, "bond of ");
  expect(await market.read("arbitration", "totalBonds", [])).toBe(bonds);
  expect(money["tok of arbitration"]).toBe(bonds + sum(money, "slashed bonds"));
}

function sum(money: Money, prefix: string): bigint {
  const entries = Object.entries(money).filter(([key]) => key.startsWith(prefix));
  return entries.reduce((total, [, amount]) => total + amount, 0n);
}
