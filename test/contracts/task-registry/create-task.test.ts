import { describe, expect, it } from "vitest";
import { marketParams } from "../../../src/chain/deployment/market-params.js";
import {
  allowFee,
  allowTok,
  enter,
  fund,
  start,
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
import { buildTerms, hashTerms, hire, readyToHire, signTerms } from "../../support/terms.js";

describe("TaskRegistry.createTask", () => {
  const market = useMarket();
  const params = marketParams.standard;

  it("makes a claimed task of signed terms and charges the poster alone", async () => {
    await readyToHire(market);
    const terms = await buildTerms(market);
    const digest = hashTerms(market, terms);
    const signature = await signTerms(market, terms);

    const { events, at, changes } = await watch(market, 1n, () =>
      market.send("poster", "taskRegistry", "createTask", [terms, signature, 1, "Scope"]),
    );

    const { poster, worker, totalAmount, deadline, criteriaHash } = terms;
    expect(changes).toEqual({
      task: {
        id: 1n,
        poster,
        worker,
        state: 2,
        resumesTo: 0,
        visibility: 1,
        firstMilestone: 0,
        milestonesReleased: 0,
        reviewWindow: 3_600,
        createdAt: at,
        claimedAt: at,
        deliveredAt: 0,
        pausedAt: 0,
        deadline: Number(deadline),
        total: 1_000n * tok,
        funded: 0n,
        released: 0n,
        refunded: 0n,
        negotiationId: terms.negotiationId,
        criteriaHash,
        settlementDigest: digest,
        receiptHash: `0x${"00".repeat(32)}`,
        milestoneAmounts: [600n * tok, 400n * tok],
        scopeText: "Scope",
      },
      money: { "tok of poster": -1_000n * tok, "tok of treasury": 1_000n * tok },
      engagements: { poster: 1n, worker: 1n },
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
      emitted(market, "taskRegistry", "TaskClaimed", { taskId: 1n, worker }),
      engagementsEvent(market, "worker", 1n),
      emitted(market, "scopeRegistry", "ScopeSet", { taskId: 1n, visibility: 1, textBytes: 5n }),
      ...feeEvents(market, "poster", 1n, "post"),
    ]);
    expect(await market.read("taskRegistry", "termsUsed", [digest])).toBe(true);
  });

  it("keeps the digest the worker signed when the work starts", async () => {
    const { taskId, terms } = await hire(market);
    await fund(market, taskId);

    await start(market, taskId);

    const task = await market.read("taskRegistry", "task", [taskId]);
    expect(task.settlementDigest).toBe(hashTerms(market, terms));
  });

  it("makes two tasks of terms that differ in the salt alone", async () => {
    const first = await hire(market, { salt: 1n });
    const second = await hire(market, { ...first.terms, salt: 2n });

    expect([first.taskId, second.taskId]).toEqual([1n, 2n]);
  });

  it("takes an Action Credit of the poster instead of the access fee", async () => {
    await earnCredit(market, "poster");
    await enter(market, "poster");
    await enter(market, "worker");
    const terms = await buildTerms(market);
    const signature = await signTerms(market, terms);

    const { events, changes } = await watch(market, 1n, () =>
      market.send("poster", "taskRegistry", "createTask", [terms, signature, 2, ""]),
    );

    expect(changes.money).toBeUndefined();
    expect(events).toContainEqual(waivedFeeEvent(market, "poster", 1n, "post"));
  });

  it.each(limits)("accepts $what", async ({ change }) => {
    await readyToHire(market);
    const now = await market.now();
    const terms = await buildTerms(market, change({ now, params }));
    const signature = await signTerms(market, terms);
    await stopAt(market, now);

    await market.send("poster", "taskRegistry", "createTask", [terms, signature, 2, ""]);

    expect(await market.read("taskRegistry", "termsOf", [1n])).toEqual(terms);
  });

  it.each(faults)("error: $error for $what", async ({ change, error, args }) => {
    await readyToHire(market);
    const facts = { now: await market.now(), params };
    const terms = await buildTerms(market, change(facts));
    const signature = await signTerms(market, terms);

    const call = market.send("poster", "taskRegistry", "createTask", [terms, signature, 2, ""]);
    await expectRevert(call, error, args(facts));
  });

  it.each(scopeFaults)("error: $error for $what", async ({ visibility, text, error, args }) => {
    await readyToHire(market);
    const terms = await buildTerms(market);
    const scope = [visibility, text] as const;
    const signature = await signTerms(market, terms);

    const call = market.send("poster", "taskRegistry", "createTask", [terms, signature, ...scope]);
    await expectRevert(call, error, args);
  });

  it("error: DepositTooLow for a poster one unit short", async () => {
    await topUp(market, "poster", 24_999_999n);
    await enter(market, "worker");
    await allowFee(market, "poster");

    const poster = market.actors.poster.address;
    await expectRevert(create(), "DepositTooLow", [poster, 24_999_999n, 25_000_000n]);
  });

  it("error: DepositTooLow for a worker one unit short", async () => {
    await enter(market, "poster");
    await topUp(market, "worker", 24_999_999n);
    await allowFee(market, "poster");

    const worker = market.actors.worker.address;
    await expectRevert(create(), "DepositTooLow", [worker, 24_999_999n, 25_000_000n]);
  });

  it("error: ERC20InsufficientAllowance with an allowance one wei below the access fee", async () => {
    await readyToHire(market);
    await allowTok(market, "poster", 1_000n * tok - 1n);

    await expectRevert(create(), "ERC20InsufficientAllowance", [
      market.contracts.paymentGateway,
      1_000n * tok - 1n,
      1_000n * tok,
    ]);
  });

  it("error: ERC20InsufficientBalance without the access fee", async () => {
    await readyToHire(market);
    await emptyPurse(market, "poster");

    const poster = market.actors.poster.address;
    await expectRevert(create(), "ERC20InsufficientBalance", [poster, 0n, 1_000n * tok]);
  });

  async function create() {
    const terms = await buildTerms(market);
    const args = [terms, await signTerms(market, terms), visibility.private, ""] as const;
    return market.send("poster", "taskRegistry", "createTask", args);
  }
});
