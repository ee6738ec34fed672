import { zeroAddress, zeroHash } from "viem";
import { describe, expect, it } from "vitest";
import { marketParams } from "../../../src/chain/deployment/market-params.js";
import { allowFee, allowTok, claim, fund, tok } from "../../../src/devnet/flows.js";
import { watch } from "../../support/books.js";
import { emitted } from "../../support/emitted.js";
import { engagementsEvent, feeEvents, recordEvent, waivedFeeEvent } from "../../support/events.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { earnCredit, emptyPurse } from "../../support/purses.js";
import { bringTo, itNeedsState } from "../../support/states.js";
import { stopAt } from "../../support/stop-at.js";
import { hire } from "../../support/terms.js";

describe("TaskRegistry.dismissWorker", () => {
  const market = useMarket();

  it("puts a claimed task back on the market for the access fee and keeps its money", async () => {
    const taskId = await bringTo(market, "CLAIMED");
    await fund(market, taskId);
    await allowFee(market, "poster");

    const { events, changes } = await watch(market, taskId, () =>
      market.send("poster", "taskRegistry", "dismissWorker", [taskId]),
    );

    expect(changes).toEqual({
      task: { worker: zeroAddress, state: 1, claimedAt: 0 },
      money: { "tok of poster": -1_000n * tok, "tok of treasury": 1_000n * tok },
      engagements: { worker: 0n },
      reputation: { "poster.dismissals": 1 },
    });
    expect(events).toEqual([
      emitted(market, "taskRegistry", "WorkerDismissed", {
        taskId,
        worker: market.actors.worker.address,
      }),
      engagementsEvent(market, "worker", 0n),
      recordEvent(market, "poster"),
      ...feeEvents(market, "poster", taskId, "dismiss"),
    ]);
  });

  it("makes an open task of a direct hire", async () => {
    const { taskId, terms } = await hire(market);
    await allowFee(market, "poster");

    await market.send("poster", "taskRegistry", "dismissWorker", [taskId]);

    const task = await market.read("taskRegistry", "task", [taskId]);
    expect(task).toMatchObject({ state: 1, settlementDigest: zeroHash });
    expect(await market.read("taskRegistry", "termsOf", [taskId])).toEqual({
      ...terms,
      negotiationId: "0x00000000000000000000000000000000",
      worker: zeroAddress,
      salt: taskId,
    });
  });

  it("lets another worker claim the task", async () => {
    const taskId = await bringTo(market, "CLAIMED");
    await allowFee(market, "poster");
    await market.send("poster", "taskRegistry", "dismissWorker", [taskId]);

    await claim(market, taskId, "worker2");

    const task = await market.read("taskRegistry", "task", [taskId]);
    expect([task.state, task.worker]).toEqual([2, market.actors.worker2.address]);
  });

  it("takes an Action Credit instead of the access fee", async () => {
    await earnCredit(market, "poster");
    await earnCredit(market, "poster");
    const taskId = await bringTo(market, "CLAIMED");

    const { events, changes } = await watch(market, taskId, () =>
      market.send("poster", "taskRegistry", "dismissWorker", [taskId]),
    );

    expect(changes.money).toBeUndefined();
    expect(events).toContainEqual(waivedFeeEvent(market, "poster", taskId, "dismiss"));
  });

  itNeedsState(market, ["CLAIMED"], (taskId) =>
    market.send("poster", "taskRegistry", "dismissWorker", [taskId]),
  );

  it.each(["worker", "stranger"] as const)("error: NotPoster for the %s", async (caller) => {
    const taskId = await bringTo(market, "CLAIMED");

    const call = market.send(caller, "taskRegistry", "dismissWorker", [taskId]);
    const { poster } = market.actors;
    await expectRevert(call, "NotPoster", [taskId, market.actors[caller].address, poster.address]);
  });

  it("error: DeadlinePassed one second after the funding window, when anyone may expire it", async () => {
    const taskId = await bringTo(market, "CLAIMED");
    await allowFee(market, "poster");
    const { claimedAt } = await market.read("taskRegistry", "task", [taskId]);
    const end = BigInt(claimedAt + marketParams.standard.windows.funding);
    await stopAt(market, end + 1n);

    const call = market.send("poster", "taskRegistry", "dismissWorker", [taskId]);
    await expectRevert(call, "DeadlinePassed", [taskId, end, end + 1n]);
  });

  it("error: ERC20InsufficientAllowance with an allowance one wei below the access fee", async () => {
    const taskId = await bringTo(market, "CLAIMED");
    await allowTok(market, "poster", 1_000n * tok - 1n);

    const call = market.send("poster", "taskRegistry", "dismissWorker", [taskId]);
    await expectRevert(call, "ERC20InsufficientAllowance", [
      market.contracts.paymentGateway,
      1_000n * tok - 1n,
      1_000n * tok,
    ]);
  });

  it("error: ERC20InsufficientBalance without the access fee", async () => {
    const taskId = await bringTo(market, "CLAIMED");
    await allowFee(market, "poster");
    await emptyPurse(market, "poster");

    const call = market.send("poster", "taskRegistry", "dismissWorker", [taskId]);
    const poster = market.actors.poster.address;
    await expectRevert(call, "ERC20InsufficientBalance", [poster, 0n, 1_000n * tok]);
  });
});
