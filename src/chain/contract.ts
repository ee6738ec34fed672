import type {
  Abi,
  AbiFunction,
  ContractFunctionArgs,
  ContractFunctionName,
  ContractFunctionReturnType,
  Hex,
} from "viem";
import { SvcError } from "../errors.js";
import type { Address } from "../primitives/address.js";
import type { BlockRef } from "./block-ref.js";
import { type AbiSequence, toSequence } from "./codec/abi-type.js";
import { hashSignature } from "./codec/signature.js";
import { openWords } from "./codec/words.js";
import type { Rpc } from "./rpc.js";

type View = "view" | "pure";

/** One contract, read through the functions of its ABI. */
export type Contract<abi extends Abi> = {
  address: Address;
  /** Answers what a view returns at a block, in the shapes viem would give it. */
  read<
    const name extends ContractFunctionName<abi, View>,
    const args extends ContractFunctionArgs<abi, View, name>,
  >(
    name: name,
    args: args,
    at: BlockRef | "latest",
  ): Promise<ContractFunctionReturnType<abi, View, name, args>>;
};

/**
 * Binds an ABI to an address. The coding is ours: viem's costs a fifth of a second to import and
 * decodes a page of tasks several times slower.
 */
export function createContract<const abi extends Abi>(
  rpc: Pick<Rpc, "call">,
  abi: abi,
  address: Address,
): Contract<abi> {
  const codecs = new Map<string, FunctionCodec>();
  function prepare(name: string): FunctionCodec {
    const codec = codecs.get(name) ?? buildCodec(abi, name);
    codecs.set(name, codec);
    return codec;
  }

  return {
    address,
    async read(name, args, at) {
      const codec = prepare(name);
      const call = { to: address, data: codec.encode(args as readonly unknown[]) };
      const answer = (await rpc.call({ method: "eth_call", params: [call], at })) as string;
      if (answer === "0x") throw noContract(address);
      return codec.decode(answer) as never;
    },
  };
}

type FunctionCodec = {
  encode(args: readonly unknown[]): Hex;
  decode(answer: string): unknown;
};

function buildCodec(abi: Abi, name: string): FunctionCodec {
  const item = abi.find((entry): entry is AbiFunction => {
    return entry.type === "function" && entry.name === name;
  });
  if (item === undefined) throw new TypeError(`The ABI has no function ${name}.`);

  const selector = hashSignature(name, item.inputs).slice(0, 10);
  const inputs: AbiSequence = toSequence(item.inputs);
  const outputs = toSequence(item.outputs);
  return {
    encode: (args) => `${selector}${inputs.write(args)}` as Hex,
    decode(answer) {
      const values = outputs.read(openWords(answer), 0);
      return values.length === 1 ? values[0] : values;
    },
  };
}

function noContract(address: Address): SvcError {
  return new SvcError(
    "contract_mismatch",
    `There is no contract of this kind at ${address}: check the deployment file and the chain.`,
    { address },
  );
}
