import { describe, expect, it } from "vitest";
import { fund, post, tok } from "../../../src/devnet/flows.js";
import { useMarket } from "../../support/market.js";

describe("views of EscrowVault", () => {
  const market = useMarket();

  it("answers zeros before any money came in", async () => {
    expect(await market.read("escrowVault", "heldFor", [1n])).toBe(0n);
    expect(await market.read("escrowVault", "owedTo", [market.actors.worker.address])).toBe(0n);
    expect(await market.read("escrowVault", "liabilities", [])).toBe(0n);
  });

  it("answers what it holds task by task and in all", async () => {
    const first = await post(market);
    const second = await post(market);
    await fund(market, first, 400n * tok);
    await fund(market, second);

    expect(await market.read("escrowVault", "heldFor", [first])).toBe(400n * tok);
    expect(await market.read("escrowVault", "heldFor", [second])).toBe(1_000n * tok);
    expect(await market.read("escrowVault", "liabilities", [])).toBe(1_400n * tok);
  });

  it("does not count a gift as a liability", async () => {
    await market.send("poster", "tokToken", "transfer", [market.contracts.escrowVault, 7n]);

    expect(await market.read("escrowVault", "liabilities", [])).toBe(0n);
  });

  it("answers its token and the registry it obeys", async () => {
    expect(await market.read("escrowVault", "tok", [])).toBe(market.contracts.tokToken);
    expect(await market.read("escrowVault", "controller", [])).toBe(market.contracts.taskRegistry);
  });
});
