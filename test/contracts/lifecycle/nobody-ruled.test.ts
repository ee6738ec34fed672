import { describe, expect, it } from "vitest";
import { activate, bond, deliver, dispute, post, tok, usd } from "../../../src/devnet/flows.js";
import { taskStates } from "../../../src/primitives/task-state.js";
import { useMarket } from "../../support/market.js";
import { watchMoney } from "../../support/money.js";
import { stopAt } from "../../support/stop-at.js";

describe.each(["standard", "micro"] as const)("a dispute nobody rules on %s", (name) => {
  const market = useMarket({ market: name });

  /** Has a stranger end the dispute in the first second it can be, and answers what moved. */
  async function endUnseated(taskId: bigint) {
    const { seatBy } = await market.read("arbitration", "disputeOf", [taskId]);
    await stopAt(market, seatBy + 1);
    const money = await watchMoney(market);
    await market.send("stranger", "arbitration", "resolveTimedOut", [taskId]);
    return money.moved();
  }

  it.each(["poster", "worker"] as const)(
    "splits a delivered milestone, the odd wei to the poster, when the %s opened it, and costs no fee",
    async (opener) => {
      const taskId = await post(market, { milestones: [600n * tok + 1n, 400n * tok] });
      await activate(market, taskId);
      await deliver(market, taskId);
      await dispute(market, taskId, opener);

      expect(await endUnseated(taskId)).toEqual({
        "tok of worker": 300n * tok,
        "tok of poster": 700n * tok + 1n,
        "tok of escrowVault": -1_000n * tok - 1n,
        "held for task 1": -1_000n * tok - 1n,
      });
      const { state } = await market.read("taskRegistry", "task", [taskId]);
      expect(state).toBe(taskStates.RESOLVED.index);

      const money = await watchMoney(market);
      await market.send("poster", "depositVault", "withdraw", [25n * usd]);
      await market.send("worker", "depositVault", "withdraw", [25n * usd]);
      expect(await money.moved()).toMatchObject({ "usdc of depositVault": -50n * usd });
    },
  );

  it("gives nothing to a worker who opened it on an active task and never agreed on an arbitrator", async () => {
    const taskId = await post(market);
    await activate(market, taskId);
    await dispute(market, taskId, "worker");
    await bond(market, "arbitrator");
    const { address } = market.actors.arbitrator;
    await market.send("arbitrator", "arbitration", "registerArbitrator", [taskId]);
    await market.send("poster", "arbitration", "proposeArbitrator", [taskId, address]);

    expect(await endUnseated(taskId)).toEqual({
      "tok of poster": 1_000n * tok,
      "tok of escrowVault": -1_000n * tok,
      "held for task 1": -1_000n * tok,
    });
    for (const party of ["poster", "worker"] as const) {
      const record = await market.read("reputation", "recordOf", [market.actors[party].address]);
      expect(record).toMatchObject({ disputesUnruled: 1, disputesWon: 0, disputesLost: 0 });
    }
  });

  it("splits the milestone in work when the poster opened it and named an arbitrator alone, who keeps its bond", async () => {
    const taskId = await post(market);
    await activate(market, taskId);
    await deliver(market, taskId);
    await market.send("poster", "taskRegistry", "acceptMilestone", [taskId, 0n]);
    await dispute(market, taskId, "poster");
    await bond(market, "arbitrator");
    const { address } = market.actors.arbitrator;
    await market.send("arbitrator", "arbitration", "registerArbitrator", [taskId]);
    await market.send("poster", "arbitration", "proposeArbitrator", [taskId, address]);

    expect(await endUnseated(taskId)).toEqual({
      "tok of worker": 200n * tok,
      "tok of poster": 200n * tok,
      "tok of escrowVault": -400n * tok,
      "held for task 1": -400n * tok,
    });
  });
});
