import { getAddress } from "viem/utils";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { SvcError } from "../../src/errors.js";
import { Address, parseAddress, toChecksumAddress } from "../../src/primitives/address.js";

const checksummed = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";

describe("Address", () => {
  it("answers the checksummed form of lowercase, uppercase and checksummed input", () => {
    const upper = `0x${checksummed.slice(2).toUpperCase()}`;
    const inputs = [checksummed, checksummed.toLowerCase(), upper];

    expect(inputs.map((input) => Address.parse(input))).toEqual(Array(3).fill(checksummed));
  });

  it("computes the same checksum as viem", () => {
    for (let seed = 1n; seed < 2n ** 160n; seed = seed * 7n + 3n) {
      const address = `0x${seed.toString(16).padStart(40, "0")}` as const;
      expect(toChecksumAddress(address)).toBe(getAddress(address));
    }
  });

  it.each([
    ["0xF39Fd6e51aad88F6F4ce6aB8827279cffFb92266", "checksum"],
    ["0x1234", "40 hex digits"],
    [`${checksummed}0`, "40 hex digits"],
    [checksummed.slice(2), "40 hex digits"],
    [` ${checksummed}`, "40 hex digits"],
    [7, "40 hex digits"],
  ])("error: %j is refused because of its %s", (input, reason) => {
    expect(Address.safeParse(input).error?.issues[0]?.message).toContain(reason);
  });

  it("has a JSON schema with a pattern", () => {
    expect(z.toJSONSchema(Address)).toMatchObject({
      type: "string",
      pattern: "^0x[0-9a-fA-F]{40}$",
    });
  });
});

describe("parseAddress", () => {
  it("error: throws invalid_address", () => {
    expect(() => parseAddress("nobody")).toThrow(
      new SvcError("invalid_address", "Expected an address: 0x and 40 hex digits."),
    );
  });
});
