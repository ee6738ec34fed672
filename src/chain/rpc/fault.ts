/** Everything a provider can do wrong, and for how long it is then left alone. */
export const faultKinds = {
  timeout: { restMs: 5_000 },
  unreachable: { restMs: 1_000 },
  cut_off: { restMs: 250 },
  rate_limited: { restMs: 1_000 },
  http_error: { restMs: 250 },
  malformed: { restMs: 250 },
  wrong_id: { restMs: 1_000 },
  wrong_chain: { restMs: 30_000 },
  lagging: { restMs: 5_000 },
  // The call is at fault here, or a block that has not arrived yet: other calls may go on.
  block_unknown: { restMs: 0 },
  refused: { restMs: 0 },
} as const satisfies Record<string, { restMs: number }>;

export type FaultKind = keyof typeof faultKinds;

/**
 * What one provider did wrong. `reason` continues the sentence "Provider 1 …"; it holds nothing the
 * provider wrote and nothing of its URL, which may carry a key.
 */
export class ProviderFault extends Error {
  override readonly name = "ProviderFault";
  readonly kind: FaultKind;
  readonly reason: string;
  readonly details: FaultDetails;

  constructor(kind: FaultKind, reason: string, details: FaultDetails = {}) {
    super(`The RPC provider ${reason}.`);
    this.kind = kind;
    this.reason = reason;
    this.details = details;
  }
}

export type FaultDetails = {
  /** How long the provider asked to be left alone. */
  retryAfterMs?: number | undefined;
  /** Chain the provider answers for, when it is the wrong one. */
  chainId?: number;
  /** True when the node rejected the form of the call rather than the call. */
  invalidParams?: boolean;
};
