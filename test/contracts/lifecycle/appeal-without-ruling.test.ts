import { describe, expect, it } from "vitest";
import {
  activate,
  dispute,
  hashText,
  post,
  rule,
  seat,
  tok,
  usd,
} from "../../../src/devnet/flows.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { watchMoney } from "../../support/money.js";
import { stopAt } from "../../support/stop-at.js";

describe("an appeal that ends without a ruling", () => {
  const market = useMarket();

  /** A dispute that was ruled for the worker, and that the poster has appealed. */
  async function appeal(): Promise<bigint> {
    const taskId = await post(market);
    await activate(market, taskId);
    await dispute(market, taskId);
    await rule(market, taskId, 8_000n);
    await market.send("poster", "arbitration", "escalate", [taskId, hashText("appeal")]);
    return taskId;
  }

  it("lets the ruling stand when no arbitrator was seated: refusing to agree gains nothing", async () => {
    const taskId = await appeal();
    const { seatBy } = await market.read("arbitration", "disputeOf", [taskId]);
    const money = await watchMoney(market);
    await stopAt(market, seatBy);
    const early = market.send("stranger", "arbitration", "resolveTimedOut", [taskId]);
    await expectRevert(early, "TooEarly", [taskId, BigInt(seatBy), BigInt(seatBy)]);

    await stopAt(market, seatBy + 1);
    await market.send("stranger", "arbitration", "resolveTimedOut", [taskId]);

    expect(await money.moved()).toEqual({
      "tok of worker": 800n * tok,
      "tok of poster": 200n * tok,
      "tok of escrowVault": -1_000n * tok,
      "held for task 1": -1_000n * tok,
      "deposit of poster": -5n * usd,
      "deposit of arbitrator": 5n * usd,
    });
  });

  it("lets the ruling stand when the new arbitrator did not rule, who is slashed and unpaid", async () => {
    const taskId = await appeal();
    await seat(market, taskId, "arbitrator2");
    const { ruleBy } = await market.read("arbitration", "disputeOf", [taskId]);
    const money = await watchMoney(market);

    await stopAt(market, ruleBy + 1);
    await market.send("stranger", "arbitration", "resolveTimedOut", [taskId]);

    expect(await money.moved()).toEqual({
      "tok of worker": 800n * tok,
      "tok of poster": 200n * tok,
      "tok of escrowVault": -1_000n * tok,
      "held for task 1": -1_000n * tok,
      "deposit of poster": -5n * usd,
      "deposit of arbitrator": 5n * usd,
      "bond of arbitrator2": -2_000n * tok,
      "slashed bonds": 2_000n * tok,
    });
  });
});
