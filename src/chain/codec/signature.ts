import { keccak_256 } from "@noble/hashes/sha3";
import type { AbiParameter } from "viem";
import type { Hex32 } from "../../primitives/hex32.js";

/** Hashes the signature of a function or event: its first four bytes select the function. */
export function hashSignature(name: string, inputs: readonly AbiParameter[]): Hex32 {
  const signature = `${name}(${inputs.map(toTypeName).join(",")})`;
  return `0x${Buffer.from(keccak_256(signature)).toString("hex")}`;
}

function toTypeName(parameter: AbiParameter): string {
  if (!parameter.type.startsWith("tuple")) return parameter.type;

  const { components } = parameter as { components: readonly AbiParameter[] };
  return `(${components.map(toTypeName).join(",")})${parameter.type.slice("tuple".length)}`;
}
