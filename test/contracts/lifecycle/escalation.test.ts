import { describe, expect, it } from "vitest";
import { marketParams } from "../../../src/chain/deployment/market-params.js";
import {
  activate,
  dispute,
  hashText,
  post,
  rule,
  settle,
  tok,
  topUp,
  usd,
} from "../../../src/devnet/flows.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { watchMoney } from "../../support/money.js";

const fees = {
  standard: [5n * usd, 10n * usd, 20n * usd],
  micro: [2n * usd, 4n * usd, 8n * usd],
} as const;

describe.each(["standard", "micro"] as const)("a dispute through all tiers on %s", (name) => {
  const market = useMarket({ market: name });
  const { minBond } = marketParams[name].arbitration;
  const [first, second, third] = fees[name];
  const all = first + second + third;

  it.each([
    ["poster", 6_000n, 600n * tok],
    ["worker", 4_999n, 499_900_000_000_000_000_000n],
  ] as const)(
    "has the %s, who loses the last, pay three arbitrators",
    async (loser, bps, share) => {
      await topUp(market, "poster", 45n * usd);
      await topUp(market, "worker", 45n * usd);
      const taskId = await post(market);
      await activate(market, taskId);
      const money = await watchMoney(market);

      await dispute(market, taskId);
      await rule(market, taskId, 8_000n, "arbitrator");
      await market.send("poster", "arbitration", "escalate", [taskId, hashText("appeal")]);
      await rule(market, taskId, 2_000n, "arbitrator2");
      await market.send("worker", "arbitration", "escalate", [taskId, hashText("appeal 2")]);
      await rule(market, taskId, bps, "arbitrator3");
      expect(await money.moved()).toEqual({
        "tok of arbitrator": -minBond,
        "tok of arbitrator2": -minBond,
        "tok of arbitrator3": -minBond,
        "tok of arbitration": 3n * minBond,
        "bond of arbitrator": minBond,
        "bond of arbitrator2": minBond,
        "bond of arbitrator3": minBond,
      });
      const appeal = market.send(loser, "arbitration", "escalate", [taskId, hashText("appeal 3")]);
      await expectRevert(appeal, "LastTier", [taskId, 3n]);

      await settle(market, taskId);
      expect(await money.moved()).toEqual({
        "tok of worker": share,
        "tok of poster": 1_000n * tok - share,
        "tok of escrowVault": -1_000n * tok,
        "held for task 1": -1_000n * tok,
        [`deposit of ${loser}`]: -all,
        "deposit of arbitrator": first,
        "deposit of arbitrator2": second,
        "deposit of arbitrator3": third,
      });

      for (const arbitrator of ["arbitrator", "arbitrator2", "arbitrator3"] as const) {
        await market.send(arbitrator, "arbitration", "unbondVerifier", [minBond]);
      }
      await market.send("arbitrator3", "depositVault", "withdraw", [third]);
      await market.send(loser, "depositVault", "withdraw", [45n * usd - all]);
      expect(await money.moved()).toMatchObject({
        "tok of arbitration": -3n * minBond,
        "usdc of arbitrator3": third,
        [`usdc of ${loser}`]: 45n * usd - all,
      });
    },
  );

  it("has both pay half of every fee after an even last ruling", async () => {
    await topUp(market, "poster", 45n * usd);
    await topUp(market, "worker", 45n * usd);
    const taskId = await post(market);
    await activate(market, taskId);
    await dispute(market, taskId);
    await rule(market, taskId, 0n, "arbitrator");
    await market.send("worker", "arbitration", "escalate", [taskId, hashText("appeal")]);
    await rule(market, taskId, 5_000n, "arbitrator2");
    const money = await watchMoney(market);

    await settle(market, taskId);

    expect(await money.moved()).toEqual({
      "tok of worker": 500n * tok,
      "tok of poster": 500n * tok,
      "tok of escrowVault": -1_000n * tok,
      "held for task 1": -1_000n * tok,
      "deposit of poster": -(first + second) / 2n,
      "deposit of worker": -(first + second) / 2n,
      "deposit of arbitrator": first,
      "deposit of arbitrator2": second,
    });
  });
});
