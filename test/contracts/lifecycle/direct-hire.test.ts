import { describe, expect, it } from "vitest";
import { deliver, fund, start, tok, usd, visibility } from "../../../src/devnet/flows.js";
import { taskStates } from "../../../src/primitives/task-state.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { watchMoney } from "../../support/money.js";
import { buildTerms, readyToHire, signTerms } from "../../support/terms.js";

describe.each(["standard", "micro"] as const)("a direct hire on %s", (name) => {
  const market = useMarket({ market: name });

  /** Terms the worker has signed with its key. */
  async function agree() {
    const terms = await buildTerms(market, {
      totalAmount: 300n * tok + 3n,
      milestoneAmounts: [100n * tok, 100n * tok + 1n, 100n * tok + 2n],
    });
    return { terms, signature: await signTerms(market, terms) };
  }

  it("is created from signed terms, funded, started and completed early", async () => {
    await readyToHire(market);
    const { terms, signature } = await agree();
    const money = await watchMoney(market);

    const args = [terms, signature, visibility.private, ""] as const;
    await market.send("poster", "taskRegistry", "createTask", args);
    const taskId = await market.read("taskRegistry", "taskCount", []);
    const digest = await market.read("taskRegistry", "termsDigest", [terms]);
    expect(await money.moved()).toEqual({
      "tok of poster": -1_000n * tok,
      "tok of treasury": 1_000n * tok,
    });
    expect(await market.read("taskRegistry", "task", [taskId])).toMatchObject({
      poster: terms.poster,
      worker: terms.worker,
      state: taskStates.CLAIMED.index,
      total: terms.totalAmount,
      negotiationId: terms.negotiationId,
      settlementDigest: digest,
    });

    await fund(market, taskId);
    expect(await money.moved()).toEqual({
      "tok of poster": -terms.totalAmount,
      "tok of escrowVault": terms.totalAmount,
      "held for task 1": terms.totalAmount,
    });

    await start(market, taskId);
    expect(await money.moved()).toEqual({});
    expect(await market.read("taskRegistry", "termsOf", [taskId])).toEqual(terms);
    const { settlementDigest } = await market.read("taskRegistry", "task", [taskId]);
    expect(settlementDigest).toBe(digest);

    await deliver(market, taskId);
    await market.send("poster", "taskRegistry", "acceptMilestone", [taskId, 0n]);
    expect(await money.moved()).toEqual({
      "tok of worker": 100n * tok,
      "tok of escrowVault": -100n * tok,
      "held for task 1": -100n * tok,
    });

    await market.send("poster", "taskRegistry", "completeTask", [taskId]);
    expect(await money.moved()).toEqual({
      "tok of worker": 200n * tok + 3n,
      "tok of escrowVault": -200n * tok - 3n,
      "held for task 1": -200n * tok - 3n,
    });
    expect(await market.read("taskRegistry", "task", [taskId])).toMatchObject({
      state: taskStates.COMPLETED.index,
      milestonesReleased: 3,
      released: terms.totalAmount,
    });

    await market.send("worker", "depositVault", "withdraw", [25n * usd]);
    expect(await money.moved()).toMatchObject({ "usdc of worker": 25n * usd });
  });

  it("error: TermsUsed when the poster hires with the same signature again", async () => {
    await readyToHire(market);
    const { terms, signature } = await agree();
    const args = [terms, signature, visibility.private, ""] as const;
    await market.send("poster", "taskRegistry", "createTask", args);
    const digest = await market.read("taskRegistry", "termsDigest", [terms]);
    const money = await watchMoney(market);

    const again = market.send("poster", "taskRegistry", "createTask", args);
    await expectRevert(again, "TermsUsed", [digest]);
    expect(await money.moved()).toEqual({});
  });
});
