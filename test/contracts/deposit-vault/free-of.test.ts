import { describe, expect, it } from "vitest";
import { claim, post, topUp, usd } from "../../../src/devnet/flows.js";
import { useMarket } from "../../support/market.js";
import { sendAs } from "../../support/send-as.js";

describe("DepositVault.freeOf", () => {
  const market = useMarket();

  const free = () => market.read("depositVault", "freeOf", [market.actors.worker.address]);

  it("is zero for an unknown wallet", async () => {
    expect(await free()).toBe(0n);
  });

  it("is the whole deposit in no live task", async () => {
    await topUp(market, "worker", 26n * usd);

    expect(await free()).toBe(26n * usd);
  });

  it("is what exceeds the entry deposit in a live task", async () => {
    await claim(market, await post(market));
    expect(await free()).toBe(0n);

    await topUp(market, "worker", 1n);
    expect(await free()).toBe(1n);
  });

  it("does not shrink with a second live task", async () => {
    await topUp(market, "worker", 45n * usd);
    await claim(market, await post(market));
    await claim(market, await post(market));

    expect(await free()).toBe(20n * usd);
  });

  it("is zero, not negative, when a fee took the deposit of a live task below the entry", async () => {
    await claim(market, await post(market));
    await sendAs(market, market.contracts.arbitration, "depositVault", "charge", [
      market.actors.worker.address,
      market.actors.arbitrator.address,
      1n,
    ]);

    expect(await free()).toBe(0n);
  });
});
