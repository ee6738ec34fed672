import { describe, expect, it } from "vitest";
import { allowTok, tok } from "../../../src/devnet/flows.js";
import { emitted } from "../../support/emitted.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { sendAs } from "../../support/send-as.js";

describe("PaymentGateway.forward", () => {
  const market = useMarket();

  const forward = (amount: bigint) =>
    sendAs(market, market.contracts.taskRegistry, "paymentGateway", "forward", [
      market.actors.poster.address,
      market.contracts.escrowVault,
      amount,
    ]);

  it("moves a poster's tokens straight to the escrow", async () => {
    const from = market.actors.poster.address;
    const to = market.contracts.escrowVault;
    await allowTok(market, "poster", 5n * tok);
    const before = await market.read("tokToken", "balanceOf", [from]);

    const { events } = await forward(5n * tok);

    expect(events).toEqual([
      emitted(market, "tokToken", "Transfer", { from, to, value: 5n * tok }),
    ]);
    expect(await market.read("tokToken", "balanceOf", [from])).toBe(before - 5n * tok);
    expect(await market.read("tokToken", "balanceOf", [to])).toBe(5n * tok);
    const router = market.contracts.paymentGateway;
    expect(await market.read("tokToken", "balanceOf", [router])).toBe(0n);
  });

  it("error: NotController for a stranger, who could take what others allowed", async () => {
    const { stranger, poster } = market.actors;
    await allowTok(market, "poster", 5n * tok);

    const args = [poster.address, stranger.address, 5n * tok] as const;
    const call = market.send("stranger", "paymentGateway", "forward", args);
    await expectRevert(call, "NotController", [stranger.address, market.contracts.taskRegistry]);
  });

  it("error: NotController for the owner", async () => {
    const { deployer, poster } = market.actors;
    const args = [poster.address, deployer.address, 1n] as const;
    const call = market.send("deployer", "paymentGateway", "forward", args);
    await expectRevert(call, "NotController", [deployer.address, market.contracts.taskRegistry]);
  });

  it("error: ERC20InsufficientAllowance above what the poster allowed", async () => {
    await allowTok(market, "poster", 5n);

    const facts = [market.contracts.paymentGateway, 5n, 6n];
    await expectRevert(forward(6n), "ERC20InsufficientAllowance", facts);
  });
});
