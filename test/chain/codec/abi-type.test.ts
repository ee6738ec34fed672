import fc from "fast-check";
import {
  type Abi,
  type AbiParameter,
  decodeAbiParameters,
  encodeAbiParameters,
  getAddress,
  type Hex,
  toEventSelector,
  toFunctionSelector,
} from "viem";
import { describe, expect, it } from "vitest";
import { toSequence } from "../../../src/chain/codec/abi-type.js";
import { hashSignature } from "../../../src/chain/codec/signature.js";
import { openWords } from "../../../src/chain/codec/words.js";
import { abis } from "../../../src/devnet/driver.js";

const allAbis: Abi = Object.values<Abi>(abis).flat();
const views = allAbis.flatMap((item) => {
  return item.type === "function" && /view|pure/.test(item.stateMutability) ? [item] : [];
});
const events = allAbis.flatMap((item) => (item.type === "event" ? [item] : []));

describe("the codec of the contracts' types", () => {
  it("reads and writes what viem writes, for every view of every contract", () => {
    const lists = views.flatMap((view) => [view.inputs, view.outputs]).filter(isSupported);
    expect(lists.length).toBeGreaterThan(100);
    for (const parameters of lists) {
      const sequence = toSequence(parameters);
      fc.assert(
        fc.property(arbitraryValues(parameters), (values) => {
          const encoded = encodeAbiParameters(parameters, values);
          expect(`0x${sequence.write(values)}`).toBe(encoded);
          expect(sequence.read(openWords(encoded), 0)).toEqual(
            decodeAbiParameters(parameters, encoded),
          );
        }),
        { numRuns: 20 },
      );
    }
  });

  it("knows the selector of every view and the topic of every event", () => {
    for (const view of views) {
      expect(hashSignature(view.name, view.inputs).slice(0, 10)).toBe(toFunctionSelector(view));
    }
    for (const event of events) {
      expect(hashSignature(event.name, event.inputs)).toBe(toEventSelector(event));
    }
  });

  it("keeps text that is not valid UTF-8 readable, as a poster may write any bytes", () => {
    const encoded = encodeAbiParameters([{ type: "bytes" }], ["0xff41efbbbf"]);

    expect(toSequence([{ type: "string" }]).read(openWords(encoded), 0)).toEqual(["\ufffdA\ufeff"]);
  });

  const word = (value: bigint) => value.toString(16).padStart(64, "0");
  it.each<[string, AbiParameter, string]>([
    ["no bytes at all", { type: "uint256" }, ""],
    ["half a word", { type: "uint256" }, "00".repeat(16)],
    ["digits that are no hex", { type: "uint256" }, "zz".repeat(32)],
    ["a uint8 of 256", { type: "uint8" }, word(256n)],
    ["a uint64 above its range", { type: "uint64" }, word(1n << 64n)],
    ["a bool of 2", { type: "bool" }, word(2n)],
    ["an address of 21 bytes", { type: "address" }, word(1n << 160n)],
    ["a bytes16 with a tail", { type: "bytes16" }, word(1n)],
    ["an offset outside", { type: "string" }, word(64n)],
    ["an offset beyond every memory", { type: "string" }, word((1n << 255n) + 32n)],
    ["a text longer than the data", { type: "string" }, word(32n) + word(33n) + word(0n)],
    ["a list longer than the data", { type: "uint256[]" }, word(32n) + word(1n << 40n)],
  ])("error: %s is refused", (_, parameter, digits) => {
    const read = () => toSequence([parameter]).read(openWords(`0x${digits}`), 0);

    expect(read).toThrowError(expect.objectContaining({ code: "contract_mismatch" }));
  });

  it("error: a small answer that unfolds into a huge one is refused at once", () => {
    // A list of 1,000 lists which all stand in the same place and have 1,000 entries.
    const heads = Array.from({ length: 1_000 }, () => word(32_000n)).join("");
    const shared = word(1_000n) + word(7n).repeat(1_000);
    const digits = word(32n) + word(1_000n) + heads + shared;
    const read = () => toSequence([{ type: "uint256[][]" }]).read(openWords(`0x${digits}`), 0);

    expect(read).toThrowError(expect.objectContaining({ code: "contract_mismatch" }));
  });

  it.each<[string, AbiParameter, unknown]>([
    ["a negative amount", { type: "uint256" }, -1n],
    ["an amount above its range", { type: "uint32" }, 2n ** 32n],
    ["an address that is too short", { type: "address" }, "0x12"],
    ["a hash without 0x", { type: "bytes32" }, "12".repeat(32)],
  ])("error: %s is not written", (_, parameter, value) => {
    expect(() => toSequence([parameter]).write([value])).toThrow();
  });
});

/** Types that only constructors and transactions take have no codec. */
function isSupported(parameters: readonly AbiParameter[]): boolean {
  return parameters.length > 0 && !/"type":"(bytes|int\d+)"/.test(JSON.stringify(parameters));
}

function arbitraryValues(parameters: readonly AbiParameter[]): fc.Arbitrary<unknown[]> {
  return fc.tuple(...parameters.map(arbitrary));
}

function arbitrary(parameter: AbiParameter): fc.Arbitrary<unknown> {
  const { type } = parameter;
  if (type.endsWith("[]")) {
    return fc.array(arbitrary({ ...parameter, type: type.slice(0, -2) }), { maxLength: 4 });
  }
  if (type === "tuple") {
    const { components } = parameter as { components: readonly AbiParameter[] };
    return fc.record(Object.fromEntries(components.map((item) => [item.name, arbitrary(item)])));
  }
  // viem drops a byte order mark at the start of a text; we keep what the chain says.
  if (type === "string")
    return fc.string({ unit: "grapheme" }).filter((text) => !/^\ufeff/.test(text));
  if (type === "bool") return fc.boolean();
  if (type === "address") return hex(20).map((address) => getAddress(address));

  const [, kind, size] = /^(uint|bytes)(\d+)$/.exec(type) ?? [];
  if (kind === "bytes") return hex(Number(size));
  const max = 2n ** BigInt(size as string) - 1n;
  const integer = fc.oneof(fc.bigInt({ min: 0n, max }), fc.bigInt({ min: 0n, max: 100n }));
  return Number(size) <= 48 ? integer.map(Number) : integer;
}

function hex(size: number): fc.Arbitrary<Hex> {
  return fc
    .uint8Array({ minLength: size, maxLength: size })
    .map((bytes): Hex => `0x${Buffer.from(bytes).toString("hex")}`);
}
