import { type BlockRef, type BlockStyle, findBlockRef, toBlockArgument } from "../block-ref.js";
import { findQuantity, toQuantity } from "../wire-values.js";
import type { Outcome } from "./answer.js";
import type { Clock } from "./clock.js";
import { faultKinds, ProviderFault } from "./fault.js";
import type { Member, Transport } from "./transport.js";

/** One call. `at` ties it to a block: see `BlockStyle`. */
export type RpcCall = {
  method: string;
  /** Without the block: `at` says which one. */
  params: readonly unknown[];
  at?: BlockRef | "latest";
};

/** One provider: what it can do, and whether it is worth asking now. */
export type Provider = {
  index: number;
  /** Answers each call in the order given; throws a `ProviderFault` that concerns all of them. */
  send(calls: readonly RpcCall[]): Promise<Outcome[]>;
  /** Leaves the provider alone for a while. */
  rest(fault: ProviderFault): void;
  /** Milliseconds until it may be asked again; zero when it may now. */
  restsForMs(): number;
  lastFault(): ProviderFault | undefined;
};

/** Longest time a provider is left alone, whatever it asks for. */
const maxRestMs = 30_000;

/** Methods whose last argument is a block. For all others the block is only checked. */
const takesBlock: ReadonlySet<string> = new Set([
  "eth_call",
  "eth_getCode",
  "eth_getBalance",
  "eth_getTransactionCount",
]);

export type ProviderOptions = {
  index: number;
  chainId: number;
  clock: Clock;
  transport: Transport;
};

/** Creates a provider that proves its chain id before anything it says is believed. */
export function createProvider({ index, chainId, clock, transport }: ProviderOptions): Provider {
  let style: BlockStyle = "hash";
  let onRightChain = false;
  let failures = 0;
  let restUntilMs = 0;
  let last: ProviderFault | undefined;

  async function send(calls: readonly RpcCall[]): Promise<Outcome[]> {
    const outcomes = await sendAs(calls, style);
    const byHash = calls.some((call, position) => {
      return isByHash(call) && isInvalidParams(outcomes[position]);
    });
    if (style === "number" || !byHash) return outcomes;

    // The node may not know EIP-1898. If the number helps, it is used from now on.
    const retried = await sendAs(calls, "number");
    if (!retried.some(isInvalidParams)) style = "number";
    return retried;
  }

  async function sendAs(calls: readonly RpcCall[], as: BlockStyle): Promise<Outcome[]> {
    const guards = listGuards(calls, as);
    const checksChain = !onRightChain;
    const members: Member[] = [
      ...(checksChain ? [{ method: "eth_chainId", params: [] }] : []),
      ...guards.map(toGuard),
      ...calls.map((call) => toMember(call, as)),
    ];
    const outcomes = await transport.send(members);
    if (checksChain) assertChain(outcomes.shift());

    const present = outcomes.splice(0, guards.length).map((outcome, guard) => {
      return outcome.kind === "result" && isBlock(outcome.result, guards[guard] as BlockRef);
    });
    return outcomes.map((outcome, position) => {
      const guard = guards.indexOf(calls[position]?.at as BlockRef);
      return guard === -1 || present[guard] === true ? outcome : blockUnknown();
    });
  }

  function assertChain(outcome: Outcome | undefined): void {
    if (outcome?.kind === "fault" && outcome.fault.kind !== "refused") throw outcome.fault;

    const found = outcome?.kind === "result" ? findQuantity(outcome.result) : undefined;
    if (found === undefined) throw new ProviderFault("malformed", "does not tell its chain id");
    if (found !== chainId) {
      const reason = `answers for chain ${found} instead of ${chainId}`;
      throw new ProviderFault("wrong_chain", reason, { chainId: found });
    }
    onRightChain = true;
  }

  return {
    index,
    async send(calls) {
      const outcomes = await send(calls);
      if (outcomes.every((outcome) => outcome.kind !== "fault")) failures = 0;
      return outcomes;
    },
    rest(fault) {
      last = fault;
      const { restMs } = faultKinds[fault.kind];
      if (restMs === 0) return;

      const asked = fault.details.retryAfterMs ?? 0;
      const backOff = restMs * 2 ** Math.min(failures, 10);
      failures += 1;
      restUntilMs = clock.nowMs() + Math.min(maxRestMs, Math.max(asked, backOff));
      // Whatever stands behind the URL now may be something else.
      onRightChain = false;
    },
    restsForMs: () => Math.max(0, restUntilMs - clock.nowMs()),
    lastFault: () => last,
  };
}

/** The blocks whose presence must be checked beside the calls. */
function listGuards(calls: readonly RpcCall[], style: BlockStyle): BlockRef[] {
  const blocks = calls.flatMap(({ method, at }) => {
    if (at === undefined || at === "latest") return [];
    return style === "hash" && takesBlock.has(method) ? [] : [at];
  });
  return [...new Set(blocks)];
}

function isByHash({ method, at }: RpcCall): boolean {
  return at !== undefined && at !== "latest" && takesBlock.has(method);
}

function toGuard(block: BlockRef): Member {
  return { method: "eth_getBlockByNumber", params: [toQuantity(block.number), false] };
}

function toMember({ method, params, at }: RpcCall, style: BlockStyle): Member {
  if (at === undefined || !takesBlock.has(method)) return { method, params };

  const block = at === "latest" ? at : toBlockArgument(at, style);
  return { method, params: [...params, block] };
}

function isBlock(value: unknown, expected: BlockRef): boolean {
  return findBlockRef(value)?.hash === expected.hash;
}

function isInvalidParams(outcome: Outcome | undefined): boolean {
  return outcome?.kind === "fault" && outcome.fault.details.invalidParams === true;
}

function blockUnknown(): Outcome {
  const fault = new ProviderFault("block_unknown", "does not have that block");
  return { kind: "fault", fault };
}
