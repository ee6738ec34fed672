import { describe, expect, it } from "vitest";
import { emitted } from "../../support/emitted.js";
import { useMarket } from "../../support/market.js";
import { watchMoney } from "../../support/money.js";
import { authorize, isUsed } from "./authorization.js";
import { itNeedsSignature, itNeedsWholeSignature } from "./signature-rules.js";
import { cancel, signFor } from "./uses.js";

describe("DevUsdc.cancelAuthorization", () => {
  const market = useMarket();

  it.each(["poster", "stranger"] as const)(
    "uses the nonce up and moves nothing when the %s sends it",
    async (by) => {
      const given = await authorize(market);
      const { from, nonce } = given;
      const money = await watchMoney(market);

      const { events } = await cancel.send(market, given, await signFor(market, cancel, given), by);

      expect(events).toEqual([
        emitted(market, "usdc", "AuthorizationCanceled", { authorizer: from, nonce }),
      ]);
      expect(await money.moved()).toEqual({});
      expect(await isUsed(market, given)).toBe(true);
    },
  );

  itNeedsSignature(market, cancel);
  itNeedsWholeSignature(market, cancel);
});
