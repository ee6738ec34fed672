import {
  type Abi,
  BaseError,
  type ContractFunctionName,
  type ContractFunctionReturnType,
  decodeFunctionResult,
  type EncodeFunctionDataParameters,
  encodeFunctionData,
} from "viem";
import type { Address } from "../../primitives/address.js";
import { type DeployNode, isRevert } from "./node.js";

/** Reads a view without arguments; undefined when there is no contract that answers it. */
export async function findView<
  const abi extends Abi,
  name extends ContractFunctionName<abi, "view" | "pure">,
>(
  node: Pick<DeployNode, "call">,
  to: Address,
  abi: abi,
  name: name,
): Promise<ContractFunctionReturnType<abi, "view" | "pure", name> | undefined> {
  const view: { abi: Abi; functionName: string } = { abi, functionName: name };
  try {
    const data = await node.call({
      to,
      data: encodeFunctionData(view as EncodeFunctionDataParameters),
    });
    return decodeFunctionResult({ ...view, data }) as never;
  } catch (error) {
    if (isRevert(error) || error instanceof BaseError) return undefined;
    throw error;
  }
}
