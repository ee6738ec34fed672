import { zeroAddress, zeroHash } from "viem";
import { describe, expect, it } from "vitest";
import { marketParams } from "../../../src/chain/deployment/market-params.js";
import {
  allowFee,
  allowTok,
  buildPost,
  enter,
  hashText,
  post,
  tok,
  topUp,
  visibility,
} from "../../../src/devnet/flows.js";
import { watch } from "../../support/books.js";
import { emitted } from "../../support/emitted.js";
import { engagementsEvent, feeEvents, waivedFeeEvent } from "../../support/events.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { earnCredit, emptyPurse } from "../../support/purses.js";
import { stopAt } from "../../support/stop-at.js";
import { faults, limits, scopeFaults } from "../../support/task-rules.js";

describe("TaskRegistry.postTask", () => {
  const market = useMarket();

  it("puts an open task on the market and charges the access fee", async () => {
    await enter(market, "poster");
    await allowFee(market, "poster");
    const args = await buildPost(market, { text: "Übersetze zehn Seiten. 翻訳 🙂" });
    const [{ totalAmount, deadline, criteriaHash }] = args;

    const { events, at, changes } = await watch(market, 1n, () =>
      market.send("poster", "taskRegistry", "postTask", args),
    );

    const poster = market.actors.poster.address;
    expect(changes).toEqual({
      task: {
        id: 1n,
        poster,
        worker: zeroAddress,
        state: 1,
        resumesTo: 0,
        visibility: 1,
        firstMilestone: 0,
        milestonesReleased: 0,
        reviewWindow: 3_600,
        createdAt: at,
        claimedAt: 0,
        deliveredAt: 0,
        pausedAt: 0,
        deadline: Number(deadline),
        total: 1_000n * tok,
        funded: 0n,
        released: 0n,
        refunded: 0n,
        negotiationId: "0x00000000000000000000000000000000",
        criteriaHash: hashText("Every summary has a source."),
        settlementDigest: zeroHash,
        receiptHash: zeroHash,
        milestoneAmounts: [600n * tok, 400n * tok],
        scopeText: "Übersetze zehn Seiten. 翻訳 🙂",
      },
      money: { "tok of poster": -1_000n * tok, "tok of treasury": 1_000n * tok },
      engagements: { poster: 1n },
    });
    expect(events).toEqual([
      emitted(market, "taskRegistry", "TaskPosted", {
        taskId: 1n,
        poster,
        totalAmount,
        deadline,
        criteriaHash,
        visibility: 1,
      }),
      engagementsEvent(market, "poster", 1n),
      emitted(market, "scopeRegistry", "ScopeSet", { taskId: 1n, visibility: 1, textBytes: 35n }),
      ...feeEvents(market, "poster", 1n, "post"),
    ]);
  });

  it("keeps a private scope off the chain", async () => {
    const taskId = await post(market, { text: null });

    const task = await market.read("taskRegistry", "task", [taskId]);
    expect([task.visibility, task.scopeText]).toEqual([visibility.private, ""]);
  });

  it("numbers tasks from one and lets one deposit carry several", async () => {
    const ids = [await post(market), await post(market, { poster: "poster2" }), await post(market)];

    expect(ids).toEqual([1n, 2n, 3n]);
    const poster = market.actors.poster.address;
    expect(await market.read("depositVault", "engagementsOf", [poster])).toBe(2n);
  });

  it("takes an Action Credit instead of the access fee", async () => {
    await earnCredit(market, "poster");
    await enter(market, "poster");
    const args = await buildPost(market);

    const { events, changes } = await watch(market, 1n, () =>
      market.send("poster", "taskRegistry", "postTask", args),
    );

    expect(changes.money).toBeUndefined();
    expect(events).toContainEqual(waivedFeeEvent(market, "poster", 1n, "post"));
  });

  it("charges nothing while the access fee is zero", async () => {
    await market.send("deployer", "pricingPolicy", "setAccessFee", [0n]);
    await enter(market, "poster");
    const args = await buildPost(market);

    const { changes } = await watch(market, 1n, () =>
      market.send("poster", "taskRegistry", "postTask", args),
    );

    expect(changes.money).toBeUndefined();
    expect(changes.engagements).toEqual({ poster: 1n });
  });

  it("keeps the largest scope text", async () => {
    const text = "é".repeat(4_096);

    const taskId = await post(market, { text });

    expect((await market.read("taskRegistry", "task", [taskId])).scopeText).toBe(text);
  });

  it.each(scopeFaults)("error: $error for $what", async ({ visibility, text, error, args }) => {
    await enter(market, "poster");
    await allowFee(market, "poster");
    const [newTask] = await buildPost(market);

    const call = market.send("poster", "taskRegistry", "postTask", [newTask, visibility, text]);
    await expectRevert(call, error, args);
  });

  it("error: a visibility the market does not know", async () => {
    await enter(market, "poster");
    await allowFee(market, "poster");
    const [newTask] = await buildPost(market);

    const call = market.send("poster", "taskRegistry", "postTask", [newTask, 3, "text"]);
    await expect(call).rejects.toThrow("reverted without a reason");
  });

  it("error: DepositTooLow without a deposit", async () => {
    await allowFee(market, "poster");

    const call = market.send("poster", "taskRegistry", "postTask", await buildPost(market));
    await expectRevert(call, "DepositTooLow", [market.actors.poster.address, 0n, 25_000_000n]);
  });

  it("error: DepositTooLow with a deposit one unit short", async () => {
    await topUp(market, "poster", 24_999_999n);
    await allowFee(market, "poster");

    const call = market.send("poster", "taskRegistry", "postTask", await buildPost(market));
    const poster = market.actors.poster.address;
    await expectRevert(call, "DepositTooLow", [poster, 24_999_999n, 25_000_000n]);
  });

  it("error: ERC20InsufficientAllowance with an allowance one wei below the access fee", async () => {
    await enter(market, "poster");
    await allowTok(market, "poster", 1_000n * tok - 1n);

    const call = market.send("poster", "taskRegistry", "postTask", await buildPost(market));
    await expectRevert(call, "ERC20InsufficientAllowance", [
      market.contracts.paymentGateway,
      1_000n * tok - 1n,
      1_000n * tok,
    ]);
  });

  it("error: ERC20InsufficientBalance without the access fee", async () => {
    await enter(market, "poster");
    await allowFee(market, "poster");
    await emptyPurse(market, "poster");

    const call = market.send("poster", "taskRegistry", "postTask", await buildPost(market));
    const poster = market.actors.poster.address;
    await expectRevert(call, "ERC20InsufficientBalance", [poster, 0n, 1_000n * tok]);
  });
});

describe.each(["standard", "micro"] as const)("TaskRegistry.postTask on %s", (name) => {
  const market = useMarket({ market: name });
  const params = marketParams[name];

  it.each(limits)("accepts $what", async ({ change }) => {
    await enter(market, "poster");
    await allowFee(market, "poster");
    const [newTask, ...scope] = await buildPost(market);
    const now = await market.now();
    const limit = { ...newTask, ...change({ now, params }) };
    await stopAt(market, now);

    await market.send("poster", "taskRegistry", "postTask", [limit, ...scope]);

    const task = await market.read("taskRegistry", "task", [1n]);
    expect(task).toMatchObject({
      state: 1,
      total: limit.totalAmount,
      milestoneAmounts: limit.milestoneAmounts,
      deadline: Number(limit.deadline),
      reviewWindow: limit.reviewWindow,
    });
  });

  it.each(faults)("error: $error for $what", async ({ change, error, args }) => {
    await enter(market, "poster");
    await allowFee(market, "poster");
    const [newTask, ...scope] = await buildPost(market);
    const facts = { now: await market.now(), params };

    const call = market.send("poster", "taskRegistry", "postTask", [
      { ...newTask, ...change(facts) },
      ...scope,
    ]);
    await expectRevert(call, error, args(facts));
  });
});
