import { SvcError } from "../errors.js";
import type { Outcome } from "./rpc/answer.js";
import { type Clock, systemClock } from "./rpc/clock.js";
import { ask, dispatch, type Waiting } from "./rpc/dispatch.js";
import type { Fetch } from "./rpc/exchange.js";
import type { ProviderFault } from "./rpc/fault.js";
import { createProvider, type RpcCall } from "./rpc/provider.js";
import { createTransport, type RequestEvent } from "./rpc/transport.js";

export type RpcOptions = {
  /** Providers in the order of preference. They may carry keys and appear in no error. */
  urls: readonly string[];
  /** A provider that answers for another chain is never believed. */
  chainId: number;
  /** For one HTTP request, body included; 10 seconds when absent. */
  timeoutMs?: number;
  /** Longest time a call waits for resting providers when no other is left; 2 seconds when absent. */
  maxWaitMs?: number;
  /** 16 MiB when absent. */
  maxResponseBytes?: number;
  /** Most calls of one HTTP request, its own checks aside; 100 when absent. */
  maxBatch?: number;
  onRequest?: (event: RequestEvent) => void;
  fetch?: Fetch;
  clock?: Clock;
};

/** A chain, as seen through several providers. */
export type Rpc = {
  chainId: number;
  providerCount: number;
  /**
   * Answers the result of a call. Calls made in the same turn of the event loop share one HTTP
   * request, so independent reads belong into one `Promise.all`. A failing provider is replaced by
   * the next. Throws `RevertError`, `TooMuchError`, `BlockGoneError`, or a `chain_unavailable`,
   * `chain_mismatch` or `upstream_timeout`.
   */
  call(call: RpcCall): Promise<unknown>;
  /** Puts one call to every provider, resting ones included, and answers what each of them said. */
  askAll(call: RpcCall): Promise<Outcome[]>;
  /** Passes over a provider for a while, because the caller knows what is wrong with it. */
  demote(provider: number, fault: ProviderFault): void;
};

/** The chain id and the presence of a block are checked beside the calls of a request. */
const ownChecks = 2;

/** Creates a client of one chain. */
export function createRpc(options: RpcOptions): Rpc {
  const { urls, chainId, maxWaitMs = 2_000, maxBatch = 100, clock = systemClock } = options;
  if (urls.length === 0) throw new SvcError("not_configured", "SVC_RPC_URL names no provider.");

  const providers = urls.map((url, index) => {
    const transport = createTransport({
      url,
      clock,
      maxBatch: maxBatch + ownChecks,
      fetch: options.fetch ?? ((target, init) => fetch(target, init)),
      timeoutMs: options.timeoutMs ?? 10_000,
      maxResponseBytes: options.maxResponseBytes ?? 16 * 1024 * 1024,
      onRequest: (event) => options.onRequest?.({ provider: index, ...event }),
    });
    return createProvider({ index, chainId, clock, transport });
  });

  let queue: Waiting[] = [];
  function flush(): void {
    const waiting = queue;
    queue = [];
    for (let from = 0; from < waiting.length; from += maxBatch) {
      const group = waiting.slice(from, from + maxBatch);
      dispatch({ providers, clock, maxWaitMs }, group).catch((error: unknown) => {
        for (const { reject } of group) reject(error);
      });
    }
  }

  return {
    chainId,
    providerCount: providers.length,
    call(call) {
      return new Promise((resolve, reject) => {
        if (queue.length === 0) setImmediate(flush);
        queue.push({ call, resolve, reject, faults: [] });
      });
    },
    askAll(call) {
      return Promise.all(
        providers.map(async (provider) => {
          const [outcome] = (await ask(provider, [call])) as [Outcome];
          if (outcome.kind === "fault") provider.rest(outcome.fault);
          return outcome;
        }),
      );
    },
    demote(provider, fault) {
      providers[provider]?.rest(fault);
    },
  };
}
