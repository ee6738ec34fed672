import { isRateLimit, type Outcome, toOutcome } from "./answer.js";
import { type Exchange, type ExchangeOptions, postJson } from "./exchange.js";
import { ProviderFault } from "./fault.js";

/** One call as it goes over the wire. */
export type Member = { method: string; params: readonly unknown[] };

/** One HTTP request, as metrics see it. `fault` is a kind of fault, never a text. */
export type RequestEvent = {
  /** Index of the provider in the list of settings. */
  provider: number;
  methods: readonly string[];
  ms: number;
  ok: boolean;
  fault: string | undefined;
};

export type TransportOptions = ExchangeOptions & {
  /** Most calls of one HTTP request, until the provider turns out to take fewer. */
  maxBatch: number;
  onRequest(event: Omit<RequestEvent, "provider">): void;
};

export type Transport = {
  /** Answers every member in the order given, or throws a `ProviderFault` that concerns all. */
  send(members: readonly Member[]): Promise<Outcome[]>;
};

/** JSON-RPC over HTTP with one provider: many calls in one request where the provider allows it. */
export function createTransport(options: TransportOptions): Transport {
  let batchLimit = options.maxBatch;
  let lastId = 0;

  async function send(members: readonly Member[]): Promise<Outcome[]> {
    if (members.length > batchLimit) return sendParts(members, batchLimit);

    const reply = await post(members);
    if (Array.isArray(reply)) return reply;
    if (members.length === 1) return [{ kind: "too_much" }];

    const half = Math.ceil(members.length / 2);
    const outcomes = await sendParts(members, half);
    // Only a smaller batch that worked proves that the size was the reason.
    const helped = outcomes.some(({ kind }) => kind !== "fault");
    if (reply === "batch_refused" && helped) batchLimit = Math.min(batchLimit, half);
    return outcomes;
  }

  async function sendParts(members: readonly Member[], size: number): Promise<Outcome[]> {
    const outcomes: Outcome[] = [];
    for (let from = 0; from < members.length; from += size) {
      outcomes.push(...(await send(members.slice(from, from + size))));
    }
    return outcomes;
  }

  async function post(members: readonly Member[]): Promise<Reply> {
    const started = options.clock.nowMs();
    const firstId = lastId + 1;
    lastId += members.length;
    let fault: string | undefined;
    try {
      const exchange = await postJson(options, encode(members, firstId));
      const reply = read(exchange, members, firstId);
      if (!Array.isArray(reply)) fault = reply;
      return reply;
    } catch (error) {
      fault = error instanceof ProviderFault ? error.kind : "internal";
      throw error;
    } finally {
      const ms = options.clock.nowMs() - started;
      const methods = members.map((member) => member.method);
      options.onRequest({ methods, ms, ok: fault === undefined, fault });
    }
  }

  return { send };
}

/** The outcome of each member, or why there is none for any of them. */
type Reply = Outcome[] | "batch_refused" | "too_much";

function encode(members: readonly Member[], firstId: number): string {
  const messages = members.map(({ method, params }, index) => {
    return { jsonrpc: "2.0", id: firstId + index, method, params };
  });
  // A lone call goes without a list around it: some providers take no batches at all.
  return JSON.stringify(messages.length === 1 ? messages[0] : messages);
}

function read(exchange: Exchange, members: readonly Member[], firstId: number): Reply {
  const { status, text, retryAfterMs } = exchange;
  if (status === 429) throw rateLimited(retryAfterMs);
  if (status === 413 || text === undefined) return "too_much";

  const body = tryParse(text);
  const answers: unknown[] = Array.isArray(body) ? body : [body];
  if (members.length > 1) {
    const refusal = findLoneError(answers);
    if (refusal !== undefined && isRateLimit(refusal)) throw rateLimited(retryAfterMs);
    if ((refusal !== undefined && status < 500) || badRequest.has(status)) return "batch_refused";
  }
  // Some nodes answer an error of the call with a status of its own; the body then still counts.
  const ok = status >= 200 && status < 300;
  if (!ok && !answers.every(isAnswer)) {
    throw new ProviderFault("http_error", `answered HTTP ${status}`, { retryAfterMs });
  }
  return match(answers, members, firstId);
}

/** What a provider that takes no batches may answer to one. */
const badRequest: ReadonlySet<number> = new Set([400, 405, 422]);

/** Finds the answer of each member by its id; anything that does not fit makes all of it worthless. */
function match(
  answers: readonly unknown[],
  members: readonly Member[],
  firstId: number,
): Outcome[] {
  const byId = new Map<unknown, Record<string, unknown>>();
  for (const answer of answers) {
    if (!isAnswer(answer)) {
      throw new ProviderFault("malformed", "answered something that is not JSON-RPC");
    }
    // A node that could not even read the request knows no id; there is only one it can mean.
    const unnamed = answer.id === null && "error" in answer && members.length === 1;
    byId.set(unnamed ? firstId : answer.id, answer);
  }
  return members.map(({ method }, index) => {
    const answer = byId.get(firstId + index);
    if (answer === undefined || byId.size !== members.length || answers.length !== byId.size) {
      throw new ProviderFault("wrong_id", "answered another request than the one it was sent");
    }
    return toOutcome(answer, method);
  });
}

function isAnswer(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && ("result" in value || "error" in value);
}

/** The error that stands in place of a whole batch's answers. */
function findLoneError(answers: readonly unknown[]): unknown {
  const [answer] = answers;
  return answers.length === 1 && isAnswer(answer) ? answer.error : undefined;
}

function rateLimited(retryAfterMs: number | undefined): ProviderFault {
  return new ProviderFault("rate_limited", "takes no more requests for now", { retryAfterMs });
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
