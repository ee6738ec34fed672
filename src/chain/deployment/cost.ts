import { decodeFunctionResult, encodeFunctionData, getContractAddress, parseAbi } from "viem";
import type { Address } from "../../primitives/address.js";
import { readFees } from "./fees.js";
import { measuredGas } from "./gas.js";
import { type DeployNode, isRefusal } from "./node.js";
import { buildLocator, type Created, type DeploySettings, type DeployStep } from "./settings.js";
import type { StepTx } from "./steps.js";

/** What a step is expected to use, and who says so: this chain, or a measurement on another one. */
export type StepGas = { gas: bigint; source: "chain" | "measured" };

/** What the steps that are left are expected to cost at the fees of the moment. */
export type Cost = {
  steps: Readonly<Record<string, StepGas>>;
  gas: bigint;
  feePerGasWei: bigint;
  /** What a rollup adds for publishing the data; zero on other chains. */
  dataFeeWei: bigint;
  totalWei: bigint;
};

/** Estimates the cost of the steps that are left. */
export async function estimateCost(
  node: DeployNode,
  from: Address,
  settings: DeploySettings,
  left: readonly DeployStep[],
  created: Created,
): Promise<Cost> {
  const nonce = await node.nonce(from, "pending");
  const addresses = { ...predictAddresses(from, nonce, left), ...created };
  const txs = left.map((step) => step.build(buildLocator(settings, addresses, step.market)));
  const [gases, { expectedPerGas }, dataFeeWei] = await Promise.all([
    Promise.all(left.map((step, index) => estimateStep(node, from, step, txs[index] as StepTx))),
    readFees(node),
    estimateDataFee(node, txs),
  ]);
  const gas = gases.reduce((sum, each) => sum + each.gas, 0n);
  return {
    steps: Object.fromEntries(left.map((step, index) => [step.id, gases[index] as StepGas])),
    gas,
    feePerGasWei: expectedPerGas,
    dataFeeWei,
    totalWei: gas * expectedPerGas + dataFeeWei,
  };
}

/** Where creations would put their contracts if nothing else were sent meanwhile. */
function predictAddresses(from: Address, nonce: number, steps: readonly DeployStep[]): Created {
  return Object.fromEntries(
    steps.map(({ id }, index) => [id, getContractAddress({ from, nonce: BigInt(nonce + index) })]),
  );
}

async function estimateStep(
  node: DeployNode,
  from: Address,
  step: DeployStep,
  tx: StepTx,
): Promise<StepGas> {
  // A call to a contract that is not there yet succeeds and costs nearly nothing: do not ask.
  const askable = tx.to === undefined || (await node.hasCode(tx.to));
  const gas = askable
    ? await node.estimateGas({ from, ...tx }).catch((error: unknown) => {
        if (isRefusal(error)) return undefined;
        throw error;
      })
    : undefined;
  if (gas !== undefined) return { gas, source: "chain" };

  return { gas: getMeasuredGas(step), source: "measured" };
}

function getMeasuredGas(step: DeployStep): bigint {
  const name = step.market === undefined ? step.id : step.id.slice(step.market.length + 2);
  const gas = measuredGas[name];
  if (gas === undefined) throw new Error(`The gas of the step "${name}" has not been measured.`);

  return gas;
}

/** Rollups of the OP stack, chain 8453 among them, tell here what publishing data costs. */
const gasPriceOracle: Address = "0x420000000000000000000000000000000000000F";
const gasPriceOracleAbi = parseAbi(["function getL1FeeUpperBound(uint256) view returns (uint256)"]);

/** Bytes of a signed transaction besides its data, rounded up. */
const envelopeBytes = 150;

async function estimateDataFee(node: DeployNode, txs: readonly StepTx[]): Promise<bigint> {
  if (!(await node.hasCode(gasPriceOracle))) return 0n;

  const bytes = txs.reduce((sum, { data }) => sum + data.length / 2 - 1 + envelopeBytes, 0);
  const abi = gasPriceOracleAbi;
  const functionName = "getL1FeeUpperBound";
  const call = encodeFunctionData({ abi, functionName, args: [BigInt(bytes)] });
  try {
    const data = await node.call({ to: gasPriceOracle, data: call });
    return decodeFunctionResult({ abi, functionName, data });
  } catch (error) {
    // An older or another oracle: the estimate then lacks this small part.
    if (isRefusal(error)) return 0n;
    throw error;
  }
}
