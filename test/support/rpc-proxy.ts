import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What can go wrong with one HTTP answer. */
export type ProxyFault =
  | { kind: "hang" }
  | { kind: "reset" }
  | { kind: "status"; status: number; retryAfter?: string; body?: string }
  | { kind: "malformed" }
  | { kind: "truncated" }
  | { kind: "cut_json" }
  | { kind: "wrong_id" }
  | { kind: "error"; code: number; message: string; data?: unknown }
  | { kind: "body"; body: string };

/** How the node behind the proxy is, as long as it is so. */
export type ProxyNature = {
  /** Goes wrong with every request. */
  fault?: ProxyFault;
  chainId?: number;
  /** The newest block the node has heard of. */
  frozenAt?: number;
  /** Gas the node grants one `eth_call`. */
  gasCap?: number;
  /** Bytes of results the node grants one request. */
  maxResultBytes?: number;
  /** Most members of a batch; more are refused as a whole. */
  maxBatch?: number;
  /** Does not know EIP-1898. */
  onlyNumbers?: true;
};

/** A node that misbehaves on demand, in front of a real one. */
export type RpcProxy = {
  url: string;
  /** The methods of every HTTP request so far. */
  requests: string[][];
  /** The members of every HTTP request so far. */
  members: Call[][];
  /** Spoils the next requests, one each. */
  fail(...faults: ProxyFault[]): void;
  /** Changes the node's nature for good. */
  be(nature: ProxyNature): void;
  /** Forgets what was counted and behaves again. */
  reset(): void;
  close(): Promise<void>;
};

export type Call = { id: number; method: string; params: unknown[] };
type Answer = { jsonrpc: "2.0"; id: number; result?: unknown; error?: unknown };

/** Starts a proxy on a free port in front of a JSON-RPC server. */
export async function createRpcProxy(upstream: string): Promise<RpcProxy> {
  let nature: ProxyNature = {};
  const planned: ProxyFault[] = [];
  const members: Call[][] = [];
  const requests: string[][] = [];

  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request.setEncoding("utf8")) text += chunk;
    const body = JSON.parse(text) as Call | Call[];
    const calls = Array.isArray(body) ? body : [body];
    members.push(calls);
    requests.push(calls.map(({ method }) => method));

    const fault = planned.shift() ?? nature.fault;
    if (fault !== undefined && spoilUnanswered(response, fault)) return;

    const { maxBatch } = nature;
    if (maxBatch !== undefined && calls.length > maxBatch) {
      const error = {
        code: -32_600,
        message: `batch of ${calls.length} calls, at most ${maxBatch}`,
      };
      return sendJson(response, { jsonrpc: "2.0", id: null, error });
    }
    const answers: Answer[] = [];
    for (const call of calls) answers.push(await answer(call));
    const capped = nature.maxResultBytes === undefined ? answers : cap(answers);
    const reply = Array.isArray(body) ? capped : capped[0];
    if (fault === undefined) sendJson(response, reply);
    else spoilAnswer(response, fault, JSON.stringify(reply));
  });

  async function ask(method: string, params: unknown[]): Promise<Answer> {
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const response = await fetch(upstream, { method: "POST", headers, body });
    return (await response.json()) as Answer;
  }

  async function answer(call: Call): Promise<Answer> {
    const { id, method } = call;
    const fail = (code: number, message: string): Answer => {
      return { jsonrpc: "2.0", id, error: { code, message } };
    };
    let { params } = call;
    if (method === "eth_chainId" && nature.chainId !== undefined) {
      return { jsonrpc: "2.0", id, result: `0x${nature.chainId.toString(16)}` };
    }
    const block = params.at(-1);
    if (nature.onlyNumbers && typeof block === "object" && block !== null && "blockHash" in block) {
      return fail(-32_602, "invalid argument 1: json: cannot unmarshal object into Go value");
    }
    if (nature.frozenAt !== undefined) {
      const late = await freeze(method, params, nature.frozenAt);
      if (late === "not found") return fail(-32_000, "header not found");
      if (late === "null") return { jsonrpc: "2.0", id, result: null };
      params = late;
    }
    if (nature.gasCap !== undefined && method === "eth_call") {
      const [tx, ...rest] = params;
      params = [{ ...(tx as object), gas: `0x${nature.gasCap.toString(16)}` }, ...rest];
    }
    return { ...(await ask(method, params)), id };
  }

  /** The parameters as a node would understand them whose chain ends with block `head`. */
  async function freeze(method: string, params: unknown[], head: number) {
    const latest = `0x${head.toString(16)}`;
    const block = params.at(-1);
    if (method === "eth_getBlockByNumber") {
      if (params[0] === "latest") return [latest, params[1]];
      return Number(params[0]) > head ? ("null" as const) : params;
    }
    if (method === "eth_getLogs") {
      const filter = params[0] as { toBlock: string };
      return [{ ...filter, toBlock: Number(filter.toBlock) > head ? latest : filter.toBlock }];
    }
    if (method !== "eth_call" && method !== "eth_getCode") return params;
    if (block === "latest") return [...params.slice(0, -1), latest];

    const number =
      typeof block === "string" ? block : await findNumber(block as { blockHash: string });
    return Number(number) > head ? ("not found" as const) : params;
  }

  async function findNumber({ blockHash }: { blockHash: string }): Promise<string> {
    const { result } = await ask("eth_getBlockByHash", [blockHash, false]);
    return (result as { number: string } | null)?.number ?? "0x0";
  }

  function cap(answers: Answer[]): Answer[] {
    let left = nature.maxResultBytes ?? 0;
    return answers.map((item) => {
      left -= JSON.stringify(item).length;
      if (left >= 0) return item;
      const error = { code: -32_003, message: "response too large" };
      return { jsonrpc: "2.0", id: item.id, error };
    });
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v2/secret-key`,
    requests,
    members,
    fail: (...faults) => void planned.push(...faults),
    be(next) {
      nature = next;
    },
    reset() {
      nature = {};
      planned.length = 0;
      members.length = 0;
      requests.length = 0;
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Handles the faults that need no answer of the node; false when the answer itself is spoiled. */
function spoilUnanswered(response: ServerResponse, fault: ProxyFault): boolean {
  if (fault.kind === "hang") return true;
  if (fault.kind === "reset") response.socket?.destroy();
  else if (fault.kind === "status") {
    if (fault.retryAfter !== undefined) response.setHeader("retry-after", fault.retryAfter);
    sendText(response, fault.status, fault.body ?? "");
  } else if (fault.kind === "malformed") sendText(response, 200, "<html>Bad gateway</html>");
  else if (fault.kind === "body") sendText(response, 200, fault.body);
  else return false;
  return true;
}

function spoilAnswer(response: ServerResponse, fault: ProxyFault, json: string): void {
  const half = json.slice(0, json.length / 2);
  if (fault.kind === "cut_json") {
    sendText(response, 200, half);
    return;
  }
  if (fault.kind === "truncated") {
    response.writeHead(200, { "content-length": Buffer.byteLength(json) });
    response.write(half, () => response.socket?.destroy());
    return;
  }
  const spoil = (item: Answer): Answer => {
    if (fault.kind === "wrong_id") return { ...item, id: item.id + 1_000 };
    if (fault.kind !== "error") return item;
    const { kind, ...error } = fault;
    return { jsonrpc: "2.0", id: item.id, error };
  };
  const reply = JSON.parse(json) as Answer | Answer[];
  sendJson(response, Array.isArray(reply) ? reply.map(spoil) : spoil(reply));
}

function sendJson(response: ServerResponse, value: unknown): void {
  sendText(response, 200, JSON.stringify(value));
}

function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(text);
}
