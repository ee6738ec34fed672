import { maxUint256, zeroAddress } from "viem";
import { describe, expect, it } from "vitest";
import type { ActorName } from "../../src/devnet/actors.js";
import type { Driver } from "../../src/devnet/driver.js";
import { emitted } from "./emitted.js";
import { expectRevert } from "./market.js";
import { watchMoney } from "./money.js";

/** Tests that a token moves and approves as ERC-20 says; `unit` is its name in the watched money. */
export function itIsErc20(market: Driver, token: "tokToken" | "usdc", unit: "tok" | "usdc"): void {
  const wallet = (actor: ActorName) => market.actors[actor].address;
  const balanceOf = (actor: ActorName) => market.read(token, "balanceOf", [wallet(actor)]);
  const approve = (amount: bigint) =>
    market.send("poster", token, "approve", [wallet("worker"), amount]);
  const allowance = () => market.read(token, "allowance", [wallet("poster"), wallet("worker")]);

  describe("transfer", () => {
    const transfer = (to: ActorName, amount: bigint) =>
      market.send("poster", token, "transfer", [wallet(to), amount]);

    it("moves an amount from the caller", async () => {
      const money = await watchMoney(market);

      const { events } = await transfer("stranger", 7n);

      const facts = { from: wallet("poster"), to: wallet("stranger"), value: 7n };
      expect(events).toEqual([emitted(market, token, "Transfer", facts)]);
      expect(await money.moved()).toEqual({
        [`${unit} of poster`]: -7n,
        [`${unit} of stranger`]: 7n,
      });
    });

    it("moves all there is, and nothing", async () => {
      const all = await balanceOf("poster");
      const money = await watchMoney(market);

      await transfer("stranger", all);
      const { events } = await transfer("stranger", 0n);

      const facts = { from: wallet("poster"), to: wallet("stranger"), value: 0n };
      expect(events).toEqual([emitted(market, token, "Transfer", facts)]);
      expect(await money.moved()).toEqual({
        [`${unit} of poster`]: -all,
        [`${unit} of stranger`]: all,
      });
    });

    it("changes nothing when the caller pays itself", async () => {
      const money = await watchMoney(market);

      await transfer("poster", await balanceOf("poster"));

      expect(await money.moved()).toEqual({});
    });

    it("error: ERC20InsufficientBalance for one unit more than there is", async () => {
      const all = await balanceOf("poster");

      const facts = [wallet("poster"), all, all + 1n];
      await expectRevert(transfer("stranger", all + 1n), "ERC20InsufficientBalance", facts);
    });

    it("error: ERC20InvalidReceiver for the zero address", async () => {
      const call = market.send("poster", token, "transfer", [zeroAddress, 1n]);
      await expectRevert(call, "ERC20InvalidReceiver", [zeroAddress]);
    });
  });

  describe("approve", () => {
    it("writes the allowance anew each time and moves nothing", async () => {
      const money = await watchMoney(market);
      for (const value of [7n, maxUint256, 5n, 0n]) {
        const { events } = await approve(value);

        const facts = { owner: wallet("poster"), spender: wallet("worker"), value };
        expect(events).toEqual([emitted(market, token, "Approval", facts)]);
        expect(await allowance()).toBe(value);
      }
      expect(await money.moved()).toEqual({});
    });

    it("error: ERC20InvalidSpender for the zero address", async () => {
      const call = market.send("poster", token, "approve", [zeroAddress, 1n]);
      await expectRevert(call, "ERC20InvalidSpender", [zeroAddress]);
    });
  });

  describe("transferFrom", () => {
    const take = (amount: bigint) =>
      market.send("worker", token, "transferFrom", [wallet("poster"), wallet("stranger"), amount]);

    it("moves what was allowed and takes it off the allowance", async () => {
      await approve(7n);
      const money = await watchMoney(market);

      const { events } = await take(5n);

      const facts = { from: wallet("poster"), to: wallet("stranger"), value: 5n };
      expect(events).toEqual([emitted(market, token, "Transfer", facts)]);
      expect(await money.moved()).toEqual({
        [`${unit} of poster`]: -5n,
        [`${unit} of stranger`]: 5n,
      });
      expect(await allowance()).toBe(2n);
    });

    it("leaves an allowance without limit as it is", async () => {
      await approve(maxUint256);

      await take(5n);

      expect(await allowance()).toBe(maxUint256);
    });

    it("error: ERC20InsufficientAllowance for one unit more than allowed", async () => {
      await approve(7n);

      const facts = [wallet("worker"), 7n, 8n];
      await expectRevert(take(8n), "ERC20InsufficientAllowance", facts);
      await take(7n);
      expect(await allowance()).toBe(0n);
    });

    it("error: ERC20InsufficientBalance for one unit more than there is", async () => {
      const all = await balanceOf("poster");
      await approve(maxUint256);

      const facts = [wallet("poster"), all, all + 1n];
      await expectRevert(take(all + 1n), "ERC20InsufficientBalance", facts);
    });

    it("error: ERC20InvalidReceiver for the zero address", async () => {
      await approve(7n);

      const call = market.send("worker", token, "transferFrom", [
        wallet("poster"),
        zeroAddress,
        1n,
      ]);
      await expectRevert(call, "ERC20InvalidReceiver", [zeroAddress]);
    });
  });
}

/** Tests that everybody may mint a token of the devnet. */
export function itHasFaucet(market: Driver, token: "tokToken" | "usdc", unit: "tok" | "usdc") {
  const faucet = (amount: bigint) =>
    market.send("stranger", token, "faucet", [market.actors.worker.address, amount]);

  it.each([7n, 0n])("mints %s units to whoever the caller names", async (value) => {
    const supply = await market.read(token, "totalSupply", []);
    const money = await watchMoney(market);

    const { events } = await faucet(value);

    const facts = { from: zeroAddress, to: market.actors.worker.address, value };
    expect(events).toEqual([emitted(market, token, "Transfer", facts)]);
    expect(await money.moved()).toEqual(value === 0n ? {} : { [`${unit} of worker`]: value });
    expect(await market.read(token, "totalSupply", [])).toBe(supply + value);
  });

  it("error: ERC20InvalidReceiver for the zero address", async () => {
    const call = market.send("stranger", token, "faucet", [zeroAddress, 7n]);
    await expectRevert(call, "ERC20InvalidReceiver", [zeroAddress]);
  });

  it("error: Panic for one unit more than a number holds", async () => {
    const left = maxUint256 - (await market.read(token, "totalSupply", []));

    await expectRevert(faucet(left + 1n), "Panic", [0x11n]);
    await faucet(left);
    expect(await market.read(token, "totalSupply", [])).toBe(maxUint256);
  });
}
