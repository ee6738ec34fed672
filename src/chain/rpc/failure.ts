import type { Hex } from "viem";
import { SvcError } from "../../errors.js";
import type { ProviderFault } from "./fault.js";

/** The contract refused the call. `data` is what it returned: a custom error, or 0x. */
export class RevertError extends SvcError {
  readonly data: Hex;

  constructor(data: Hex) {
    super("would_revert", "The contract refused the call.", { data });
    this.data = data;
  }
}

/** The call needs more gas, time or bytes than a node grants; asking for less at once can help. */
export class TooMuchError extends SvcError {
  constructor(method: string) {
    const text = `The RPC provider does not answer ${method} of this size: ask for less at once.`;
    super("chain_unavailable", text, { method });
  }
}

/** No provider has the block: it was dropped from the chain, or is too old for them. */
export class BlockGoneError extends SvcError {
  constructor(block: number) {
    const text = `No RPC provider has block ${block} any more: read again at a newer block.`;
    super("chain_unavailable", text, { block });
  }
}

/** What one provider did wrong. */
export type FaultReport = { provider: number; fault: ProviderFault };

/** Builds the failure of a call that no provider could answer, from what each of them did wrong. */
export function buildFailure(
  method: string,
  reports: ReadonlyMap<number, ProviderFault>,
  retryAfterMs: number,
): SvcError {
  const faults = [...reports.values()];
  const told = [...reports].map(([index, { reason }]) => `provider ${index + 1} ${reason}`);
  const text = `No RPC provider could answer ${method}: ${told.join("; ")}.`;
  const providers = [...reports].map(([index, { kind }]) => ({ provider: index + 1, fault: kind }));
  if (faults.every(({ kind }) => kind === "wrong_chain")) {
    const advice = "Set SVC_RPC_URL to a provider of the chain in the deployment file.";
    return new SvcError("chain_mismatch", `${text} ${advice}`, { method, providers });
  }

  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1_000));
  const advice = `Try again in ${seconds} s; SVC_RPC_URL can name more providers.`;
  const late = faults.every(({ kind }) => kind === "timeout");
  return new SvcError(late ? "upstream_timeout" : "chain_unavailable", `${text} ${advice}`, {
    method,
    providers,
    retryAfterMs: seconds * 1_000,
  });
}
