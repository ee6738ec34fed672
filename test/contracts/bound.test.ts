import { encodeDeployData } from "viem";
import { describe, expect, it } from "vitest";
import { escrowVaultBytecode } from "../../src/chain/abi/escrow-vault.bytecode.js";
import { escrowVaultAbi } from "../../src/chain/abi/escrow-vault.js";
import { controllers } from "../../src/chain/contracts.js";
import { createDriver, type Driver, sendRaw } from "../../src/devnet/driver.js";
import { zeroAddress } from "../../src/primitives/address.js";
import { emitted } from "../support/emitted.js";
import { expectRevert, useMarket } from "../support/market.js";

describe("Bound.bind", () => {
  const market = useMarket();

  it("names the controller for ever", async () => {
    const fresh = await deployUnbound(market);
    const { taskRegistry } = market.contracts;
    expect(await fresh.read("escrowVault", "controller", [])).toBe(zeroAddress);

    const { events } = await fresh.send("deployer", "escrowVault", "bind", [taskRegistry]);

    expect(events).toEqual([emitted(fresh, "escrowVault", "Bound", { controller: taskRegistry })]);
    expect(await fresh.read("escrowVault", "controller", [])).toBe(taskRegistry);
  });

  it("error: NotController for everybody before the contract is bound", async () => {
    const fresh = await deployUnbound(market);

    const call = fresh.send("deployer", "escrowVault", "deposit", [1n, 0n]);
    await expectRevert(call, "NotController", [fresh.actors.deployer.address, zeroAddress]);
  });

  it("error: NotDeployer for anybody else, before and after", async () => {
    const fresh = await deployUnbound(market);
    const { taskRegistry } = market.contracts;
    const { stranger, deployer } = market.actors;
    const facts = [stranger.address, deployer.address];

    const before = fresh.send("stranger", "escrowVault", "bind", [taskRegistry]);
    await expectRevert(before, "NotDeployer", facts);
    await fresh.send("deployer", "escrowVault", "bind", [taskRegistry]);
    const after = fresh.send("stranger", "escrowVault", "bind", [taskRegistry]);
    await expectRevert(after, "NotDeployer", facts);
  });

  it("error: ControllerWithoutCode for a wallet and for the zero address", async () => {
    const fresh = await deployUnbound(market);
    const wallet = market.actors.stranger.address;

    const call = fresh.send("deployer", "escrowVault", "bind", [wallet]);
    await expectRevert(call, "ControllerWithoutCode", [wallet]);
    const zero = fresh.send("deployer", "escrowVault", "bind", [zeroAddress]);
    await expectRevert(zero, "ControllerWithoutCode", [zeroAddress]);
  });

  describe.each(controllers)("of %s", (name, controller) => {
    // Every bound contract has the same functions; the deposit vault's ABI stands for all.
    const bound = () =>
      createDriver(market.engine, { ...market.contracts, depositVault: market.contracts[name] });

    it(`obeys ${controller} in a deployed market`, async () => {
      expect(await bound().read("depositVault", "controller", [])).toBe(
        market.contracts[controller],
      );
    });

    it("error: AlreadyBound for the deployer, even with the same controller", async () => {
      const named = market.contracts[controller];

      const same = bound().send("deployer", "depositVault", "bind", [named]);
      await expectRevert(same, "AlreadyBound", [named]);
      const other = bound().send("deployer", "depositVault", "bind", [market.contracts.usdc]);
      await expectRevert(other, "AlreadyBound", [named]);
    });

    it("error: NotDeployer for a stranger", async () => {
      const call = bound().send("stranger", "depositVault", "bind", [market.contracts.usdc]);
      await expectRevert(call, "NotDeployer", [
        market.actors.stranger.address,
        market.actors.deployer.address,
      ]);
    });
  });
});

/** A market whose escrow vault has just been deployed and obeys nobody yet. */
async function deployUnbound(market: Driver): Promise<Driver> {
  const { created } = await sendRaw(market.engine, {
    from: market.actors.deployer.address,
    data: encodeDeployData({
      abi: escrowVaultAbi,
      bytecode: escrowVaultBytecode,
      args: [market.contracts.tokToken],
    }),
  });
  return createDriver(market.engine, { ...market.contracts, escrowVault: created ?? zeroAddress });
}
