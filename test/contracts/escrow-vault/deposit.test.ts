import { describe, expect, it } from "vitest";
import { fund, post, tok } from "../../../src/devnet/flows.js";
import { emitted } from "../../support/emitted.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { sendAs } from "../../support/send-as.js";

describe("EscrowVault.deposit", () => {
  const market = useMarket();

  const give = (amount: bigint) =>
    market.send("poster", "tokToken", "transfer", [market.contracts.escrowVault, amount]);
  const deposit = (taskId: bigint, amount: bigint) =>
    sendAs(market, market.contracts.taskRegistry, "escrowVault", "deposit", [taskId, amount]);

  it("books money that has just come in for a task, and adds up", async () => {
    await give(600n * tok);
    const first = await deposit(1n, 600n * tok);
    await give(400n * tok);
    const second = await deposit(1n, 400n * tok);

    expect([...first.events, ...second.events]).toEqual([
      emitted(market, "escrowVault", "Deposited", {
        taskId: 1n,
        amount: 600n * tok,
        held: 600n * tok,
      }),
      emitted(market, "escrowVault", "Deposited", {
        taskId: 1n,
        amount: 400n * tok,
        held: 1_000n * tok,
      }),
    ]);
    expect(await market.read("escrowVault", "heldFor", [1n])).toBe(1_000n * tok);
    expect(await market.read("escrowVault", "heldFor", [2n])).toBe(0n);
    expect(await market.read("escrowVault", "liabilities", [])).toBe(1_000n * tok);
  });

  it("error: TokenShortfall when nothing came in", async () => {
    await expectRevert(deposit(1n, 1n), "TokenShortfall", [0n, 1n]);
  });

  it("error: TokenShortfall for one wei more than came in, whatever other tasks hold", async () => {
    const taskId = await post(market);
    await fund(market, taskId);
    await give(5n);

    const held = 1_000n * tok;
    await expectRevert(deposit(2n, 6n), "TokenShortfall", [held + 5n, held + 6n]);
    await deposit(2n, 5n);
    expect(await market.read("escrowVault", "heldFor", [2n])).toBe(5n);
  });

  it.each(["stranger", "deployer"] as const)("error: NotController for the %s", async (caller) => {
    await give(5n);

    const call = market.send(caller, "escrowVault", "deposit", [1n, 5n]);
    const facts = [market.actors[caller].address, market.contracts.taskRegistry];
    await expectRevert(call, "NotController", facts);
  });
});
