import { maxUint256, zeroAddress } from "viem";
import { describe, expect, it } from "vitest";
import { tokTokenBytecode } from "../../../src/chain/abi/tok-token.bytecode.js";
import { tokTokenAbi } from "../../../src/chain/abi/tok-token.js";
import { tok } from "../../../src/devnet/flows.js";
import type { Address } from "../../../src/primitives/address.js";
import { deployContract } from "../../support/deploy-contract.js";
import { expectRevert, useMarket } from "../../support/market.js";

describe("TokToken.constructor", () => {
  const market = useMarket();

  const deploy = (holder: Address, supply: bigint) =>
    deployContract(market, { abi: tokTokenAbi, bytecode: tokTokenBytecode }, [holder, supply]);

  it.each([
    ["nothing", 0n],
    ["one wei", 1n],
    ["a billion", 1_000_000_000n * tok],
    ["the largest number", maxUint256],
  ])("gives a supply of %s to the holder and nothing to the deployer", async (_, supply) => {
    const holder = market.actors.treasury.address;

    const { contract, events } = await deploy(holder, supply);

    const facts = { from: zeroAddress, to: holder, value: supply };
    expect(events).toEqual([{ name: "Transfer", address: contract.address, args: facts }]);
    expect(await contract.read("totalSupply", [])).toBe(supply);
    expect(await contract.read("balanceOf", [holder])).toBe(supply);
    expect(await contract.read("balanceOf", [market.actors.deployer.address])).toBe(0n);
  });

  it("error: ERC20InvalidReceiver for the zero address as holder", async () => {
    await expectRevert(deploy(zeroAddress, tok), "ERC20InvalidReceiver", [zeroAddress]);
  });
});
