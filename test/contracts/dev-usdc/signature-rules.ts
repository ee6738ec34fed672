import { concat, type Hex, pad, zeroAddress } from "viem";
import { expect, it } from "vitest";
import type { Driver } from "../../../src/devnet/driver.js";
import { hashText } from "../../../src/devnet/flows.js";
import { deployWallet } from "../../support/contract-wallet.js";
import { expectRevert } from "../../support/market.js";
import { watchMoney } from "../../support/money.js";
import { mirrorSignature } from "../../support/signatures.js";
import { type Authorization, authorize, isUsed } from "./authorization.js";
import { run, signFor, type Use, uses } from "./uses.js";

/** Tests that nothing but the signature of the authorizer, made for this use, is accepted. */
export function itNeedsSignature(market: Driver, use: Use): void {
  /** Expects a signature to be refused, with nothing moved and no nonce used up. */
  async function expectRefused(given: Authorization, signature: Hex): Promise<void> {
    const money = await watchMoney(market);
    const call = use.send(market, given, signature);
    await expectRevert(call, "AuthorizationInvalid", [given.from]);
    expect(await money.moved()).toEqual({});
    expect(await isUsed(market, given)).toBe(false);
  }

  it("takes the signature of a contract wallet's owner by ERC-1271", async () => {
    const given = await authorize(market, {
      from: await deployWallet(market, "poster"),
      value: 0n,
    });

    await run(market, use, given);

    expect(await isUsed(market, given)).toBe(true);
  });

  it.each(["worker", "stranger"] as const)(
    "error: AuthorizationInvalid for the signature of the %s",
    async (by) => {
      const given = await authorize(market);

      await expectRefused(given, await signFor(market, use, given, { by }));
    },
  );

  it("error: AuthorizationInvalid for a contract wallet whose owner did not sign", async () => {
    const given = await authorize(market, { from: await deployWallet(market, "poster") });

    await expectRefused(given, await signFor(market, use, given, { by: "stranger" }));
  });

  it("error: AuthorizationInvalid for a contract that is no wallet", async () => {
    const given = await authorize(market, { from: market.contracts.tokToken });

    await expectRefused(given, await signFor(market, use, given));
  });

  it("error: AuthorizationInvalid for the zero address, which no key can sign for", async () => {
    const given = await authorize(market, { from: zeroAddress });
    // No point of the curve has the coordinate 5: recovering a signer fails and answers zero.
    const ofNobody = concat([pad("0x05"), pad("0x01"), "0x1b"]);

    await expectRefused(given, await signFor(market, use, given));
    await expectRefused(given, ofNobody);
  });

  it.each([
    { what: "name", domain: { name: "USDC" } },
    { what: "version", domain: { version: "1" } },
    { what: "chain", domain: { chainId: 1 } },
    { what: "token", domain: { verifyingContract: zeroAddress } },
  ])("error: AuthorizationInvalid in the domain of another $what", async ({ domain }) => {
    const given = await authorize(market);

    await expectRefused(given, await signFor(market, use, given, { domain }));
  });

  const others = uses.filter(({ type }) => type !== use.type);
  it.each(others)("error: AuthorizationInvalid for what was signed for $name", async (other) => {
    const given = await authorize(market);

    await expectRefused(given, await signFor(market, other, given));
  });

  it("error: AuthorizationInvalid when the nonce or the authorizer is changed", async () => {
    const given = await authorize(market);
    const signature = await signFor(market, use, given);

    await expectRefused({ ...given, nonce: hashText("second") }, signature);
    await expectRefused({ ...given, from: market.actors.poster2.address }, signature);
  });

  it("error: AuthorizationInvalid for the second signature that the curve allows", async () => {
    const given = await authorize(market);

    await expectRefused(given, mirrorSignature(await signFor(market, use, given)));
  });
}

/** Tests that bytes of the wrong shape are no signature. */
export function itNeedsWholeSignature(market: Driver, use: Use): void {
  it.each<[string, (signature: Hex) => Hex]>([
    ["no signature", () => "0x"],
    ["a signature that lacks its last byte", cut],
    ["a signature with a wrong last byte", (signature) => `${cut(signature)}1d`],
    ["a signature with one byte too many", (signature) => `${signature}00`],
  ])("error: AuthorizationInvalid for %s", async (_, spoil) => {
    const given = await authorize(market);
    const signature = spoil(await signFor(market, use, given));

    const call = use.send(market, given, signature);
    await expectRevert(call, "AuthorizationInvalid", [given.from]);
  });
}

function cut(signature: Hex): Hex {
  return signature.slice(0, -2) as Hex;
}
