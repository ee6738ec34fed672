import type { Provider } from "@nomicfoundation/edr";
import { SvcError } from "../errors.js";
import { buildDevAccounts, type DevAccount } from "./accounts.js";
import { createEdrProvider } from "./edr.js";
import {
  encodeError,
  encodeResult,
  findId,
  parseCall,
  type RpcCall,
  RpcError,
  type RpcErrorBody,
  toRpcError,
} from "./rpc-message.js";

export type EngineOptions = {
  /** Time of the first block; now when absent. */
  genesisUnix?: number;
  /** Mines a block each so many milliseconds, so that the clock of an idle chain moves. */
  blockIntervalMs?: number;
  /** How many dev accounts are funded; 20 when absent. */
  accountCount?: number;
  /** Gas that one block holds; 60 million when absent. */
  blockGasLimit?: bigint;
};

/** An EVM chain inside this process. */
export type Engine = {
  /** Answers the result of one call, or throws an `RpcError` that viem can decode. */
  request(method: string, params?: readonly unknown[]): Promise<unknown>;
  /** Answers the JSON of one request or batch; empty when it holds notifications only. */
  handle(json: string): Promise<string>;
  accounts: readonly DevAccount[];
  /** Refuses every later call, stops mining and lets go of the chain's memory. */
  close(): Promise<void>;
};

/**
 * Gas of a read that names none: paged views walk many tasks, and nobody pays for it. The engine
 * keeps about 500 bytes for each instruction until the read ends, so a page should stay small.
 */
const readGas = 500_000_000n;

/** Most members of one batch. */
const maxBatch = 1_000;

/** Creates a chain with id 8453 that mines each transaction at once and holds funded accounts. */
export async function createEngine(options: EngineOptions = {}): Promise<Engine> {
  const accounts = buildDevAccounts(options.accountCount ?? 20);
  let provider: Provider | undefined = await createEdrProvider({
    chainId: 8453n,
    accounts,
    balanceWei: 10_000n * 10n ** 18n,
    blockGasLimit: options.blockGasLimit ?? 60_000_000n,
    genesisUnix: options.genesisUnix ?? Math.floor(Date.now() / 1000),
    blockIntervalMs: options.blockIntervalMs,
  });

  async function execute(call: Omit<RpcCall, "id">): Promise<Outcome> {
    if (provider === undefined) throw new SvcError("chain_unavailable", "The devnet is closed.");

    const params = withReadGas(call.method, call.params);
    const message = { jsonrpc: "2.0", id: 1, method: call.method, params };
    return toOutcome((await provider.handleRequest(JSON.stringify(message))).data);
  }

  async function answer(message: unknown): Promise<string> {
    const call = parseCall(message);
    if (!("method" in call)) return encodeError(findId(message), call);

    const outcome = await execute(call);
    // A call without an id is a notification: it runs and nothing is answered.
    if (call.id === undefined) return "";
    return outcome.error === undefined
      ? encodeResult(call.id, outcome.resultJson)
      : encodeError(call.id, outcome.error);
  }

  return {
    accounts,
    async request(method, params = []) {
      const outcome = await execute({ method, params });
      if (outcome.error !== undefined) throw new RpcError(outcome.error);

      return JSON.parse(outcome.resultJson);
    },
    async handle(json) {
      const message = tryParse(json);
      if (message === undefined) {
        return encodeError(null, { code: -32_700, message: "The body is not JSON." });
      }
      if (!Array.isArray(message)) return answer(message);
      if (message.length === 0 || message.length > maxBatch) {
        const text = `A batch holds 1 to ${maxBatch} calls.`;
        return encodeError(null, { code: -32_600, message: text });
      }

      const answers: string[] = [];
      // One after the other: a batch that sends transactions keeps its order.
      for (const member of message) answers.push(await answer(member));
      const shown = answers.filter((text) => text !== "");
      return shown.length === 0 ? "" : `[${shown.join(",")}]`;
    },
    async close() {
      // The chain lives until the garbage collector finds it; its clock must not tick until then.
      if (provider !== undefined) await execute({ method: "evm_setIntervalMining", params: [0] });
      provider = undefined;
    },
  };
}

type Outcome = { resultJson: string; error?: undefined } | { error: RpcErrorBody };

/** Reads the engine's answer; a result stays the JSON it came as, since it can be large. */
function toOutcome(data: unknown): Outcome {
  const prefix = '{"result":';
  if (typeof data === "string" && data.startsWith(prefix)) {
    return { resultJson: data.slice(prefix.length, -1) };
  }
  const body = typeof data === "string" ? JSON.parse(data) : data;
  if (body.error !== undefined) return { error: toRpcError(body.error) };

  return { resultJson: JSON.stringify(body.result ?? null) };
}

/** Gives a read enough gas, unless the caller names the gas or a price it would have to afford. */
function withReadGas(method: string, params: readonly unknown[]): readonly unknown[] {
  const [call, ...rest] = params;
  if (method !== "eth_call" || typeof call !== "object" || call === null) return params;
  if ("gas" in call || "gasPrice" in call || "maxFeePerGas" in call) return params;

  return [{ ...call, gas: `0x${readGas.toString(16)}` }, ...rest];
}

function tryParse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
