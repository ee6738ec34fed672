import { BaseError, HttpRequestError, http, RpcRequestError, TimeoutError } from "viem";
import { z } from "zod";
import { SvcError } from "../../errors.js";
import type { Address } from "../../primitives/address.js";
import type { Hex32 } from "../../primitives/hex32.js";
import { createGate } from "./gate.js";

/** What deploying needs of a chain's node. */
export type DeployNode = {
  /** The host, which is all of the URL that may be shown: the rest often carries a key. */
  host: string;
  chainId(): Promise<number>;
  /** The latest block; a chain without a base fee has none. */
  latestBlock(): Promise<{ number: number; timeUnix: number; baseFee: bigint | undefined }>;
  balance(address: Address): Promise<bigint>;
  /** How many transactions of the account are mined, or known to the node (`pending`). */
  nonce(address: Address, at: "latest" | "pending"): Promise<number>;
  hasCode(address: Address): Promise<boolean>;
  call(tx: { to?: Address; data: Hex }): Promise<Hex>;
  estimateGas(tx: { from: Address; to?: Address; data: Hex }): Promise<bigint>;
  gasPrice(): Promise<bigint>;
  /** The tip the node suggests; undefined if it suggests none. */
  tip(): Promise<bigint | undefined>;
  broadcast(raw: Hex): Promise<void>;
  knowsTransaction(hash: Hex32): Promise<boolean>;
  findReceipt(hash: Hex32): Promise<{ ok: boolean; block: number } | undefined>;
};

type Hex = `0x${string}`;

const Hex = z.templateLiteral(["0x", z.string().regex(/^[0-9a-f]*$/i)]);
const Quantity = z
  .string()
  .regex(/^0x[0-9a-f]{1,64}$/i)
  .transform(BigInt);
const Count = Quantity.transform(Number).refine(Number.isSafeInteger);
const Block = z.object({
  number: Count,
  timestamp: Count,
  baseFeePerGas: Quantity.nullish().transform((fee) => fee ?? undefined),
});
const Receipt = z.object({ status: Quantity, blockNumber: Count }).nullable();

const timeoutMs = 20_000;
/** Public nodes refuse those who ask too much at once. */
const maxAtOnce = 6;

/**
 * Connects to a node. A call fails with `chain_unavailable` if the node cannot be reached and with
 * `upstream_failed` (facts: method, rpcCode, said) if it answers with an error.
 */
export function createDeployNode(url: string): DeployNode {
  const { host } = new URL(url);
  const transport = http(url, { timeout: timeoutMs, retryCount: 2, retryDelay: 200 })({});
  const gate = createGate(maxAtOnce);

  async function ask<T>(method: string, params: readonly unknown[], shape: z.ZodType<T>) {
    const answer = await gate(() => transport.request({ method, params })).catch(
      (error: unknown) => {
        throw toSvcError(error, url, method);
      },
    );
    const parsed = shape.safeParse(answer);
    if (parsed.success) return parsed.data;
    throw new SvcError("chain_unavailable", `The node ${host} answered ${method} with nonsense.`, {
      method,
    });
  }

  return {
    host,
    chainId: () => ask("eth_chainId", [], Count),
    async latestBlock() {
      const block = await ask("eth_getBlockByNumber", ["latest", false], Block);
      return { number: block.number, timeUnix: block.timestamp, baseFee: block.baseFeePerGas };
    },
    balance: (address) => ask("eth_getBalance", [address, "latest"], Quantity),
    nonce: (address, at) => ask("eth_getTransactionCount", [address, at], Count),
    hasCode: async (address) => (await ask("eth_getCode", [address, "latest"], Hex)) !== "0x",
    call: (tx) => ask("eth_call", [tx, "latest"], Hex),
    estimateGas: (tx) => ask("eth_estimateGas", [tx], Quantity),
    gasPrice: () => ask("eth_gasPrice", [], Quantity),
    tip: () =>
      ask("eth_maxPriorityFeePerGas", [], Quantity).catch((error: unknown) => {
        if (isRefusal(error)) return undefined;
        throw error;
      }),
    broadcast: async (raw) => void (await ask("eth_sendRawTransaction", [raw], Hex)),
    knowsTransaction: async (hash) =>
      (await ask("eth_getTransactionByHash", [hash], z.unknown())) !== null,
    async findReceipt(hash) {
      const receipt = await ask("eth_getTransactionReceipt", [hash], Receipt);
      return receipt === null
        ? undefined
        : { ok: receipt.status === 1n, block: receipt.blockNumber };
    },
  };
}

/** True when the node answered, but with an error. */
export function isRefusal(error: unknown): error is SvcError {
  return error instanceof SvcError && error.code === "upstream_failed";
}

/** True when the node answered that the call or transaction would revert. */
export function isRevert(error: unknown): boolean {
  if (!isRefusal(error)) return false;

  const { rpcCode, said } = error.facts;
  return rpcCode === 3 || /revert|invalid opcode/i.test(String(said));
}

/** The cause is left out: it holds the URL, and the URL may hold a key. */
function toSvcError(error: unknown, url: string, method: string): SvcError {
  const { host } = new URL(url);
  const refusal = find(error, RpcRequestError);
  if (refusal !== undefined) {
    const said = quote(refusal.details, listSecrets(url));
    return new SvcError("upstream_failed", `The node ${host} answered ${method} with "${said}".`, {
      method,
      rpcCode: refusal.code,
      said,
    });
  }
  const status = find(error, HttpRequestError)?.status;
  const reason =
    find(error, TimeoutError) !== undefined
      ? `gave no answer within ${timeoutMs / 1000} s`
      : status === undefined
        ? "cannot be reached"
        : `answered with HTTP status ${status}`;
  return new SvcError("chain_unavailable", `The node ${host} ${reason}.`, { method });
}

function find<T extends Error>(error: unknown, type: abstract new (...args: never[]) => T) {
  const found = error instanceof BaseError ? error.walk((cause) => cause instanceof type) : error;
  return found instanceof type ? found : undefined;
}

/** The parts of a provider's URL that may be a key. */
function listSecrets(url: string): string[] {
  const { username, password, pathname, searchParams } = new URL(url);
  const parts = [username, password, ...pathname.split("/"), ...searchParams.values()];
  return parts.flatMap((part) => [part, decodeURIComponent(part)]).filter((part) => part !== "");
}

/** Text of a node is shown in one short line of printable characters, without any URL in it. */
function quote(text: string, secrets: readonly string[]): string {
  return secrets
    .reduce((shown, secret) => shown.replaceAll(secret, "…"), text)
    .replace(/https?:\/\/\S+/gi, "(URL)")
    .replace(/[^\x20-\x7e]+/g, " ")
    .replaceAll('"', "'")
    .slice(0, 300);
}
