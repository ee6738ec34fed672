/** What went wrong, in the few words every front can translate (a status, an exit code, a flag). */
export type ErrorKind =
  | "bad_input"
  | "payment_required"
  | "forbidden"
  | "not_found"
  | "not_allowed"
  | "conflict"
  | "too_large"
  | "unsupported"
  | "unprocessable"
  | "limited"
  | "internal"
  | "upstream"
  | "unavailable"
  | "timeout";

/**
 * Every code the service can answer with, and its one kind. `retryable` means that the same
 * request can succeed later without a change by the caller.
 */
export const errorCodes = {
  usage: { kind: "bad_input" },
  invalid_setting: { kind: "bad_input" },
  invalid_private_key: { kind: "bad_input" },
  invalid_input: { kind: "bad_input" },
  invalid_json: { kind: "bad_input" },
  invalid_market: { kind: "bad_input" },
  market_mismatch: { kind: "bad_input" },
  invalid_task_id: { kind: "bad_input" },
  invalid_address: { kind: "bad_input" },
  address_required: { kind: "bad_input" },
  invalid_amount: { kind: "bad_input" },
  invalid_limit: { kind: "bad_input" },
  invalid_cursor: { kind: "bad_input" },
  payment_required: { kind: "payment_required" },
  foreign_origin: { kind: "forbidden" },
  not_found: { kind: "not_found" },
  task_not_found: { kind: "not_found" },
  request_not_found: { kind: "not_found" },
  method_not_allowed: { kind: "not_allowed" },
  wrong_state: { kind: "conflict" },
  already_used: { kind: "conflict" },
  port_in_use: { kind: "conflict" },
  body_too_large: { kind: "too_large" },
  unsupported_media_type: { kind: "unsupported" },
  would_revert: { kind: "unprocessable" },
  tx_not_found: { kind: "unprocessable", retryable: true },
  tx_mismatch: { kind: "unprocessable" },
  quota_exceeded: { kind: "limited" },
  rate_limited: { kind: "limited", retryable: true },
  internal: { kind: "internal" },
  contract_mismatch: { kind: "upstream" },
  upstream_failed: { kind: "upstream", retryable: true },
  not_configured: { kind: "unavailable" },
  missing_package: { kind: "unavailable" },
  chain_unavailable: { kind: "unavailable", retryable: true },
  chain_mismatch: { kind: "unavailable" },
  upstream_timeout: { kind: "timeout", retryable: true },
} as const satisfies Record<string, { kind: ErrorKind; retryable?: true }>;

export type ErrorCode = keyof typeof errorCodes;

/** What a failure is about: plain values, safe to show to the caller. */
export type ErrorFacts = Readonly<Record<string, unknown>>;

/**
 * A failure the caller can act on. The kind and `retryable` follow from the code; the message is
 * a whole sentence that says what to do; `cause` is for logs only and is never shown.
 */
export class SvcError extends Error {
  override readonly name = "SvcError";
  readonly kind: ErrorKind;
  readonly code: ErrorCode;
  readonly facts: ErrorFacts;
  readonly retryable: boolean;

  constructor(code: ErrorCode, message: string, facts: ErrorFacts = {}, options?: ErrorOptions) {
    super(message, options);
    const entry: { kind: ErrorKind; retryable?: true } = errorCodes[code];
    this.kind = entry.kind;
    this.code = code;
    this.facts = facts;
    this.retryable = entry.retryable ?? false;
  }
}
