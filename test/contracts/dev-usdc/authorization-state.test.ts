import { describe, expect, it } from "vitest";
import { hashText, usd } from "../../../src/devnet/flows.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { watchMoney } from "../../support/money.js";
import { authorize, isUsed } from "./authorization.js";
import { receive, run, transferParts, transferWhole, uses } from "./uses.js";

describe("DevUsdc.authorizationState", () => {
  const market = useMarket();

  it.each(uses)("is true of that nonce of that signer after $name", async (use) => {
    const given = await authorize(market);
    expect(await isUsed(market, given)).toBe(false);

    await run(market, use, given);

    expect(await isUsed(market, given)).toBe(true);
    expect(await isUsed(market, { ...given, nonce: hashText("second") })).toBe(false);
    expect(await isUsed(market, { ...given, from: given.to })).toBe(false);
  });

  describe.each(uses)("after $name", (first) => {
    it.each(uses)("error: AuthorizationAlreadyUsed for $name", async (second) => {
      const given = await authorize(market);
      await run(market, first, given);
      const money = await watchMoney(market);

      const call = run(market, second, given);
      await expectRevert(call, "AuthorizationAlreadyUsed", [given.from, given.nonce]);
      expect(await money.moved()).toEqual({});
    });
  });

  it.each([transferParts, transferWhole, receive])(
    "lets two signers use the same nonce in $name",
    async (use) => {
      const first = await authorize(market);
      const second = { ...first, from: market.actors.poster2.address };
      const money = await watchMoney(market);

      await run(market, use, first);
      await run(market, use, second, { by: "poster2" });

      expect(await money.moved()).toEqual({
        "usdc of poster": -3n * usd,
        "usdc of poster2": -3n * usd,
        "usdc of worker": 6n * usd,
      });
    },
  );
});
