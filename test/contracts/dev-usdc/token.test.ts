import { describe, expect, it } from "vitest";
import { canonicalUsdc } from "../../../src/devnet/deploy.js";
import { useMarket } from "../../support/market.js";

describe("DevUsdc", () => {
  const market = useMarket();

  it("stands where clients of chain 8453 expect USDC, with the same domain", async () => {
    expect(market.contracts.usdc).toBe(canonicalUsdc);
    expect(await market.read("usdc", "name", [])).toBe("USD Coin");
    expect(await market.read("usdc", "symbol", [])).toBe("USDC");
    expect(await market.read("usdc", "decimals", [])).toBe(6);
    expect(await market.read("usdc", "version", [])).toBe("2");
    const [, name, version, chainId, verifyingContract] = await market.read(
      "usdc",
      "eip712Domain",
      [],
    );
    expect({ name, version, chainId, verifyingContract }).toEqual({
      name: "USD Coin",
      version: "2",
      chainId: 8453n,
      verifyingContract: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
    });
  });
});
