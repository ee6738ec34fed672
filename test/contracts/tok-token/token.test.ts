import { encodeFunctionData } from "viem";
import { describe, expect, it } from "vitest";
import { devTokAbi } from "../../../src/chain/abi/dev-tok.js";
import { tokTokenAbi } from "../../../src/chain/abi/tok-token.js";
import { sendRaw } from "../../../src/devnet/driver.js";
import { tok } from "../../../src/devnet/flows.js";
import { useMarket } from "../../support/market.js";
import { deployToken } from "./token.js";

describe("TokToken", () => {
  const market = useMarket();

  it("mints the whole supply once, to one holder", async () => {
    const token = await deployToken(market, 1_000_000n * tok);

    expect(await token.read("tokToken", "name", [])).toBe("Tok");
    expect(await token.read("tokToken", "symbol", [])).toBe("TOK");
    expect(await token.read("tokToken", "decimals", [])).toBe(18);
    expect(await token.read("tokToken", "totalSupply", [])).toBe(1_000_000n * tok);
    const holder = market.actors.deployer.address;
    expect(await token.read("tokToken", "balanceOf", [holder])).toBe(1_000_000n * tok);
  });

  it("has no function that mints, burns, pauses or belongs to somebody", () => {
    const functions = tokTokenAbi.filter((item) => item.type === "function");
    const changing = functions.filter((item) => item.stateMutability === "nonpayable");

    expect(changing.map((item) => item.name).sort()).toEqual([
      "approve",
      "permit",
      "transfer",
      "transferFrom",
    ]);
  });

  it("error: refuses the faucet of the devnet's token", async () => {
    const token = await deployToken(market, tok);
    const from = market.actors.stranger.address;
    const call = { abi: devTokAbi, functionName: "faucet", args: [from, tok] } as const;
    const tx = { from, to: token.contracts.tokToken, data: encodeFunctionData(call) };

    await expect(sendRaw(market.engine, tx)).rejects.toThrow();
    expect(await token.read("tokToken", "totalSupply", [])).toBe(tok);
  });
});
