import type { DeployNode } from "./node.js";

/** What a transaction offers per gas; a chain without a base fee knows one price only. */
export type Fees =
  | { type: "eip1559"; maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }
  | { type: "legacy"; gasPrice: bigint };

/** The fees of the moment: what gas costs now, and what to offer so that a rise does not stop us. */
export type CurrentFees = { expectedPerGas: bigint; offer: Fees };

/** Reads the fees of the latest block. */
export async function readFees(node: DeployNode): Promise<CurrentFees> {
  const { baseFee: base } = await node.latestBlock();
  if (base === undefined) {
    const gasPrice = await node.gasPrice();
    return { expectedPerGas: gasPrice, offer: { type: "legacy", gasPrice } };
  }

  const tip = (await node.tip()) ?? positive((await node.gasPrice()) - base);
  return {
    expectedPerGas: base + tip,
    // Twice the base fee covers six full blocks in a row.
    offer: { type: "eip1559", maxFeePerGas: 2n * base + tip, maxPriorityFeePerGas: tip },
  };
}

/** True when a waiting transaction offers less than a block asks now. */
export async function isUnderpriced(node: DeployNode, offered: Fees): Promise<boolean> {
  const { baseFee } = await node.latestBlock();
  return priceOf(offered) < (baseFee ?? (await node.gasPrice()));
}

/** Raises fees for a replacement: nodes want an eighth more than what they hold already. */
export function raiseFees(held: Fees, current: Fees): Fees {
  if (held.type === "legacy" || current.type === "legacy") {
    return { type: "legacy", gasPrice: larger(priceOf(current), anEighthMore(priceOf(held))) };
  }
  return {
    type: "eip1559",
    maxFeePerGas: larger(current.maxFeePerGas, anEighthMore(held.maxFeePerGas)),
    maxPriorityFeePerGas: larger(
      current.maxPriorityFeePerGas,
      anEighthMore(held.maxPriorityFeePerGas),
    ),
  };
}

/** The most a transaction pays per gas. */
export function priceOf(fees: Fees): bigint {
  return fees.type === "legacy" ? fees.gasPrice : fees.maxFeePerGas;
}

function anEighthMore(amount: bigint): bigint {
  return amount + amount / 8n + 1n;
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

function positive(amount: bigint): bigint {
  return amount > 0n ? amount : 0n;
}
