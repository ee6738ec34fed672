import { describe, expect, it } from "vitest";
import { activate, post, tok } from "../../../src/devnet/flows.js";
import { zeroAddress } from "../../../src/primitives/address.js";
import { emitted } from "../../support/emitted.js";
import { hostileTok, misbehave } from "../../support/hostile.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { watchMoney } from "../../support/money.js";

describe("EscrowVault.collect", () => {
  const market = useMarket({ tokens: hostileTok });

  const collect = (by: "stranger" | "worker" = "stranger") =>
    market.send(by, "escrowVault", "collect", [market.actors.worker.address]);

  /** Completes a task whose worker the token refuses. */
  async function owe(): Promise<void> {
    const taskId = await post(market);
    await activate(market, taskId);
    await misbehave(market, "tokToken", "refuse", [market.actors.worker.address]);
    await market.send("poster", "taskRegistry", "completeTask", [taskId]);
  }

  it.each(["stranger", "worker"] as const)(
    "sends what is owed to its receiver when the %s asks",
    async (by) => {
      await owe();
      await misbehave(market, "tokToken", "refuse", [zeroAddress]);
      const money = await watchMoney(market);

      const { events } = await collect(by);

      const to = market.actors.worker.address;
      expect(events).toEqual([
        emitted(market, "escrowVault", "Collected", { to, amount: 1_000n * tok }),
        emitted(market, "tokToken", "Transfer", {
          from: market.contracts.escrowVault,
          to,
          value: 1_000n * tok,
        }),
      ]);
      expect(await money.moved()).toEqual({
        "owed to worker": -1_000n * tok,
        "tok of worker": 1_000n * tok,
        "tok of escrowVault": -1_000n * tok,
      });
    },
  );

  it("error: NothingOwed to a wallet every payment reached, and after collecting", async () => {
    const facts = [market.actors.worker.address];
    await expectRevert(collect(), "NothingOwed", facts);

    await owe();
    await misbehave(market, "tokToken", "refuse", [zeroAddress]);
    await collect();
    await expectRevert(collect(), "NothingOwed", facts);
  });

  it("error: Refused while the token still refuses the receiver, and it stays owed", async () => {
    await owe();
    const money = await watchMoney(market);

    await expectRevert(collect(), "Refused", [market.actors.worker.address]);
    expect(await money.moved()).toEqual({});
    const owed = await market.read("escrowVault", "owedTo", [market.actors.worker.address]);
    expect(owed).toBe(1_000n * tok);
  });

  it("error: SafeERC20FailedOperation while the token answers false", async () => {
    await owe();
    await misbehave(market, "tokToken", "answerFalse", [true]);

    const facts = [market.contracts.tokToken];
    await expectRevert(collect(), "SafeERC20FailedOperation", facts);
  });
});
