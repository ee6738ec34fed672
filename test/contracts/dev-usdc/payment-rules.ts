import { maxUint256 } from "viem";
import { expect, it } from "vitest";
import type { Driver } from "../../../src/devnet/driver.js";
import { usd } from "../../../src/devnet/flows.js";
import { deployWallet } from "../../support/contract-wallet.js";
import { emitted } from "../../support/emitted.js";
import { expectRevert } from "../../support/market.js";
import { watchMoney } from "../../support/money.js";
import { stopAt } from "../../support/stop-at.js";
import { type Authorization, authorize, isUsed } from "./authorization.js";
import { run, signFor, type Use } from "./uses.js";

/** Tests that a use pays exactly what was signed, within its time. */
export function itPays(market: Driver, use: Use): void {
  const readBalance = () => market.read("usdc", "balanceOf", [market.actors.poster.address]);

  it("pays what the payer signed and uses the nonce up", async () => {
    const given = await authorize(market);
    const { from, to, value, nonce } = given;
    const money = await watchMoney(market);

    const { events } = await run(market, use, given);

    expect(events).toEqual([
      emitted(market, "usdc", "AuthorizationUsed", { authorizer: from, nonce }),
      emitted(market, "usdc", "Transfer", { from, to, value }),
    ]);
    expect(await money.moved()).toEqual({
      "usdc of poster": -3n * usd,
      "usdc of worker": 3n * usd,
    });
    expect(await isUsed(market, given)).toBe(true);
  });

  it("pays all the payer has, to the unit", async () => {
    const all = await readBalance();
    const money = await watchMoney(market);

    await run(market, use, await authorize(market, { value: all }));

    expect(await money.moved()).toEqual({ "usdc of poster": -all, "usdc of worker": all });
  });

  it("pays nothing for a value of zero, and uses the nonce up all the same", async () => {
    const given = await authorize(market, { value: 0n });
    const money = await watchMoney(market);

    await run(market, use, given);

    expect(await money.moved()).toEqual({});
    expect(await isUsed(market, given)).toBe(true);
  });

  it("changes no balance when the worker pays itself", async () => {
    const given = await authorize(market, { from: market.actors.worker.address });
    const money = await watchMoney(market);

    await run(market, use, given, { by: "worker" });

    expect(await money.moved()).toEqual({});
    expect(await isUsed(market, given)).toBe(true);
  });

  it("pays the money of a contract wallet", async () => {
    const from = await deployWallet(market, "poster2");
    await market.send("poster2", "usdc", "transfer", [from, 4n * usd]);
    const money = await watchMoney(market);

    await run(market, use, await authorize(market, { from }), { by: "poster2" });

    expect(await money.moved()).toEqual({ "usdc of worker": 3n * usd });
    expect(await market.read("usdc", "balanceOf", [from])).toBe(usd);
  });

  it("pays in the first second after validAfter", async () => {
    const validAfter = (await market.now()) + 100n;
    const given = await authorize(market, { validAfter });
    await stopAt(market, validAfter + 1n);

    await run(market, use, given);

    expect(await isUsed(market, given)).toBe(true);
  });

  it("pays in the last second before validBefore", async () => {
    const given = await authorize(market);
    await stopAt(market, given.validBefore - 1n);

    await run(market, use, given);

    expect(await isUsed(market, given)).toBe(true);
  });

  it("pays years later when the authorization has no end", async () => {
    const given = await authorize(market, { validAfter: 0n, validBefore: maxUint256 });
    await market.travel(10 * 365 * 86_400);

    await run(market, use, given);

    expect(await isUsed(market, given)).toBe(true);
  });

  it("error: AuthorizationNotYetValid in the second of validAfter", async () => {
    const validAfter = (await market.now()) + 100n;
    const given = await authorize(market, { validAfter });
    await stopAt(market, validAfter);

    const facts = [validAfter, validAfter];
    await expectRevert(run(market, use, given), "AuthorizationNotYetValid", facts);
    expect(await isUsed(market, given)).toBe(false);
  });

  it("error: AuthorizationExpired in the second of validBefore", async () => {
    const given = await authorize(market);
    const { validBefore } = given;
    await stopAt(market, validBefore);

    const facts = [validBefore, validBefore];
    await expectRevert(run(market, use, given), "AuthorizationExpired", facts);
    expect(await isUsed(market, given)).toBe(false);
  });

  it("error: AuthorizationAlreadyUsed for another payment of the same nonce", async () => {
    const given = await authorize(market);
    await run(market, use, given);
    const money = await watchMoney(market);

    const other = run(market, use, { ...given, value: 1n });
    await expectRevert(other, "AuthorizationAlreadyUsed", [given.from, given.nonce]);
    expect(await money.moved()).toEqual({});
  });

  it.each<[keyof Authorization, Partial<Authorization>]>([
    ["value", { value: 3n * usd + 1n }],
    ["validAfter", { validAfter: 0n }],
    ["validBefore", { validBefore: maxUint256 }],
  ])("error: AuthorizationInvalid when %s is changed after signing", async (_, change) => {
    const given = await authorize(market);
    const signature = await signFor(market, use, given);

    const call = use.send(market, { ...given, ...change }, signature);
    await expectRevert(call, "AuthorizationInvalid", [given.from]);
    expect(await isUsed(market, given)).toBe(false);
  });

  it("error: AuthorizationInvalid when the payee is changed after signing", async () => {
    const signed = await authorize(market, { to: market.actors.worker2.address });
    const signature = await signFor(market, use, signed);

    const stolen = { ...signed, to: market.actors.worker.address };
    const call = use.send(market, stolen, signature);
    await expectRevert(call, "AuthorizationInvalid", [signed.from]);
  });

  it("error: ERC20InsufficientBalance for one unit too many, and the nonce stays good", async () => {
    const all = await readBalance();
    const given = await authorize(market, { value: all + 1n });

    const facts = [given.from, all, all + 1n];
    await expectRevert(run(market, use, given), "ERC20InsufficientBalance", facts);
    expect(await isUsed(market, given)).toBe(false);
  });
}
