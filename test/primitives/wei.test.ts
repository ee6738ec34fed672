import { describe, expect, it } from "vitest";
import { maxUint256, parseWei, toWei, Wei } from "../../src/primitives/wei.js";

describe("Wei", () => {
  it("goes from a decimal string to a bigint and back", () => {
    const amounts = ["0", "1", "1000000000000000000000", maxUint256.toString()];

    expect(amounts.map((amount) => toWei(parseWei(amount)))).toEqual(amounts);
  });

  it.each(["", "-1", "+1", "01", "1.5", "1e18", "0x10", " 1", "1n", (maxUint256 + 1n).toString()])(
    "error: %j is refused",
    (amount) => {
      expect(Wei.safeParse(amount).success).toBe(false);
      expect(() => parseWei(amount)).toThrow(expect.objectContaining({ code: "invalid_amount" }));
    },
  );

  it.each([-1n, maxUint256 + 1n])("error: %s is no amount of a contract", (amount) => {
    expect(() => toWei(amount)).toThrow("The amount does not fit 256 bits.");
  });
});
