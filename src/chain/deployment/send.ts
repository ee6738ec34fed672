import { formatGwei, getContractAddress, type Hex, keccak256 } from "viem";
import { SvcError } from "../../errors.js";
import { toChecksumAddress } from "../../primitives/address.js";
import { type Fees, priceOf, readFees } from "./fees.js";
import { type Attempt, lastAttempt, type StepRecord } from "./journal.js";
import { isRevert } from "./node.js";
import type { RunContext } from "./run.js";
import type { DeployStep } from "./settings.js";
import type { StepTx } from "./steps.js";

/** Nodes behind one address differ by seconds: how long to wait before asking again. */
export const lookAgainMs = 1_000;

/** Signs a transaction, notes it in the journal, then sends it. */
export async function sendNew(
  context: RunContext,
  step: DeployStep,
  tx: StepTx,
): Promise<StepRecord> {
  const { node, account, journal, save } = context;
  const gas = await estimateGas(context, tx);
  const { offer } = await readFees(node);
  const { number: sinceBlock } = await node.latestBlock();
  const nonce = await nextNonce(context);
  const record: StepRecord = {
    nonce,
    ...(step.deploys === undefined
      ? {}
      : {
          address: toChecksumAddress(
            getContractAddress({ from: account.address, nonce: BigInt(nonce) }),
          ),
        }),
    sinceBlock,
    attempts: [await sign(context, tx, nonce, gas, offer)],
  };
  journal.steps[step.id] = record;
  save();
  await broadcast(context, lastAttempt(record));
  return record;
}

/** A node that lags does not know our latest transaction yet; the journal does. */
async function nextNonce({ node, account, journal }: RunContext): Promise<number> {
  const used = Object.values(journal.steps).map((record) => record.nonce + 1);
  return Math.max(await node.nonce(account.address, "pending"), ...used);
}

/** Asks the chain itself, and again if it would revert: a node that lags misses the step before. */
async function estimateGas({ node, account, sleep }: RunContext, tx: StepTx): Promise<bigint> {
  for (let tries = 1; ; tries++) {
    try {
      const gas = await node.estimateGas({ from: account.address, ...tx });
      return gas + gas / 5n;
    } catch (error) {
      if (!isRevert(error) || tries === 3) throw error;
      await sleep(lookAgainMs);
    }
  }
}

/** Signs a transaction and answers it with its hash; refuses a price far above the plan's. */
export async function sign(
  { account, chainId, maxPerGasWei }: RunContext,
  tx: StepTx,
  nonce: number,
  gas: bigint,
  fees: Fees,
): Promise<Attempt> {
  const perGasWei = priceOf(fees);
  if (perGasWei > maxPerGasWei) {
    throw new SvcError(
      "chain_unavailable",
      `The node asks for ${formatGwei(perGasWei)} gwei per gas, far more than the plan said (limit ${formatGwei(maxPerGasWei)}): look at the plan again, or use another node.`,
    );
  }

  const raw = await account.signTransaction({ chainId, nonce, gas, ...tx, ...fees });
  return { hash: keccak256(raw), raw };
}

/** Sends a signed transaction; that the node has it already is no failure. */
export async function broadcast({ node }: RunContext, { hash, raw }: Attempt): Promise<void> {
  try {
    await node.broadcast(raw as Hex);
  } catch (error) {
    if (!(await node.knowsTransaction(hash))) throw error;
  }
}
