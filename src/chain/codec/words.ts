import type { Hex } from "viem";
import { SvcError } from "../../errors.js";
import { type Address, toChecksumAddress } from "../../primitives/address.js";

/** The bytes a contract answered, read word by word; whatever does not add up is refused. */
export type Words = {
  /** Reads an unsigned integer that must fit the given bytes. */
  uint(at: number, bytes: number): bigint;
  /** The same for integers of at most 6 bytes. */
  smallUint(at: number, bytes: number): number;
  bool(at: number): boolean;
  address(at: number): Address;
  /** Reads left-aligned bytes, as bytes1 to bytes32 are. */
  fixedBytes(at: number, bytes: number): Hex;
  /** Reads a position relative to `base`. */
  offset(at: number, base: number): number;
  /** Reads the length of a list whose elements take at least `minBytes` each. */
  length(at: number, minBytes: number): number;
  text(at: number, bytes: number): string;
};

/**
 * Opens the answer of a contract. An encoder writes no word twice, so reading more words than there
 * are means that the data points back at itself; this keeps a forged answer from filling the memory.
 */
export function openWords(data: string): Words {
  const buffer = toBuffer(data);
  const view = new DataView(buffer.buffer, buffer.byteOffset, buffer.length);
  let budget = Math.ceil(buffer.length / 32);

  function take(at: number, bytes: number): void {
    budget -= Math.ceil(bytes / 32);
    if (at + bytes > buffer.length || budget < 0) throw malformed();
  }

  /** True when the first `count` quarters of 8 bytes of a word are zero. */
  function isZero(at: number, count: number): boolean {
    for (let end = at + count * 8; at < end; at += 8) {
      if ((view.getInt32(at) | view.getInt32(at + 4)) !== 0) return false;
    }
    return true;
  }

  function smallUint(at: number, bytes: number): number {
    take(at, 32);
    const value = view.getUint32(at + 24) * 2 ** 32 + view.getUint32(at + 28);
    if (!isZero(at, 3) || value >= 2 ** (bytes * 8)) throw malformed();
    return value;
  }

  function hex(from: number, to: number): Hex {
    return `0x${buffer.toString("hex", from, to)}`;
  }

  return {
    smallUint,
    uint(at, bytes) {
      take(at, 32);
      // Most amounts are small: native reads are much cheaper than parsing 64 digits.
      const value = isZero(at, 2)
        ? (view.getBigUint64(at + 16) << 64n) | view.getBigUint64(at + 24)
        : BigInt(hex(at, at + 32));
      if (bytes < 32 && value >> BigInt(bytes * 8) !== 0n) throw malformed();
      return value;
    },
    bool(at) {
      const value = smallUint(at, 1);
      if (value > 1) throw malformed();
      return value === 1;
    },
    address(at) {
      take(at, 32);
      if (!isZero(at, 1) || view.getInt32(at + 8) !== 0) throw malformed();
      return toKnownAddress(hex(at + 12, at + 32));
    },
    fixedBytes(at, bytes) {
      take(at, 32);
      for (let tail = at + bytes; tail < at + 32; tail++) {
        if (buffer[tail] !== 0) throw malformed();
      }
      return hex(at, at + bytes);
    },
    offset: (at, base) => base + smallUint(at, 6),
    length(at, minBytes) {
      const count = smallUint(at, 6);
      if (count * minBytes > buffer.length) throw malformed();
      return count;
    },
    text(at, bytes) {
      take(at, bytes);
      return buffer.toString("utf8", at, at + bytes);
    },
  };
}

/** A buffer rather than slices of the text: a slice would keep the whole answer in memory. */
function toBuffer(data: string): Buffer {
  if (!data.startsWith("0x")) throw malformed();

  const buffer = Buffer.from(data.slice(2), "hex");
  if (buffer.length * 2 !== data.length - 2) throw malformed();
  return buffer;
}

function malformed(): SvcError {
  const text =
    "A contract answered something else than its interface says: check the deployment file.";
  return new SvcError("contract_mismatch", text);
}

const known = new Map<string, Address>();
const maxKnown = 20_000;

/** Writes an address with its checksum, hashing each one only once. */
function toKnownAddress(address: Address): Address {
  const found = known.get(address);
  if (found !== undefined) return found;

  const checksummed = toChecksumAddress(address);
  if (known.size >= maxKnown) known.clear();
  known.set(address, checksummed);
  return checksummed;
}
