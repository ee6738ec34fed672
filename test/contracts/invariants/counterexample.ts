import { stripVTControlCharacters } from "node:util";
import type { BaseCounterExample, TestResult } from "@nomicfoundation/edr";

/** Returns the calls that break a test, one a line, or `undefined` when there are none. */
export function toCounterexample(test: TestResult): string | undefined {
  // The runner gives null where its types say undefined.
  const found = test.counterexample ?? undefined;
  if (found === undefined) return undefined;
  if (!("sequence" in found)) return `${toName(test.name)}(${toArguments(found)})`;

  const { sequence, originalSequenceSize } = found;
  const title = `${sequence.length} calls, shrunk from ${originalSequenceSize}:`;
  return [title, ...sequence.map((call, index) => `  ${index + 1}. ${toLine(call)}`)].join("\n");
}

function toLine(call: BaseCounterExample): string {
  const { sender, contractName = "unknown", signature, calldata } = call;
  const contract = contractName.split(":").at(-1);
  const name = signature === undefined ? toHex(calldata) : toName(signature);
  return `${contract}.${name}(${toArguments(call)})${sender ? ` from ${toHex(sender)}` : ""}`;
}

function toName(signature: string): string {
  return signature.replace(/\(.*/, "");
}

/** Drops the dimmed `[1.2e3]` that the runner prints after a large number. */
function toArguments({ args = "" }: BaseCounterExample): string {
  return stripVTControlCharacters(args).replaceAll(/(\d) \[-?[\d.]+e\d+\]/g, "$1");
}

function toHex(bytes: Uint8Array): string {
  return `0x${Buffer.from(bytes).toString("hex")}`;
}
