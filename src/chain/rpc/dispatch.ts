import type { SvcError } from "../../errors.js";
import type { Outcome } from "./answer.js";
import type { Clock } from "./clock.js";
import {
  BlockGoneError,
  buildFailure,
  type FaultReport,
  RevertError,
  TooMuchError,
} from "./failure.js";
import { faultKinds, ProviderFault } from "./fault.js";
import type { Provider, RpcCall } from "./provider.js";
import { createRound } from "./round.js";

/** A call and the caller that waits for it. */
export type Waiting = {
  call: RpcCall;
  resolve(result: unknown): void;
  reject(error: unknown): void;
  faults: FaultReport[];
};

export type DispatchOptions = {
  providers: readonly Provider[];
  clock: Clock;
  maxWaitMs: number;
};

/** Asks provider after provider until every call of the group has its answer or nobody is left. */
export async function dispatch(
  { providers, clock, maxWaitMs }: DispatchOptions,
  group: readonly Waiting[],
): Promise<void> {
  const round = createRound(providers, clock);
  let waitLeftMs = maxWaitMs;
  let open = group;
  while (open.length > 0) {
    const next = round.next();
    const waitMs = next === undefined ? Number.POSITIVE_INFINITY : next.readyAtMs - clock.nowMs();
    if (next === undefined || waitMs > waitLeftMs) break;

    if (waitMs > 0) await clock.wait(waitMs);
    waitLeftMs -= Math.max(0, waitMs);
    const { provider } = next;
    const calls = open.map(({ call }) => call);
    open = settle(open, await ask(provider, calls), provider.index);
    const worst = findWorst(open);
    if (worst !== undefined) {
      provider.rest(worst);
      round.note(provider, worst);
    }
  }
  for (const { call, faults, reject } of open) reject(toFailure(providers, call, faults));
}

/** Puts calls to one provider; a fault of the provider becomes the outcome of each of them. */
export async function ask(provider: Provider, calls: readonly RpcCall[]): Promise<Outcome[]> {
  try {
    return await provider.send(calls);
  } catch (error) {
    if (!(error instanceof ProviderFault)) throw error;
    return calls.map(() => ({ kind: "fault", fault: error }));
  }
}

/** Gives each caller its answer; answers the calls that another provider must be asked for. */
function settle(open: readonly Waiting[], outcomes: readonly Outcome[], provider: number) {
  return open.filter(({ call, faults, resolve, reject }, position) => {
    const outcome = outcomes[position] as Outcome;
    if (outcome.kind === "result") resolve(outcome.result);
    else if (outcome.kind === "revert") reject(new RevertError(outcome.data));
    else if (outcome.kind === "too_much") reject(new TooMuchError(call.method));
    else faults.push({ provider, fault: outcome.fault });
    return outcome.kind === "fault";
  });
}

/** The latest fault with the longest rest. */
function findWorst(open: readonly Waiting[]): ProviderFault | undefined {
  return open
    .map(({ faults }) => (faults.at(-1) as FaultReport).fault)
    .sort((a, b) => faultKinds[b.kind].restMs - faultKinds[a.kind].restMs)[0];
}

function toFailure(
  providers: readonly Provider[],
  { method, at }: RpcCall,
  faults: readonly FaultReport[],
): SvcError {
  // Nobody was asked when all are resting: then their last faults are the reason.
  const reports = new Map(
    providers.flatMap((provider) => {
      const fault = provider.lastFault();
      return faults.length > 0 || fault === undefined ? [] : [[provider.index, fault]];
    }),
  );
  for (const { provider, fault } of faults) reports.set(provider, fault);

  const gone = [...reports.values()].every(({ kind }) => kind === "block_unknown");
  if (gone && at !== undefined && at !== "latest") return new BlockGoneError(at.number);

  const retryAfterMs = Math.min(...providers.map((provider) => provider.restsForMs()));
  return buildFailure(method, reports, retryAfterMs);
}
