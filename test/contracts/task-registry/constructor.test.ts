import { encodeDeployData, zeroAddress } from "viem";
import { describe, expect, it } from "vitest";
import { taskRegistryBytecode } from "../../../src/chain/abi/task-registry.bytecode.js";
import { taskRegistryAbi } from "../../../src/chain/abi/task-registry.js";
import { marketParams } from "../../../src/chain/deployment/market-params.js";
import { createDriver, sendRaw } from "../../../src/devnet/driver.js";
import type { Address } from "../../../src/primitives/address.js";
import { expectRevert, useMarket } from "../../support/market.js";

const linkNames = [
  "tok",
  "depositVault",
  "escrowVault",
  "paymentGateway",
  "pricingPolicy",
  "scopeRegistry",
  "arbitration",
  "reputation",
] as const;

describe("TaskRegistry.constructor", () => {
  const market = useMarket();
  const { windows } = marketParams.standard;

  it("takes a name of 31 bytes and starts without tasks", async () => {
    const name = `${"m".repeat(28)}市`;
    const { created } = await sendRaw(market.engine, {
      from: market.actors.deployer.address,
      data: await encode(name),
    });
    const fresh = createDriver(market.engine, {
      ...market.contracts,
      taskRegistry: created as Address,
    });

    expect(await fresh.read("taskRegistry", "market", [])).toBe(name);
    expect(await fresh.read("taskRegistry", "windows", [])).toEqual(windows);
    expect(await fresh.read("taskRegistry", "links", [])).toEqual(
      await market.read("taskRegistry", "links", []),
    );
    expect(await fresh.read("taskRegistry", "taskCount", [])).toBe(0n);
  });

  it("error: StringTooLong for a name of 32 bytes", async () => {
    const name = "m".repeat(32);

    await expectRevert(create(name), "StringTooLong", [name]);
  });

  it.each(linkNames)("error: LinkWithoutCode for a wallet as %s", async (link) => {
    const wallet = market.actors.stranger.address;

    await expectRevert(create("standard", { [link]: wallet }), "LinkWithoutCode", [wallet]);
  });

  it.each(linkNames)("error: LinkWithoutCode for nothing as %s", async (link) => {
    const call = create("standard", { [link]: zeroAddress });
    await expectRevert(call, "LinkWithoutCode", [zeroAddress]);
  });

  type Links = Partial<Record<(typeof linkNames)[number], Address>>;

  /** Asks the chain what a creation would do. */
  async function create(name: string, changes?: Links): Promise<unknown> {
    const from = market.actors.deployer.address;
    const call = { from, data: await encode(name, changes) };
    return market.engine.request("eth_call", [call, "latest"]);
  }

  async function encode(name: string, changes: Links = {}) {
    const links = { ...(await market.read("taskRegistry", "links", [])), ...changes };
    return encodeDeployData({
      abi: taskRegistryAbi,
      bytecode: taskRegistryBytecode,
      args: [name, links, windows],
    });
  }
});
