import type { Hex } from "viem";
import { ProviderFault } from "./fault.js";

/** What became of one call. */
export type Outcome =
  | { kind: "result"; result: unknown }
  /** The contract refused; every provider would say the same. */
  | { kind: "revert"; data: Hex }
  /** More gas, time or bytes than the node grants one call: asking for less can help. */
  | { kind: "too_much" }
  /** This provider could not answer this call; another one may. */
  | { kind: "fault"; fault: ProviderFault };

/** Reads one member of an answer. */
export function toOutcome(message: Record<string, unknown>, method: string): Outcome {
  const { error, result } = message;
  if (error !== undefined && error !== null) return classify(error, method);
  if (result === undefined || shapes[method]?.(result) === false) {
    const fault = new ProviderFault("malformed", `answered no valid result of ${method}`);
    return { kind: "fault", fault };
  }

  return { kind: "result", result };
}

/** What the results of some methods look like; a provider that answers otherwise is not believed. */
const shapes: Readonly<Record<string, (result: unknown) => boolean>> = {
  eth_call: isHex,
  eth_getCode: isHex,
  eth_getLogs: Array.isArray,
};

function isHex(value: unknown): boolean {
  return typeof value === "string" && /^0x(?:[0-9a-f]{2})*$/i.test(value);
}

/** True when the text or the code of an error says that too many requests were sent. */
export function isRateLimit(error: unknown): boolean {
  const { code, text } = readError(error);
  return code === 429 || rateLimit.test(text);
}

const rateLimit =
  /rate.?limit|too many requests|requests? limit|compute units|throttl|quota|per second/i;
const blockUnknown =
  /\b(block|header|hash|state)\b.*\b(not|isn't|un)\s?(found|known|available|canonical|currently canonical)|unknown block|invalid block tag|missing trie node|historical state|state.*(pruned|discarded)/i;
const tooMuch =
  /out ?of ?gas|gas required exceeds|(exceed\w*|above|over) .*\b(gas|range|size|limit|cap|allowance)\b|too (large|big|many (results|blocks|logs))|more than [\d,]+ (results|logs)|block range|limited to|max(imum)? results|response size|execution (aborted|timeout)|query timeout/i;

/** Nodes agree on few codes, so most of this goes by the words they use. */
function classify(error: unknown, method: string): Outcome {
  const { code, text, data } = readError(error);
  if (code === 3 || /\brevert(ed)?\b/i.test(text)) return { kind: "revert", data: findHex(data) };
  if (blockUnknown.test(text)) {
    const fault = new ProviderFault("block_unknown", "does not have that block");
    return { kind: "fault", fault };
  }
  if (isRateLimit(error)) {
    const fault = new ProviderFault("rate_limited", "takes no more requests for now");
    return { kind: "fault", fault };
  }
  if (tooMuch.test(text)) return { kind: "too_much" };

  const limited = code === -32_005;
  const fault = limited
    ? new ProviderFault("rate_limited", "takes no more requests for now")
    : new ProviderFault("refused", `refused ${method} (code ${code})`, {
        invalidParams: code === -32_602 || /unmarshal|invalid (argument|params|value)/i.test(text),
      });
  return { kind: "fault", fault };
}

function readError(error: unknown): { code: number; text: string; data: unknown } {
  if (typeof error !== "object" || error === null) return { code: 0, text: "", data: undefined };

  const { code, message, data } = error as Record<string, unknown>;
  return {
    code: Number.isInteger(code) ? (code as number) : 0,
    text: typeof message === "string" ? message.slice(0, 1_000) : "",
    data,
  };
}

/** The return data of a revert; nodes put it as a string, behind a word, or one level deeper. */
function findHex(data: unknown): Hex {
  const deeper =
    typeof data === "object" && data !== null ? (data as { data?: unknown }).data : data;
  if (typeof deeper !== "string") return "0x";

  const hex = /^(?:Reverted )?(0x(?:[0-9a-fA-F]{2})*)$/.exec(deeper)?.[1];
  return (hex as Hex | undefined) ?? "0x";
}
