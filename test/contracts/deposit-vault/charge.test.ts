import { describe, expect, it } from "vitest";
import { activate, post, topUp, usd } from "../../../src/devnet/flows.js";
import { emitted } from "../../support/emitted.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { watchMoney } from "../../support/money.js";
import { sendAs } from "../../support/send-as.js";

describe("DepositVault.charge", () => {
  const market = useMarket();

  const charge = (amount: bigint) =>
    sendAs(market, market.contracts.arbitration, "depositVault", "charge", [
      market.actors.worker.address,
      market.actors.arbitrator.address,
      amount,
    ]);

  it("moves a fee from one deposit to another, also of an engaged agent", async () => {
    const from = market.actors.worker.address;
    const to = market.actors.arbitrator.address;
    await activate(market, await post(market));
    const money = await watchMoney(market);

    const { events } = await charge(5n * usd);

    expect(events).toEqual([
      emitted(market, "depositVault", "Charged", { from, to, amount: 5n * usd }),
    ]);
    expect(await money.moved()).toEqual({
      "deposit of worker": -5n * usd,
      "deposit of arbitrator": 5n * usd,
    });
    expect(await market.read("depositVault", "freeOf", [to])).toBe(5n * usd);
  });

  it("takes what is there if it is less", async () => {
    await topUp(market, "worker", 3n);
    const money = await watchMoney(market);

    const { events } = await charge(4n);

    expect(events.map((event) => event.args.amount)).toEqual([3n]);
    expect(await money.moved()).toEqual({ "deposit of worker": -3n, "deposit of arbitrator": 3n });
  });

  it("takes exactly everything", async () => {
    await topUp(market, "worker", 3n);
    const money = await watchMoney(market);

    await charge(3n);

    expect(await money.moved()).toEqual({ "deposit of worker": -3n, "deposit of arbitrator": 3n });
  });

  it.each([
    ["an empty deposit", 0n, 5n * usd, 0n],
    ["a full deposit at no fee", 25n * usd, 0n, 1n],
  ])(
    "takes nothing from %s, says nothing and lists nobody",
    async (_what, deposit, fee, agents) => {
      if (deposit !== 0n) await topUp(market, "worker", deposit);
      const money = await watchMoney(market);

      const { events } = await charge(fee);

      expect(events).toEqual([]);
      expect(await money.moved()).toEqual({});
      expect(await market.read("depositVault", "agentCount", [])).toBe(agents);
    },
  );

  it("lists the receiver as an agent, once", async () => {
    await topUp(market, "worker", 3n);

    await charge(1n);
    await charge(1n);

    expect(await market.read("depositVault", "agents", [0n, 10n])).toEqual([
      { agent: market.actors.worker.address, deposit: 1n, engagements: 0n },
      { agent: market.actors.arbitrator.address, deposit: 2n, engagements: 0n },
    ]);
  });

  it.each(["stranger", "deployer"] as const)("error: NotArbitration for the %s", async (caller) => {
    const { address } = market.actors[caller];
    await topUp(market, "worker", 25n * usd);

    const args = [market.actors.worker.address, address, 1n] as const;
    const call = market.send(caller, "depositVault", "charge", args);
    await expectRevert(call, "NotArbitration", [address]);
  });

  it("error: NotArbitration for the registry itself", async () => {
    const { taskRegistry } = market.contracts;
    const { worker, arbitrator } = market.actors;

    const args = [worker.address, arbitrator.address, 1n] as const;
    const call = sendAs(market, taskRegistry, "depositVault", "charge", args);
    await expectRevert(call, "NotArbitration", [taskRegistry]);
  });
});
