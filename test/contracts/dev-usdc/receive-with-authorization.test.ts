import { describe, expect, it } from "vitest";
import { expectRevert, useMarket } from "../../support/market.js";
import { authorize, isUsed } from "./authorization.js";
import { itPays } from "./payment-rules.js";
import { itNeedsSignature, itNeedsWholeSignature } from "./signature-rules.js";
import { receive, signFor } from "./uses.js";

describe("DevUsdc.receiveWithAuthorization", () => {
  const market = useMarket();

  itPays(market, receive);

  it.each(["stranger", "poster"] as const)(
    "error: CallerMustBePayee for the %s, so that nobody can run ahead",
    async (by) => {
      const given = await authorize(market);
      const signature = await signFor(market, receive, given);

      const call = receive.send(market, given, signature, by);
      await expectRevert(call, "CallerMustBePayee", [market.actors[by].address, given.to]);
      await receive.send(market, given, signature);
      expect(await isUsed(market, given)).toBe(true);
    },
  );

  itNeedsSignature(market, receive);
  itNeedsWholeSignature(market, receive);
});
