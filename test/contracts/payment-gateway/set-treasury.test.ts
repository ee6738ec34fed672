import { encodeDeployData, zeroAddress } from "viem";
import { describe, expect, it } from "vitest";
import { paymentGatewayBytecode } from "../../../src/chain/abi/payment-gateway.bytecode.js";
import { paymentGatewayAbi } from "../../../src/chain/abi/payment-gateway.js";
import { emitted } from "../../support/emitted.js";
import { expectRevert, useMarket } from "../../support/market.js";

describe("PaymentGateway.setTreasury", () => {
  const market = useMarket();

  const setTreasury = (treasury: `0x${string}`) =>
    market.send("deployer", "paymentGateway", "setTreasury", [treasury]);

  it("names the wallet that receives fees and plan payments", async () => {
    const treasury = market.actors.stranger.address;

    const { events } = await setTreasury(treasury);

    expect(events).toEqual([emitted(market, "paymentGateway", "TreasurySet", { treasury })]);
    expect(await market.read("paymentGateway", "treasury", [])).toBe(treasury);
  });

  it("error: ZeroTreasury for the zero address", async () => {
    await expectRevert(setTreasury(zeroAddress), "ZeroTreasury", []);
  });

  it("error: OwnableUnauthorizedAccount for a stranger", async () => {
    const { address } = market.actors.stranger;
    const call = market.send("stranger", "paymentGateway", "setTreasury", [address]);
    await expectRevert(call, "OwnableUnauthorizedAccount", [address]);
  });

  it("error: ZeroTreasury in the constructor", async () => {
    const { tokToken, usdc, pricingPolicy, usdOracle, stakingVault } = market.contracts;
    const from = market.actors.deployer.address;
    const data = encodeDeployData({
      abi: paymentGatewayAbi,
      bytecode: paymentGatewayBytecode,
      args: [from, zeroAddress, tokToken, usdc, pricingPolicy, usdOracle, stakingVault],
    });

    await expectRevert(market.engine.request("eth_call", [{ from, data }]), "ZeroTreasury", []);
  });
});
