import { keccak_256 } from "@noble/hashes/sha3";
import { z } from "zod";
import { SvcError } from "../errors.js";

/**
 * An address with its checksum (EIP-55). All-lowercase and all-uppercase input carries no checksum
 * and is accepted; mixed case must be right. Parsing always answers the checksummed form.
 */
export const Address = z
  .templateLiteral(["0x", z.string().regex(/^[0-9a-fA-F]{40}$/)], {
    error: "Expected an address: 0x and 40 hex digits.",
  })
  .refine(hasValidChecksum, "The checksum of the address is wrong: check it for a typing error.")
  .overwrite(toChecksumAddress)
  .describe("Address: 0x and 40 hex digits.");
export type Address = `0x${string}`;

/** The address that no one owns; contracts answer it for "none". */
export const zeroAddress: Address = `0x${"0".repeat(40)}`;

/** Reads an address, or throws `invalid_address`. */
export function parseAddress(value: string): Address {
  const address = Address.safeParse(value);
  if (!address.success) {
    const reason = address.error.issues[0]?.message ?? "Expected an address.";
    throw new SvcError("invalid_address", reason);
  }

  return address.data;
}

/** Writes 40 hex digits of any case with their checksum. */
export function toChecksumAddress(address: Address): Address {
  const digits = address.slice(2).toLowerCase();
  const hash = keccak_256(digits);
  let result = "";
  for (let index = 0; index < digits.length; index++) {
    const byte = hash[index >> 1] ?? 0;
    const nibble = index % 2 === 0 ? byte >> 4 : byte & 15;
    const digit = digits.charAt(index);
    result += nibble >= 8 ? digit.toUpperCase() : digit;
  }
  return `0x${result}`;
}

function hasValidChecksum(address: Address): boolean {
  const digits = address.slice(2);
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return true;

  return toChecksumAddress(address) === address;
}
