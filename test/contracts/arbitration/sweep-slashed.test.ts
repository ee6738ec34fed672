import { describe, expect, it } from "vitest";
import { seat, settle, tok } from "../../../src/devnet/flows.js";
import { emitted } from "../../support/emitted.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { watchMoney } from "../../support/money.js";
import { openCase } from "./open-case.js";

describe("Arbitration.sweepSlashed", () => {
  const market = useMarket();

  const sweep = () => market.send("stranger", "arbitration", "sweepSlashed", []);

  async function missRuling(): Promise<void> {
    const taskId = await openCase(market);
    await seat(market, taskId);
    await settle(market, taskId);
  }

  it("sends slashed bonds, and nothing else, to the treasury for anyone who asks", async () => {
    await missRuling();
    const money = await watchMoney(market);

    const { events } = await sweep();

    const treasury = market.actors.treasury.address;
    expect(events).toEqual([
      emitted(market, "arbitration", "SlashedSwept", { treasury, amount: 2_000n * tok }),
      emitted(market, "tokToken", "Transfer", {
        from: market.contracts.arbitration,
        to: treasury,
        value: 2_000n * tok,
      }),
    ]);
    expect(await money.moved()).toEqual({
      "slashed bonds": -2_000n * tok,
      "tok of arbitration": -2_000n * tok,
      "tok of treasury": 2_000n * tok,
    });
    expect(await market.read("arbitration", "totalBonds", [])).toBe(8_000n * tok);
  });

  it("follows the treasury to its new wallet", async () => {
    await missRuling();
    const wallet = market.actors.debtor.address;
    await market.send("deployer", "paymentGateway", "setTreasury", [wallet]);
    const money = await watchMoney(market);

    await sweep();

    expect(await money.moved()).toMatchObject({ "tok of debtor": 2_000n * tok });
  });

  it("error: NothingSlashed before a slash and after a sweep", async () => {
    await expectRevert(sweep(), "NothingSlashed", []);

    await missRuling();
    await sweep();
    await expectRevert(sweep(), "NothingSlashed", []);
  });
});
