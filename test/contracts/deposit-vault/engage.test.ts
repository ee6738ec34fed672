import { describe, expect, it } from "vitest";
import { topUp, usd } from "../../../src/devnet/flows.js";
import { emitted } from "../../support/emitted.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { sendAs } from "../../support/send-as.js";

describe("DepositVault.engage", () => {
  const market = useMarket();

  const engage = () =>
    sendAs(market, market.contracts.taskRegistry, "depositVault", "engage", [
      market.actors.worker.address,
    ]);

  it("counts one more live task of an agent with exactly the entry deposit", async () => {
    const agent = market.actors.worker.address;
    await topUp(market, "worker", 25n * usd);

    const first = await engage();
    const second = await engage();

    expect([...first.events, ...second.events]).toEqual([
      emitted(market, "depositVault", "EngagementsChanged", { agent, engagements: 1n }),
      emitted(market, "depositVault", "EngagementsChanged", { agent, engagements: 2n }),
    ]);
    expect(await market.read("depositVault", "agents", [0n, 10n])).toEqual([
      { agent, deposit: 25n * usd, engagements: 2n },
    ]);
  });

  it("error: DepositTooLow one unit below the entry deposit", async () => {
    await topUp(market, "worker", 25n * usd - 1n);

    const facts = [market.actors.worker.address, 25n * usd - 1n, 25n * usd];
    await expectRevert(engage(), "DepositTooLow", facts);
  });

  it("error: NotController for a stranger", async () => {
    const { stranger, worker } = market.actors;
    await topUp(market, "worker", 25n * usd);

    const call = market.send("stranger", "depositVault", "engage", [worker.address]);
    await expectRevert(call, "NotController", [stranger.address, market.contracts.taskRegistry]);
  });
});
