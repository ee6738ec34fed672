import { describe, expect, it } from "vitest";
import { parsePrivateKey } from "../../src/chain/signer.js";

const key = "ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80";

describe("parsePrivateKey", () => {
  it("answers an account that signs, with or without 0x and spaces", () => {
    const address = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";

    expect(parsePrivateKey(`0x${key}`).address).toBe(address);
    expect(parsePrivateKey(` ${key}\n`).address).toBe(address);
  });

  it.each([undefined, "", "  "])("error: %j says that it is not set", (value) => {
    expect(() => parsePrivateKey(value)).toThrow("PRIVATE_KEY is not set");
  });

  it.each([key.slice(1), `${key}0`, `0x${"g".repeat(64)}`, "0".repeat(64), "f".repeat(64)])(
    "error: a wrong key is refused and appears nowhere in the error",
    (value) => {
      let error: unknown;
      try {
        parsePrivateKey(value);
      } catch (thrown) {
        error = thrown;
      }

      expect(error).toMatchObject({ code: "invalid_private_key", facts: {} });
      expect((error as Error).cause).toBeUndefined();
      expect(String((error as Error).stack)).not.toContain(value.slice(0, 16));
    },
  );
});
