import { describe, expect, it } from "vitest";
import { marketParams } from "../../../src/chain/deployment/market-params.js";
import { activate, dispute, post, seat, tok } from "../../../src/devnet/flows.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { watchMoney } from "../../support/money.js";
import { stopAt } from "../../support/stop-at.js";

describe.each(["standard", "micro"] as const)(
  "a seated arbitrator who never rules on %s",
  (name) => {
    const market = useMarket({ market: name });
    const { minBond, noShowPenalty } = marketParams[name].arbitration;

    it("loses the penalty to the treasury, and the parties split the milestone at no fee", async () => {
      const taskId = await post(market);
      await activate(market, taskId);
      await dispute(market, taskId);
      await seat(market, taskId);
      const { ruleBy } = await market.read("arbitration", "disputeOf", [taskId]);
      const money = await watchMoney(market);

      await stopAt(market, ruleBy + 1);
      await market.send("stranger", "arbitration", "resolveTimedOut", [taskId]);
      expect(await money.moved()).toEqual({
        "tok of worker": 300n * tok,
        "tok of poster": 700n * tok,
        "tok of escrowVault": -1_000n * tok,
        "held for task 1": -1_000n * tok,
        "bond of arbitrator": -noShowPenalty,
        "slashed bonds": noShowPenalty,
      });

      await market.send("stranger", "arbitration", "sweepSlashed", []);
      expect(await money.moved()).toEqual({
        "slashed bonds": -noShowPenalty,
        "tok of arbitration": -noShowPenalty,
        "tok of treasury": noShowPenalty,
      });

      const left = minBond - noShowPenalty;
      await market.send("arbitrator", "arbitration", "unbondVerifier", [left]);
      expect(await money.moved()).toEqual({
        "tok of arbitrator": left,
        "tok of arbitration": -left,
        "bond of arbitrator": -left,
      });
    });

    it("cannot sit again before its bond is whole", async () => {
      const taskId = await post(market);
      await activate(market, taskId);
      await dispute(market, taskId);
      await seat(market, taskId);
      const { ruleBy } = await market.read("arbitration", "disputeOf", [taskId]);
      await stopAt(market, ruleBy + 1);
      await market.send("stranger", "arbitration", "resolveTimedOut", [taskId]);

      const next = await post(market);
      await activate(market, next);
      await dispute(market, next);
      const call = market.send("arbitrator", "arbitration", "registerArbitrator", [next]);
      const { address } = market.actors.arbitrator;
      await expectRevert(call, "BondTooLow", [address, minBond - noShowPenalty, minBond]);
      await seat(market, next);
      const { arbitrator } = await market.read("arbitration", "disputeOf", [next]);
      expect(arbitrator).toBe(address);
    });
  },
);
