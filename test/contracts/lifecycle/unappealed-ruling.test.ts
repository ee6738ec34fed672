import { describe, expect, it } from "vitest";
import { activate, deliver, dispute, post, rule, tok, usd } from "../../../src/devnet/flows.js";
import { taskStates } from "../../../src/primitives/task-state.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { watchMoney } from "../../support/money.js";
import { stopAt } from "../../support/stop-at.js";

describe.each(["standard", "micro"] as const)("a ruling nobody appeals on %s", (name) => {
  const market = useMarket({ market: name });
  const fee = { standard: 5n * usd, micro: 2n * usd }[name];

  it("holds the money while it can be appealed, then is executed by a stranger", async () => {
    const taskId = await post(market);
    await activate(market, taskId);
    await deliver(market, taskId);
    await dispute(market, taskId);
    await rule(market, taskId, 9_000n);
    const { appealUntil } = await market.read("arbitration", "disputeOf", [taskId]);
    const money = await watchMoney(market);

    await stopAt(market, appealUntil);
    for (const caller of ["worker", "poster", "arbitrator", "stranger"] as const) {
      const call = market.send(caller, "arbitration", "resolveTimedOut", [taskId]);
      const facts = [taskId, BigInt(appealUntil), BigInt(appealUntil)];
      await expectRevert(call, "TooEarly", facts);
    }
    const release = market.send("stranger", "taskRegistry", "releaseAfterReview", [taskId]);
    await expectRevert(release, "WrongState", [taskId, taskStates.DISPUTED.index]);
    const expiry = market.send("stranger", "taskRegistry", "expireTask", [taskId]);
    await expectRevert(expiry, "WrongState", [taskId, taskStates.DISPUTED.index]);
    expect(await money.moved()).toEqual({});

    await stopAt(market, appealUntil + 1);
    await market.send("stranger", "arbitration", "resolveTimedOut", [taskId]);
    expect(await money.moved()).toEqual({
      "tok of worker": 900n * tok,
      "tok of poster": 100n * tok,
      "tok of escrowVault": -1_000n * tok,
      "held for task 1": -1_000n * tok,
      "deposit of poster": -fee,
      "deposit of arbitrator": fee,
    });

    await market.send("poster", "depositVault", "withdraw", [25n * usd - fee]);
    await market.send("worker", "depositVault", "withdraw", [25n * usd]);
    await market.send("arbitrator", "depositVault", "withdraw", [fee]);
    expect(await money.moved()).toEqual({
      "usdc of poster": 25n * usd - fee,
      "usdc of worker": 25n * usd,
      "usdc of arbitrator": fee,
      "usdc of depositVault": -50n * usd,
      "deposit of poster": fee - 25n * usd,
      "deposit of worker": -25n * usd,
      "deposit of arbitrator": -fee,
    });
  });
});
