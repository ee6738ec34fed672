import { describe, expect, it } from "vitest";
import { Hex32, zeroHex32 } from "../../src/primitives/hex32.js";

describe("Hex32", () => {
  it("answers 32 bytes in lowercase", () => {
    expect(Hex32.parse(`0x${"Ab".repeat(32)}`)).toBe(`0x${"ab".repeat(32)}`);
    expect(Hex32.parse(zeroHex32)).toBe(zeroHex32);
  });

  it.each(["0x", `0x${"ab".repeat(31)}`, `0x${"ab".repeat(33)}`, "ab".repeat(32)])(
    "error: %j is refused",
    (value) => {
      expect(Hex32.safeParse(value).error?.issues[0]?.message).toBe(
        "Expected 32 bytes: 0x and 64 hex digits.",
      );
    },
  );
});
