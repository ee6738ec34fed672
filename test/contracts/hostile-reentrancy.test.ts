import { encodeErrorResult } from "viem";
import { beforeEach, describe, expect, it } from "vitest";
import { errorsAbi } from "../../src/chain/abi/errors.js";
import { askHostile, hostileTok, misbehave } from "../support/hostile.js";
import { joinAsParty, type PartyCall, sendAsParty } from "../support/hostile-party.js";
import { useMarket } from "../support/market.js";
import { type Money, nameAddresses, readMoney, subtractMoney } from "../support/money.js";

const locked = encodeErrorResult({ abi: errorsAbi, errorName: "ReentrancyGuardReentrantCall" });

/** Every call that moves the service token, and so hands control to it. */
const movers = {
  "takes an access fee": ["postTask", "claimTask", "leaveTask", "dismissWorker"],
  "fills the escrow": ["fundTask"],
  "pays a worker": ["acceptMilestone", "completeTask", "releaseAfterReview"],
  "refunds a poster": ["expireTask", "cancelTask"],
  "settles a dispute": ["resolveTimedOut"],
  "moves a bond": ["bondVerifier", "unbondVerifier", "sweepSlashed"],
  "pays what is owed": ["collect"],
  "pays for a plan": ["payPlan"],
  "moves a stake or a reward": ["stake", "unstake", "claimRewards", "fundRewards"],
};

describe("a service token that is a party and calls back during every transfer", () => {
  const market = useMarket({ tokens: hostileTok });
  let calls: Record<string, PartyCall>;
  let before: Money;
  // Every test begins with the same world, so what a call moves alone is read once.
  const aloneMoves = new Map<string, Money>();

  const read = () => {
    const people = nameAddresses(market, ["poster", "worker", "treasury"]);
    return readMoney(market, { ...people, token: market.contracts.tokToken });
  };

  beforeEach(async () => {
    calls = await joinAsParty(market);
    before = await read();
  });

  /** Makes a call, with another one in the middle of it, and answers what came of both. */
  async function make(outer: PartyCall, inner?: PartyCall) {
    const snapshot = await market.engine.request("evm_snapshot");
    if (inner !== undefined) {
      await misbehave(market, "tokToken", "callBack", [market.contracts[inner.to], inner.data]);
    }
    await sendAsParty(market, outer);
    const outcome = {
      moved: subtractMoney(await read(), before),
      made: await askHostile(market, "tokToken", "callsMade", []),
      worked: await askHostile(market, "tokToken", "callsThatWorked", []),
      failure: await askHostile(market, "tokToken", "lastFailure", []),
    };
    await market.engine.request("evm_revert", [snapshot]);
    return outcome;
  }

  async function moveAlone(name: string): Promise<Money> {
    const moved = aloneMoves.get(name) ?? (await make(calls[name] as PartyCall)).moved;
    aloneMoves.set(name, moved);
    return moved;
  }

  it.each(Object.entries(movers))("gains nothing inside a call that %s", async (_, names) => {
    for (const name of names) {
      const outer = calls[name] as PartyCall;
      const honest = await moveAlone(name);

      for (const [innerName, inner] of Object.entries(calls)) {
        const pair = `${innerName} inside ${name}`;
        const { moved, made, worked, failure } = await make(outer, inner);
        expect(made, pair).toBeGreaterThan(0n);
        if (inner.locks.some((contract) => outer.locks.includes(contract))) {
          expect({ pair, worked, failure }).toEqual({ pair, worked: 0n, failure: locked });
          expect(moved, pair).toEqual(honest);
        } else {
          // A call to a contract the outer one does not touch is as good as a call of its own.
          expect(worked, pair).toBeGreaterThan(0n);
          expect(moved, pair).toEqual(addMoney(honest, await moveAlone(innerName), worked));
        }
      }
    }
  });
});

function addMoney(one: Money, other: Money, times: bigint): Money {
  const sum: Money = { ...one };
  for (const [key, amount] of Object.entries(other)) sum[key] = (sum[key] ?? 0n) + amount * times;
  return subtractMoney(sum, {});
}
