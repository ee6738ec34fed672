import { describe, expect, it } from "vitest";
import { activate, allowFee, claim, post, topUp, usd } from "../../../src/devnet/flows.js";
import { emitted } from "../../support/emitted.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { watchMoney } from "../../support/money.js";

describe("DepositVault.withdraw", () => {
  const market = useMarket();

  const withdraw = (amount: bigint) => market.send("worker", "depositVault", "withdraw", [amount]);

  it("pays free collateral back, all of it without a live task", async () => {
    const agent = market.actors.worker.address;
    await topUp(market, "worker", 25n * usd);
    const money = await watchMoney(market);

    const { events } = await withdraw(10n * usd);

    expect(events).toEqual([
      emitted(market, "depositVault", "Withdrawn", {
        agent,
        amount: 10n * usd,
        deposit: 15n * usd,
      }),
      emitted(market, "usdc", "Transfer", {
        from: market.contracts.depositVault,
        to: agent,
        value: 10n * usd,
      }),
    ]);
    expect(await money.moved()).toEqual({
      "usdc of worker": 10n * usd,
      "usdc of depositVault": -10n * usd,
      "deposit of worker": -10n * usd,
    });
    await withdraw(15n * usd);
    expect(await money.moved()).toEqual({
      "usdc of worker": 15n * usd,
      "usdc of depositVault": -15n * usd,
      "deposit of worker": -15n * usd,
    });
  });

  it("keeps an agent without a deposit on the list", async () => {
    const agent = market.actors.worker.address;
    await topUp(market, "worker", 1n);

    await withdraw(1n);

    expect(await market.read("depositVault", "agents", [0n, 10n])).toEqual([
      { agent, deposit: 0n, engagements: 0n },
    ]);
  });

  it("pays down to the entry deposit, to the unit, during a live task", async () => {
    const agent = market.actors.worker.address;
    await topUp(market, "worker", 45n * usd);
    await activate(market, await post(market));
    await expectRevert(withdraw(20n * usd + 1n), "NotFree", [agent, 20n * usd + 1n, 20n * usd]);

    await withdraw(20n * usd);

    await expectRevert(withdraw(1n), "NotFree", [agent, 1n, 0n]);
    expect(await market.read("depositVault", "depositOf", [agent])).toBe(25n * usd);
  });

  it("pays everything as soon as the last live task is over", async () => {
    const agent = market.actors.worker.address;
    const first = await post(market);
    const second = await post(market);
    await claim(market, first);
    await claim(market, second);

    await allowFee(market, "worker");
    await market.send("worker", "taskRegistry", "leaveTask", [first]);
    await expectRevert(withdraw(25n * usd), "NotFree", [agent, 25n * usd, 0n]);
    await allowFee(market, "poster");
    await market.send("poster", "taskRegistry", "dismissWorker", [second]);
    await withdraw(25n * usd);

    expect(await market.read("depositVault", "depositOf", [agent])).toBe(0n);
  });

  it("error: NotFree for an agent without a deposit", async () => {
    await expectRevert(withdraw(1n), "NotFree", [market.actors.worker.address, 1n, 0n]);
  });

  it("error: NotFree one unit above the deposit, however much the vault holds", async () => {
    const agent = market.actors.worker.address;
    await topUp(market, "worker", 5n);
    await topUp(market, "poster", 100n * usd);

    await expectRevert(withdraw(6n), "NotFree", [agent, 6n, 5n]);
  });

  it("error: ZeroAmount for nothing", async () => {
    await topUp(market, "worker", 5n);

    await expectRevert(withdraw(0n), "ZeroAmount", []);
  });
});
