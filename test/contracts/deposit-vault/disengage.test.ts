import { describe, expect, it } from "vitest";
import { claim, post, usd } from "../../../src/devnet/flows.js";
import { emitted } from "../../support/emitted.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { sendAs } from "../../support/send-as.js";

describe("DepositVault.disengage", () => {
  const market = useMarket();

  const disengage = () =>
    sendAs(market, market.contracts.taskRegistry, "depositVault", "disengage", [
      market.actors.worker.address,
    ]);

  it("counts one live task less, and the deposit is free after the last", async () => {
    const agent = market.actors.worker.address;
    await claim(market, await post(market));
    await claim(market, await post(market));

    const first = await disengage();
    expect(await market.read("depositVault", "freeOf", [agent])).toBe(0n);
    const second = await disengage();
    expect(await market.read("depositVault", "freeOf", [agent])).toBe(25n * usd);

    expect([...first.events, ...second.events]).toEqual([
      emitted(market, "depositVault", "EngagementsChanged", { agent, engagements: 1n }),
      emitted(market, "depositVault", "EngagementsChanged", { agent, engagements: 0n }),
    ]);
  });

  it("error: an arithmetic panic for an agent in no live task", async () => {
    await expectRevert(disengage(), "Panic", [0x11n]);
  });

  it("error: NotController for a stranger", async () => {
    const { stranger, worker } = market.actors;
    await claim(market, await post(market));

    const call = market.send("stranger", "depositVault", "disengage", [worker.address]);
    await expectRevert(call, "NotController", [stranger.address, market.contracts.taskRegistry]);
  });
});
