import { zeroAddress } from "viem";
import { describe, expect, it } from "vitest";
import { usd } from "../../../src/devnet/flows.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { watchMoney } from "../../support/money.js";
import { authorize } from "./authorization.js";
import { itPays } from "./payment-rules.js";
import { itNeedsSignature, itNeedsWholeSignature } from "./signature-rules.js";
import { run, signFor, transferParts, transferWhole } from "./uses.js";

describe.each([transferParts, transferWhole])("DevUsdc.$name", (use) => {
  const market = useMarket();

  itPays(market, use);

  it.each(["poster", "worker", "treasury"] as const)("pays when the %s sends it", async (by) => {
    const given = await authorize(market);
    const money = await watchMoney(market);

    await use.send(market, given, await signFor(market, use, given), by);

    expect(await money.moved()).toEqual({
      "usdc of poster": -3n * usd,
      "usdc of worker": 3n * usd,
    });
  });

  it("error: ERC20InvalidReceiver for the zero address", async () => {
    const given = await authorize(market, { to: zeroAddress });

    await expectRevert(run(market, use, given), "ERC20InvalidReceiver", [zeroAddress]);
  });

  itNeedsSignature(market, use);
});

describe(`DevUsdc.${transferWhole.name}`, () => {
  itNeedsWholeSignature(useMarket(), transferWhole);
});
