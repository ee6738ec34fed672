import type { Clock } from "./clock.js";
import { ProviderFault } from "./fault.js";

/** The part of the platform's fetch that is used here. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export type ExchangeOptions = {
  url: string;
  fetch: Fetch;
  clock: Clock;
  timeoutMs: number;
  maxResponseBytes: number;
};

/** What came back over HTTP; `text` is undefined when it was larger than the cap. */
export type Exchange = {
  status: number;
  text: string | undefined;
  retryAfterMs: number | undefined;
};

/** Posts JSON once and answers what came back, whatever its status, or throws a `ProviderFault`. */
export async function postJson(options: ExchangeOptions, body: string): Promise<Exchange> {
  const { clock, timeoutMs } = options;
  const over = new AbortController();
  const late = clock.wait(timeoutMs, over.signal).then(() => "late" as const);
  try {
    const answer = await Promise.race([exchange(options, body, over.signal), late]);
    if (answer !== "late") return answer;

    throw new ProviderFault("timeout", `did not answer within ${timeoutMs} ms`);
  } finally {
    // Ends whichever of the two is still running.
    over.abort();
  }
}

async function exchange(
  { url, fetch, clock, maxResponseBytes }: ExchangeOptions,
  body: string,
  signal: AbortSignal,
): Promise<Exchange> {
  const { href, authorization } = splitCredentials(url);
  const headers: Record<string, string> = { "content-type": "application/json" };
  if (authorization !== undefined) headers.authorization = authorization;

  const response = await fetch(href, {
    method: "POST",
    headers,
    body,
    signal,
    redirect: "error",
  }).catch((cause: unknown) => {
    throw new ProviderFault("unreachable", `could not be reached${describeSystemCode(cause)}`);
  });
  const text = await readText(response, maxResponseBytes).catch((cause: unknown) => {
    throw new ProviderFault("cut_off", `broke off its answer${describeSystemCode(cause)}`);
  });
  const retryAfterMs = parseRetryAfter(response.headers.get("retry-after"), clock.nowMs());
  return { status: response.status, text, retryAfterMs };
}

/** The whole body, or undefined once it grows larger than the cap. */
async function readText(response: Response, maxBytes: number): Promise<string | undefined> {
  if (response.body === null) return "";

  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.byteLength;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** fetch refuses a URL with a user name in it, so that part goes into a header. */
function splitCredentials(url: string): { href: string; authorization?: string } {
  const parsed = new URL(url);
  if (parsed.username === "" && parsed.password === "") return { href: url };

  const user = `${decodeURIComponent(parsed.username)}:${decodeURIComponent(parsed.password)}`;
  parsed.username = "";
  parsed.password = "";
  return {
    href: parsed.href,
    authorization: `Basic ${Buffer.from(user).toString("base64")}`,
  };
}

/** Reads seconds or an HTTP date. */
function parseRetryAfter(value: string | null, nowMs: number): number | undefined {
  if (value === null) return undefined;
  if (/^\d+(\.\d+)?$/.test(value.trim())) return Number(value) * 1_000;

  const until = Date.parse(value);
  return Number.isNaN(until) ? undefined : Math.max(0, until - nowMs);
}

/** The operating system's code of a failure, for example ECONNREFUSED; never its text. */
function describeSystemCode(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: unknown };
    if (typeof code === "string" && /^[A-Z][A-Z0-9_]{2,40}$/.test(code)) return ` (${code})`;
  }
  return "";
}
