import { describe, expect, it } from "vitest";
import { usd } from "../../../src/devnet/flows.js";
import { emitted } from "../../support/emitted.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { watchMoney } from "../../support/money.js";

describe("DepositVault.topUp", () => {
  const market = useMarket();

  const allow = (amount: bigint) =>
    market.send("worker", "usdc", "approve", [market.contracts.depositVault, amount]);
  const topUp = (amount: bigint) => market.send("worker", "depositVault", "topUp", [amount]);

  it("adds the caller's USDC to the caller's deposit", async () => {
    const agent = market.actors.worker.address;
    await allow(45n * usd);
    const money = await watchMoney(market);

    const { events } = await topUp(45n * usd);

    expect(events).toEqual([
      emitted(market, "depositVault", "ToppedUp", {
        agent,
        payer: agent,
        amount: 45n * usd,
        deposit: 45n * usd,
      }),
      emitted(market, "usdc", "Transfer", {
        from: agent,
        to: market.contracts.depositVault,
        value: 45n * usd,
      }),
    ]);
    expect(await money.moved()).toEqual({
      "usdc of worker": -45n * usd,
      "usdc of depositVault": 45n * usd,
      "deposit of worker": 45n * usd,
    });
    expect(await market.read("depositVault", "agents", [0n, 10n])).toEqual([
      { agent, deposit: 45n * usd, engagements: 0n },
    ]);
  });

  it("adds to what is there, down to one unit, and lists the agent once", async () => {
    await allow(25n * usd + 1n);
    await topUp(25n * usd);

    const { events } = await topUp(1n);

    const agent = market.actors.worker.address;
    expect(events[0]).toEqual(
      emitted(market, "depositVault", "ToppedUp", {
        agent,
        payer: agent,
        amount: 1n,
        deposit: 25n * usd + 1n,
      }),
    );
    expect(await market.read("depositVault", "agentCount", [])).toBe(1n);
    expect(await market.read("depositVault", "totalDeposits", [])).toBe(25n * usd + 1n);
  });

  it("error: ZeroAmount for nothing", async () => {
    await expectRevert(topUp(0n), "ZeroAmount", []);
  });

  it("error: ERC20InsufficientAllowance without an approval", async () => {
    const facts = [market.contracts.depositVault, 0n, 25n * usd];
    await expectRevert(topUp(25n * usd), "ERC20InsufficientAllowance", facts);
  });

  it("error: ERC20InsufficientBalance above what the caller has", async () => {
    const wallet = market.actors.worker.address;
    const balance = await market.read("usdc", "balanceOf", [wallet]);
    await allow(balance + 1n);

    const facts = [wallet, balance, balance + 1n];
    await expectRevert(topUp(balance + 1n), "ERC20InsufficientBalance", facts);
  });
});
