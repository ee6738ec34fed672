import { describe, expect, it } from "vitest";
import { usd } from "../../../src/devnet/flows.js";
import { zeroAddress } from "../../../src/primitives/address.js";
import { emitted } from "../../support/emitted.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { watchMoney } from "../../support/money.js";
import { sendAs } from "../../support/send-as.js";

describe("DepositVault.topUpFrom", () => {
  const market = useMarket();

  const topUpFrom = (args: readonly [`0x${string}`, `0x${string}`, bigint]) =>
    sendAs(market, market.contracts.taskRegistry, "depositVault", "topUpFrom", args);

  it("lets the registry add the payer's USDC to an agent's deposit", async () => {
    const payer = market.actors.poster.address;
    const agent = market.actors.worker.address;
    await market.send("poster", "usdc", "approve", [market.contracts.depositVault, 8n * usd]);
    const money = await watchMoney(market);

    const { events } = await topUpFrom([payer, agent, 8n * usd]);

    expect(events).toEqual([
      emitted(market, "depositVault", "ToppedUp", {
        agent,
        payer,
        amount: 8n * usd,
        deposit: 8n * usd,
      }),
      emitted(market, "usdc", "Transfer", {
        from: payer,
        to: market.contracts.depositVault,
        value: 8n * usd,
      }),
    ]);
    expect(await money.moved()).toEqual({
      "usdc of poster": -8n * usd,
      "usdc of depositVault": 8n * usd,
      "deposit of worker": 8n * usd,
    });
  });

  it.each(["stranger", "deployer"] as const)("error: NotController for the %s", async (caller) => {
    const { address } = market.actors[caller];
    await market.send("poster", "usdc", "approve", [market.contracts.depositVault, 8n * usd]);

    const args = [market.actors.poster.address, address, 8n * usd] as const;
    const call = market.send(caller, "depositVault", "topUpFrom", args);
    await expectRevert(call, "NotController", [address, market.contracts.taskRegistry]);
  });

  it("error: ZeroAmount for nothing", async () => {
    const { poster, worker } = market.actors;
    await expectRevert(topUpFrom([poster.address, worker.address, 0n]), "ZeroAmount", []);
  });

  it("error: ZeroAgent for nobody", async () => {
    const { poster } = market.actors;
    await expectRevert(topUpFrom([poster.address, zeroAddress, 1n]), "ZeroAgent", []);
  });

  it("error: ERC20InsufficientAllowance when the payer approved nothing", async () => {
    const { poster, worker } = market.actors;
    const facts = [market.contracts.depositVault, 0n, 1n];
    const call = topUpFrom([poster.address, worker.address, 1n]);
    await expectRevert(call, "ERC20InsufficientAllowance", facts);
  });
});
