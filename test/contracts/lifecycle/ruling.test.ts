import { describe, expect, it } from "vitest";
import { marketParams } from "../../../src/chain/deployment/market-params.js";
import {
  activate,
  bond,
  deliver,
  dispute,
  hashText,
  post,
  tok,
  usd,
} from "../../../src/devnet/flows.js";
import { taskStates } from "../../../src/primitives/task-state.js";
import { useMarket } from "../../support/market.js";
import { type Money, watchMoney } from "../../support/money.js";
import { stopAt } from "../../support/stop-at.js";

/** Worker's basis points, what the task holds, and what the worker gets of it. */
const splits: readonly (readonly [number, bigint, bigint])[] = [
  [0, 1_000n * tok, 0n],
  [10_000, 1_000n * tok, 1_000n * tok],
  [5_000, 1_000n * tok, 500n * tok],
  [6_667, 1_000n * tok + 1n, 666_700_000_000_000_000_000n],
  [5_000, 1n, 0n],
  [5_000, 3n, 1n],
  [3_333, 7n, 2n],
  [9_999, 1n, 0n],
  [9_999, 10_000n, 9_999n],
  [1, 9_999n, 0n],
  [1, 10_000n, 1n],
];

describe.each(["standard", "micro"] as const)("a dispute with a ruling on %s", (name) => {
  const market = useMarket({ market: name });
  const { feeUsd6: fee, minBond } = marketParams[name].arbitration;

  it.each(splits)(
    "of %i basis points of %i wei pays the worker %i wei",
    async (bps, total, share) => {
      const taskId = await post(market, { milestones: [total] });
      await activate(market, taskId);
      const money = await watchMoney(market);

      await dispute(market, taskId, "worker");
      expect(await money.moved()).toEqual({});

      await bond(market, "arbitrator");
      expect(await money.moved()).toEqual({
        "tok of arbitrator": -minBond,
        "tok of arbitration": minBond,
        "bond of arbitrator": minBond,
      });

      const { address } = market.actors.arbitrator;
      await market.send("arbitrator", "arbitration", "registerArbitrator", [taskId]);
      await market.send("poster", "arbitration", "proposeArbitrator", [taskId, address]);
      await market.send("worker", "arbitration", "proposeArbitrator", [taskId, address]);
      const ruling = [taskId, BigInt(bps), hashText("ruling")] as const;
      await market.send("arbitrator", "arbitration", "resolveDispute", ruling);
      expect(await money.moved()).toEqual({});

      const { appealUntil } = await market.read("arbitration", "disputeOf", [taskId]);
      await stopAt(market, appealUntil + 1);
      await market.send("stranger", "arbitration", "resolveTimedOut", [taskId]);
      const workerFee = bps < 5_000 ? fee : bps === 5_000 ? fee / 2n : 0n;
      expect(await money.moved()).toEqual(
        withoutZeros({
          "tok of worker": share,
          "tok of poster": total - share,
          "tok of escrowVault": -total,
          "held for task 1": -total,
          "deposit of worker": -workerFee,
          "deposit of poster": workerFee - fee,
          "deposit of arbitrator": fee,
        }),
      );
      expect(await market.read("taskRegistry", "task", [taskId])).toMatchObject({
        state: taskStates.RESOLVED.index,
        released: share,
        refunded: total - share,
      });

      await market.send("arbitrator", "arbitration", "unbondVerifier", [minBond]);
      await market.send("arbitrator", "depositVault", "withdraw", [fee]);
      await market.send("poster", "depositVault", "withdraw", [25n * usd - fee + workerFee]);
      await market.send("worker", "depositVault", "withdraw", [25n * usd - workerFee]);
      expect(await money.moved()).toMatchObject({
        "tok of arbitrator": minBond,
        "usdc of arbitrator": fee,
        "usdc of poster": 25n * usd - fee + workerFee,
        "usdc of worker": 25n * usd - workerFee,
        "usdc of depositVault": -50n * usd,
      });
    },
  );

  it("splits only what the milestones paid before have left", async () => {
    const taskId = await post(market, { milestones: [600n * tok, 400n * tok + 1n] });
    await activate(market, taskId);
    await deliver(market, taskId);
    await market.send("poster", "taskRegistry", "acceptMilestone", [taskId, 0n]);
    await deliver(market, taskId);
    await dispute(market, taskId);
    await bond(market, "arbitrator");
    const { address } = market.actors.arbitrator;
    await market.send("arbitrator", "arbitration", "registerArbitrator", [taskId]);
    await market.send("worker", "arbitration", "proposeArbitrator", [taskId, address]);
    await market.send("poster", "arbitration", "proposeArbitrator", [taskId, address]);
    const ruling = [taskId, 7_500n, hashText("ruling")] as const;
    await market.send("arbitrator", "arbitration", "resolveDispute", ruling);
    const { appealUntil } = await market.read("arbitration", "disputeOf", [taskId]);
    await stopAt(market, appealUntil + 1);
    const money = await watchMoney(market);

    await market.send("stranger", "arbitration", "resolveTimedOut", [taskId]);

    expect(await money.moved()).toEqual({
      "tok of worker": 300n * tok,
      "tok of poster": 100n * tok + 1n,
      "tok of escrowVault": -400n * tok - 1n,
      "held for task 1": -400n * tok - 1n,
      "deposit of poster": -fee,
      "deposit of arbitrator": fee,
    });
    expect(await market.read("taskRegistry", "task", [taskId])).toMatchObject({
      funded: 1_000n * tok + 1n,
      released: 900n * tok,
      refunded: 100n * tok + 1n,
    });
  });
});

function withoutZeros(money: Money): Money {
  return Object.fromEntries(Object.entries(money).filter(([, amount]) => amount !== 0n));
}
