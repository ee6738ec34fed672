import type { AbiParameter } from "viem";
import type { Words } from "./words.js";

/** How the values of one Solidity type are read and written. */
export type AbiType = {
  /** True when the value stands elsewhere and its place holds an offset. */
  dynamic: boolean;
  /** Bytes at the value's own place; 32 for a dynamic one. */
  headBytes: number;
  read(words: Words, at: number): unknown;
  /** The encoding as hex digits, without 0x and without an offset. */
  write(value: unknown): string;
};

/** Reads and writes several values that follow each other, as arguments do. */
export type AbiSequence = Omit<AbiType, "read" | "write"> & {
  read(words: Words, at: number): unknown[];
  write(values: readonly unknown[]): string;
};

/** Prepares the codec of a list of parameters; done once for each function and event. */
export function toSequence(parameters: readonly AbiParameter[]): AbiSequence {
  const types = parameters.map(toType);
  const headBytes = types.reduce((sum, type) => sum + type.headBytes, 0);
  return {
    dynamic: types.some((type) => type.dynamic),
    headBytes,
    read(words, base) {
      let head = base;
      return types.map((type) => {
        const at = head;
        head += type.headBytes;
        return type.read(words, type.dynamic ? words.offset(at, base) : at);
      });
    },
    write(values) {
      if (values.length !== types.length) throw new TypeError(`Expected ${types.length} values.`);

      return join(types.map((type, index) => ({ type, digits: type.write(values[index]) })));
    },
  };
}

/**
 * Prepares the codec of one parameter, for the types our views and events have. Integers of at most
 * 48 bits are numbers, all others bigints, as in viem.
 */
export function toType(parameter: AbiParameter): AbiType {
  const { type } = parameter;
  if (type.endsWith("[]")) return toList({ ...parameter, type: type.slice(0, -2) });
  if (type === "tuple") return toTuple(parameter as { components: readonly AbiParameter[] });
  if (type === "string") return text;
  if (type === "address") return address;
  if (type === "bool") return bool;

  const [, kind, size] = /^(uint|bytes)(\d+)$/.exec(type) ?? [];
  if (kind === "uint") return toUint(Number(size));
  if (kind === "bytes") return toFixedBytes(Number(size));
  throw new TypeError(`The type ${type} is not supported.`);
}

function toTuple({ components }: { components: readonly AbiParameter[] }): AbiType {
  const sequence = toSequence(components);
  const names = components.map(({ name }) => name as string);
  return {
    dynamic: sequence.dynamic,
    headBytes: sequence.dynamic ? 32 : sequence.headBytes,
    read(words, at) {
      const values = sequence.read(words, at);
      const result: Record<string, unknown> = {};
      for (let index = 0; index < names.length; index++) {
        result[names[index] as string] = values[index];
      }
      return result;
    },
    write(value) {
      return sequence.write(names.map((name) => (value as Record<string, unknown>)[name]));
    },
  };
}

function toList(parameter: AbiParameter): AbiType {
  const element = toType(parameter);
  return {
    dynamic: true,
    headBytes: 32,
    read(words, at) {
      const base = at + 32;
      return Array.from({ length: words.length(at, element.headBytes) }, (_, index) => {
        const head = base + index * element.headBytes;
        return element.read(words, element.dynamic ? words.offset(head, base) : head);
      });
    },
    write(value) {
      const values = value as readonly unknown[];
      const parts = values.map((item) => ({ type: element, digits: element.write(item) }));
      return word(BigInt(values.length)) + join(parts);
    },
  };
}

/** Puts heads before tails; the head of a dynamic value is the offset of its tail. */
function join(parts: readonly { type: AbiType; digits: string }[]): string {
  let offset = parts.reduce((sum, { type }) => sum + type.headBytes, 0);
  let heads = "";
  let tails = "";
  for (const { type, digits } of parts) {
    if (!type.dynamic) {
      heads += digits;
      continue;
    }
    heads += word(BigInt(offset));
    tails += digits;
    offset += digits.length / 2;
  }
  return heads + tails;
}

const address: AbiType = {
  dynamic: false,
  headBytes: 32,
  read: (words, at) => words.address(at),
  write: (value) => readDigits(value, 20).padStart(64, "0"),
};

const bool: AbiType = {
  dynamic: false,
  headBytes: 32,
  read: (words, at) => words.bool(at),
  write: (value) => word(value === true ? 1n : 0n),
};

const text: AbiType = {
  dynamic: true,
  headBytes: 32,
  read: (words, at) => words.text(at + 32, words.length(at, 1)),
  write(value) {
    const digits = Buffer.from(value as string, "utf8").toString("hex");
    const padded = digits.padEnd(Math.ceil(digits.length / 64) * 64, "0");
    return word(BigInt(digits.length / 2)) + padded;
  },
};

function toUint(bits: number): AbiType {
  const size = bits / 8;
  return {
    dynamic: false,
    headBytes: 32,
    read: (words, at) => (bits <= 48 ? words.smallUint(at, size) : words.uint(at, size)),
    write(value) {
      const integer = BigInt(value as bigint | number);
      if (integer < 0n || integer >> BigInt(bits) !== 0n) {
        throw new RangeError(`${integer} is no uint${bits}.`);
      }
      return word(integer);
    },
  };
}

function toFixedBytes(size: number): AbiType {
  return {
    dynamic: false,
    headBytes: 32,
    read: (words, at) => words.fixedBytes(at, size),
    write: (value) => readDigits(value, size).padEnd(64, "0"),
  };
}

function word(value: bigint): string {
  return value.toString(16).padStart(64, "0");
}

function readDigits(value: unknown, size: number): string {
  const digits = /^0x([0-9a-fA-F]*)$/.exec(String(value))?.[1];
  if (digits?.length !== size * 2) throw new TypeError(`Expected ${size} bytes.`);
  return digits.toLowerCase();
}
