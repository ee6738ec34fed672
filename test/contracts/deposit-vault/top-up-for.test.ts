import { describe, expect, it } from "vitest";
import { enter, usd } from "../../../src/devnet/flows.js";
import { zeroAddress } from "../../../src/primitives/address.js";
import { emitted } from "../../support/emitted.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { watchMoney } from "../../support/money.js";

describe("DepositVault.topUpFor", () => {
  const market = useMarket();

  const allow = (amount: bigint) =>
    market.send("stranger", "usdc", "approve", [market.contracts.depositVault, amount]);

  it("adds the caller's USDC to the deposit of somebody else, who alone can withdraw it", async () => {
    const agent = market.actors.worker.address;
    const payer = market.actors.stranger.address;
    await enter(market, "worker");
    await allow(20n * usd);
    const money = await watchMoney(market);

    const args = [agent, 20n * usd] as const;
    const { events } = await market.send("stranger", "depositVault", "topUpFor", args);

    expect(events).toEqual([
      emitted(market, "depositVault", "ToppedUp", {
        agent,
        payer,
        amount: 20n * usd,
        deposit: 45n * usd,
      }),
      emitted(market, "usdc", "Transfer", {
        from: payer,
        to: market.contracts.depositVault,
        value: 20n * usd,
      }),
    ]);
    expect(await money.moved()).toEqual({
      "usdc of stranger": -20n * usd,
      "usdc of depositVault": 20n * usd,
      "deposit of worker": 20n * usd,
    });
    const withdrawal = market.send("stranger", "depositVault", "withdraw", [1n]);
    await expectRevert(withdrawal, "NotFree", [payer, 1n, 0n]);
    await market.send("worker", "depositVault", "withdraw", [45n * usd]);
  });

  it("lists the agent and not the payer", async () => {
    const agent = market.actors.worker.address;
    await allow(1n);

    await market.send("stranger", "depositVault", "topUpFor", [agent, 1n]);

    expect(await market.read("depositVault", "agents", [0n, 10n])).toEqual([
      { agent, deposit: 1n, engagements: 0n },
    ]);
  });

  it("error: ZeroAmount for nothing", async () => {
    const args = [market.actors.worker.address, 0n] as const;
    const call = market.send("stranger", "depositVault", "topUpFor", args);
    await expectRevert(call, "ZeroAmount", []);
  });

  it("error: ZeroAgent for nobody", async () => {
    await allow(1n);

    const call = market.send("stranger", "depositVault", "topUpFor", [zeroAddress, 1n]);
    await expectRevert(call, "ZeroAgent", []);
  });

  it("error: ERC20InsufficientAllowance when only the agent approved", async () => {
    const { worker } = market.actors;
    await market.send("worker", "usdc", "approve", [market.contracts.depositVault, 5n]);

    const call = market.send("stranger", "depositVault", "topUpFor", [worker.address, 5n]);
    const facts = [market.contracts.depositVault, 0n, 5n];
    await expectRevert(call, "ERC20InsufficientAllowance", facts);
  });
});
