import { describe, expect, it } from "vitest";
import { fund, post, tok, usd } from "../../../src/devnet/flows.js";
import { taskStates } from "../../../src/primitives/task-state.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { watchMoney } from "../../support/money.js";

describe.each(["standard", "micro"] as const)("a poster who cancels on %s", (name) => {
  const market = useMarket({ market: name });

  it.each([0n, 1n, 1_000n * tok])(
    "gets all %i wei in escrow back, and its deposit",
    async (part) => {
      const taskId = await post(market);
      if (part !== 0n) await fund(market, taskId, part);
      const money = await watchMoney(market);

      await market.send("poster", "taskRegistry", "cancelTask", [taskId]);

      const refund = {
        "tok of poster": part,
        "tok of escrowVault": -part,
        "held for task 1": -part,
      };
      expect(await money.moved()).toEqual(part === 0n ? {} : refund);
      expect(await market.read("taskRegistry", "task", [taskId])).toMatchObject({
        state: taskStates.CANCELLED.index,
        funded: part,
        released: 0n,
        refunded: part,
      });
      await market.send("poster", "depositVault", "withdraw", [25n * usd]);
      expect(await money.moved()).toMatchObject({ "usdc of poster": 25n * usd });

      const again = market.send("poster", "taskRegistry", "cancelTask", [taskId]);
      await expectRevert(again, "WrongState", [taskId, taskStates.CANCELLED.index]);
      expect(await money.moved()).toEqual({});
    },
  );
});
