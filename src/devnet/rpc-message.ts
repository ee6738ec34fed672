/** One JSON-RPC call that is well formed. */
export type RpcCall = { id: RpcId | undefined; method: string; params: readonly unknown[] };
export type RpcId = string | number | null;

/** The error member of a JSON-RPC answer. */
export type RpcErrorBody = { code: number; message: string; data?: unknown };

/** A refused call, in the form that EIP-1193 asks for and viem decodes. */
export class RpcError extends Error {
  override readonly name = "RpcError";
  readonly code: number;
  readonly data: unknown;

  constructor(body: RpcErrorBody) {
    super(body.message);
    this.code = body.code;
    this.data = body.data;
  }
}

/** Reads one member of a request, or answers what is wrong with it. */
export function parseCall(value: unknown): RpcCall | RpcErrorBody {
  const invalid = { code: -32_600, message: "Expected a JSON-RPC 2.0 request object." };
  if (typeof value !== "object" || value === null) return invalid;

  const { id, method, params } = value as Record<string, unknown>;
  if (typeof method !== "string" || !isId(id)) return invalid;
  if (params !== undefined && !Array.isArray(params)) {
    return { code: -32_602, message: "Expected params to be an array." };
  }
  return { id, method, params: params ?? [] };
}

/** The id of a message that may be malformed otherwise, so that its sender can match the answer. */
export function findId(message: unknown): RpcId | undefined {
  if (typeof message !== "object" || message === null) return undefined;

  const { id } = message as { id?: unknown };
  return isId(id) ? id : undefined;
}

/** Writes an answer that carries a result which is JSON already. */
export function encodeResult(id: RpcId | undefined, resultJson: string): string {
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id ?? null)},"result":${resultJson}}`;
}

/** Writes an answer that carries an error. */
export function encodeError(id: RpcId | undefined, error: RpcErrorBody): string {
  return JSON.stringify({ jsonrpc: "2.0", id: id ?? null, error });
}

/**
 * Turns the engine's error into what public nodes answer: a revert has code 3 and its return data
 * as a plain hex string, anything else has no data.
 */
export function toRpcError(error: RpcErrorBody): RpcErrorBody {
  const { code, message } = error;
  const revert = findRevertData(error.data);
  if (revert === undefined) return { code, message };

  const reason = message.replace(/^VM Exception while processing transaction: /, "");
  return { code: 3, message: `execution reverted: ${reason}`, data: revert };
}

function findRevertData(data: unknown): string | undefined {
  if (typeof data !== "object" || data === null) return undefined;

  const { reason } = data as { reason?: unknown };
  if (typeof reason !== "object" || reason === null) return undefined;

  const { Revert: output } = reason as { Revert?: unknown };
  return typeof output === "string" ? output : undefined;
}

function isId(id: unknown): id is RpcId | undefined {
  return id === undefined || id === null || typeof id === "string" || typeof id === "number";
}
