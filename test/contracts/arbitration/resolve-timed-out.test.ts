import { describe, expect, it } from "vitest";
import { marketParams } from "../../../src/chain/deployment/market-params.js";
import {
  activate,
  deliver,
  dispute,
  hashText,
  post,
  rule,
  seat,
  settle,
  tok,
  usd,
} from "../../../src/devnet/flows.js";
import { taskStates } from "../../../src/primitives/task-state.js";
import { emitted } from "../../support/emitted.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { watchMoney } from "../../support/money.js";
import { stopAt } from "../../support/stop-at.js";
import { openCase, openLastTier } from "./open-case.js";

describe("Arbitration.resolveTimedOut", () => {
  const market = useMarket();

  const resolve = (taskId: bigint) =>
    market.send("stranger", "arbitration", "resolveTimedOut", [taskId]);

  it("executes an unappealed ruling: money, fee, seats, records and the end of the task", async () => {
    const taskId = await openCase(market);
    await rule(market, taskId, 7_000n);
    const before = await market.read("arbitration", "disputeOf", [taskId]);
    await stopAt(market, before.appealUntil + 1);
    const money = await watchMoney(market);

    const { events } = await resolve(taskId);

    const poster = market.actors.poster.address;
    const worker = market.actors.worker.address;
    const arbitrator = market.actors.arbitrator.address;
    const escrow = market.contracts.escrowVault;
    expect(events).toEqual([
      emitted(market, "depositVault", "Charged", {
        from: poster,
        to: arbitrator,
        amount: 5n * usd,
      }),
      emitted(market, "arbitration", "DisputeSettled", { taskId, workerBps: 7_000n }),
      emitted(market, "reputation", "RecordChanged", { agent: worker }),
      emitted(market, "reputation", "RecordChanged", { agent: poster }),
      emitted(market, "depositVault", "EngagementsChanged", { agent: poster, engagements: 0n }),
      emitted(market, "depositVault", "EngagementsChanged", { agent: worker, engagements: 0n }),
      emitted(market, "reputation", "RecordChanged", { agent: poster }),
      emitted(market, "reputation", "RecordChanged", { agent: worker }),
      emitted(market, "tokToken", "Transfer", { from: escrow, to: worker, value: 700n * tok }),
      emitted(market, "escrowVault", "Paid", {
        taskId,
        to: worker,
        amount: 700n * tok,
        held: 300n * tok,
      }),
      emitted(market, "tokToken", "Transfer", { from: escrow, to: poster, value: 300n * tok }),
      emitted(market, "escrowVault", "Paid", { taskId, to: poster, amount: 300n * tok, held: 0n }),
      emitted(market, "taskRegistry", "TaskResolved", {
        taskId,
        released: 700n * tok,
        refunded: 300n * tok,
      }),
    ]);
    expect(await money.moved()).toEqual({
      "tok of worker": 700n * tok,
      "tok of poster": 300n * tok,
      "tok of escrowVault": -1_000n * tok,
      "held for task 1": -1_000n * tok,
      "deposit of poster": -5n * usd,
      "deposit of arbitrator": 5n * usd,
    });
    const after = await market.read("arbitration", "disputeOf", [taskId]);
    expect(after).toEqual({ ...before, settled: true });
    expect(await market.read("taskRegistry", "task", [taskId])).toMatchObject({
      state: taskStates.RESOLVED.index,
      released: 700n * tok,
      refunded: 300n * tok,
    });
    const lost = await market.read("reputation", "recordOf", [poster]);
    expect(lost).toMatchObject({ disputesWon: 0, disputesLost: 1, paid: 700n * tok });
    const won = await market.read("reputation", "recordOf", [worker]);
    expect(won).toMatchObject({ disputesWon: 1, disputesLost: 0, earned: 700n * tok });
  });

  it("splits the milestone in question evenly, at no fee, when nobody was seated", async () => {
    const taskId = await openCase(market);
    const { seatBy } = await market.read("arbitration", "disputeOf", [taskId]);
    await stopAt(market, seatBy + 1);
    const money = await watchMoney(market);

    const { events } = await resolve(taskId);

    const poster = market.actors.poster.address;
    const worker = market.actors.worker.address;
    const escrow = market.contracts.escrowVault;
    expect(events).toEqual([
      emitted(market, "arbitration", "DisputeUnruled", { taskId }),
      emitted(market, "reputation", "RecordChanged", { agent: poster }),
      emitted(market, "reputation", "RecordChanged", { agent: worker }),
      emitted(market, "depositVault", "EngagementsChanged", { agent: poster, engagements: 0n }),
      emitted(market, "depositVault", "EngagementsChanged", { agent: worker, engagements: 0n }),
      emitted(market, "reputation", "RecordChanged", { agent: poster }),
      emitted(market, "reputation", "RecordChanged", { agent: worker }),
      emitted(market, "tokToken", "Transfer", { from: escrow, to: worker, value: 300n * tok }),
      emitted(market, "escrowVault", "Paid", {
        taskId,
        to: worker,
        amount: 300n * tok,
        held: 700n * tok,
      }),
      emitted(market, "tokToken", "Transfer", { from: escrow, to: poster, value: 700n * tok }),
      emitted(market, "escrowVault", "Paid", { taskId, to: poster, amount: 700n * tok, held: 0n }),
      emitted(market, "taskRegistry", "TaskResolved", {
        taskId,
        released: 300n * tok,
        refunded: 700n * tok,
      }),
    ]);
    expect(await money.moved()).toEqual({
      "tok of worker": 300n * tok,
      "tok of poster": 700n * tok,
      "tok of escrowVault": -1_000n * tok,
      "held for task 1": -1_000n * tok,
    });
    for (const party of [poster, worker]) {
      const record = await market.read("reputation", "recordOf", [party]);
      expect(record).toMatchObject({ disputesWon: 0, disputesLost: 0, disputesUnruled: 1 });
    }
  });

  it.each([
    ["half of the milestone", "delivered", "no", 300n * tok],
    ["nothing", "not delivered", "no", 0n],
    ["nothing", "not delivered", "an idle", 0n],
  ] as const)(
    "gives %s to a worker who opened the dispute, had %s and saw %s arbitrator",
    async (_what, work, arbitrator, share) => {
      const taskId = await post(market);
      await activate(market, taskId);
      if (work === "delivered") await deliver(market, taskId);
      await dispute(market, taskId, "worker");
      if (arbitrator === "an idle") await seat(market, taskId);

      await settle(market, taskId);

      expect(await market.read("taskRegistry", "task", [taskId])).toMatchObject({
        state: taskStates.RESOLVED.index,
        released: share,
        refunded: 1_000n * tok - share,
      });
    },
  );

  it("splits the milestone and slashes the arbitrator who was seated and did not rule", async () => {
    const taskId = await openCase(market);
    await seat(market, taskId);
    const { ruleBy } = await market.read("arbitration", "disputeOf", [taskId]);
    await stopAt(market, ruleBy + 1);
    const money = await watchMoney(market);

    const { events } = await resolve(taskId);

    const verifier = market.actors.arbitrator.address;
    expect(events.slice(0, 2)).toEqual([
      emitted(market, "arbitration", "VerifierSlashed", {
        verifier,
        taskId,
        amount: 2_000n * tok,
        bond: 8_000n * tok,
      }),
      emitted(market, "arbitration", "DisputeUnruled", { taskId }),
    ]);
    expect(await money.moved()).toEqual({
      "tok of worker": 300n * tok,
      "tok of poster": 700n * tok,
      "tok of escrowVault": -1_000n * tok,
      "held for task 1": -1_000n * tok,
      "bond of arbitrator": -2_000n * tok,
      "slashed bonds": 2_000n * tok,
    });
    expect(await market.read("arbitration", "verifierOf", [verifier])).toEqual({
      verifier,
      bond: 8_000n * tok,
      seats: 0n,
      ruled: 0n,
      noShows: 1n,
    });
  });

  it("lets the last ruling stand when an appeal ends without a ruling", async () => {
    const taskId = await openCase(market);
    await rule(market, taskId, 2_500n);
    await market.send("worker", "arbitration", "escalate", [taskId, hashText("appeal")]);
    const { seatBy } = await market.read("arbitration", "disputeOf", [taskId]);
    await stopAt(market, seatBy + 1);
    const money = await watchMoney(market);

    await resolve(taskId);

    expect(await money.moved()).toEqual({
      "tok of worker": 250n * tok,
      "tok of poster": 750n * tok,
      "tok of escrowVault": -1_000n * tok,
      "held for task 1": -1_000n * tok,
      "deposit of worker": -5n * usd,
      "deposit of arbitrator": 5n * usd,
    });
  });

  it("charges both parties half of the fee after an even ruling", async () => {
    const taskId = await openCase(market);
    await rule(market, taskId, 5_000n);
    const money = await watchMoney(market);

    await settle(market, taskId);

    expect(await money.moved()).toMatchObject({
      "deposit of worker": -2_500_000n,
      "deposit of poster": -2_500_000n,
      "deposit of arbitrator": 5n * usd,
    });
  });

  it("takes what is left of a deposit that cannot pay all fees, and settles all the same", async () => {
    const taskId = await openLastTier(market);
    await rule(market, taskId, 10_000n, "arbitrator3");
    const money = await watchMoney(market);

    await settle(market, taskId);

    expect(await money.moved()).toEqual({
      "tok of worker": 1_000n * tok,
      "tok of escrowVault": -1_000n * tok,
      "held for task 1": -1_000n * tok,
      "deposit of poster": -25n * usd,
      "deposit of arbitrator": 5n * usd,
      "deposit of arbitrator2": 10n * usd,
      "deposit of arbitrator3": 10n * usd,
    });
  });

  it("error: TooEarly in the very second the seating time ends", async () => {
    const taskId = await openCase(market);
    const { seatBy } = await market.read("arbitration", "disputeOf", [taskId]);
    await stopAt(market, seatBy);

    const facts = [taskId, BigInt(seatBy), BigInt(seatBy)];
    await expectRevert(resolve(taskId), "TooEarly", facts);
  });

  it("error: TooEarly in the very second the ruling time ends", async () => {
    const taskId = await openCase(market);
    await seat(market, taskId);
    const { ruleBy } = await market.read("arbitration", "disputeOf", [taskId]);
    await stopAt(market, ruleBy);

    const facts = [taskId, BigInt(ruleBy), BigInt(ruleBy)];
    await expectRevert(resolve(taskId), "TooEarly", facts);
  });

  it("error: TooEarly in the very second the appeal time ends", async () => {
    const taskId = await openCase(market);
    await rule(market, taskId, 7_000n);
    const { appealUntil } = await market.read("arbitration", "disputeOf", [taskId]);
    await stopAt(market, appealUntil);

    const facts = [taskId, BigInt(appealUntil), BigInt(appealUntil)];
    await expectRevert(resolve(taskId), "TooEarly", facts);
  });

  it("error: TooEarly in the second of a last-tier ruling, and right one second later", async () => {
    const taskId = await openLastTier(market);
    await rule(market, taskId, 7_000n, "arbitrator3");
    const { appealUntil } = await market.read("arbitration", "disputeOf", [taskId]);
    await stopAt(market, appealUntil);

    const facts = [taskId, BigInt(appealUntil), BigInt(appealUntil)];
    await expectRevert(resolve(taskId), "TooEarly", facts);
    await stopAt(market, appealUntil + 1);
    await resolve(taskId);
    const { state } = await market.read("taskRegistry", "task", [taskId]);
    expect(state).toBe(taskStates.RESOLVED.index);
  });

  it("error: NotInDispute for a task that is not disputed", async () => {
    const taskId = await post(market);
    await activate(market, taskId);

    await expectRevert(resolve(taskId), "NotInDispute", [taskId]);
    await expectRevert(resolve(9n), "NotInDispute", [9n]);
  });

  it("error: NotInDispute the second time, so no money moves twice", async () => {
    const taskId = await openCase(market);
    await settle(market, taskId);
    const money = await watchMoney(market);

    await expectRevert(resolve(taskId), "NotInDispute", [taskId]);
    expect(await money.moved()).toEqual({});
  });
});

describe("Arbitration.resolveTimedOut with odd numbers", () => {
  const standard = marketParams.standard;
  const params = {
    ...standard,
    arbitration: {
      ...standard.arbitration,
      feeUsd6: 5_000_001n,
      minBond: 1_000n * tok,
      noShowPenalty: 2_000n * tok,
    },
  };
  const market = useMarket({ params });

  it("lets the poster pay the odd unit of a halved fee", async () => {
    const taskId = await openCase(market);
    await rule(market, taskId, 5_000n);
    const money = await watchMoney(market);

    await settle(market, taskId);

    expect(await money.moved()).toMatchObject({
      "deposit of worker": -2_500_000n,
      "deposit of poster": -2_500_001n,
      "deposit of arbitrator": 5_000_001n,
    });
  });

  it("slashes the whole bond when it is smaller than the penalty", async () => {
    const taskId = await openCase(market);
    await seat(market, taskId);
    const money = await watchMoney(market);

    await settle(market, taskId);

    expect(await money.moved()).toMatchObject({
      "bond of arbitrator": -1_000n * tok,
      "slashed bonds": 1_000n * tok,
    });
  });
});
