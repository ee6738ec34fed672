import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { SvcError } from "../errors.js";
import type { Engine } from "./engine.js";
import { isLoopbackHost, isLoopbackOrigin } from "./loopback.js";
import { encodeError } from "./rpc-message.js";

export type RpcServerOptions = {
  engine: Pick<Engine, "handle">;
  /** 0 takes any free port. */
  port: number;
};

export type RpcServer = {
  url: string;
  port: number;
  /** Ends after the calls under way are answered, at most `graceMs` later. */
  close(): Promise<void>;
};

const host = "127.0.0.1";
const maxBodyBytes = 5 * 1024 * 1024;
const graceMs = 1_000;

/** Serves the engine's JSON-RPC on loopback, or throws `port_in_use`. */
export async function createRpcServer(options: RpcServerOptions): Promise<RpcServer> {
  const server = createServer(
    { headersTimeout: 3_000, requestTimeout: 30_000, connectionsCheckingInterval: 500 },
    (request, response) => void serve(options.engine, request, response),
  );
  await listen(server, options.port);
  const { port } = server.address() as AddressInfo;
  return { url: `http://${host}:${port}`, port, close: () => close(server) };
}

async function serve(
  engine: Pick<Engine, "handle">,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const refusal = findRefusal(request);
  const { origin } = request.headers;
  if (origin !== undefined && isLoopbackOrigin(origin)) {
    response.setHeader("access-control-allow-origin", origin);
    response.setHeader("vary", "origin");
  }
  if (refusal !== undefined) return refuse(response, refusal);
  if (request.method === "OPTIONS") return answerPreflight(response);

  try {
    const body = await readBody(request);
    if (body === undefined) {
      return refuse(response, { status: 413, message: "The body is larger than 5 MB." });
    }
    const answer = await engine.handle(body);
    if (answer === "") response.writeHead(204).end();
    else send(response, 200, answer);
  } catch {
    if (request.destroyed && !request.complete) return;
    refuse(response, { status: 500, message: "The devnet could not answer." });
  }
}

type Refusal = { status: number; message: string };

function findRefusal(request: IncomingMessage): Refusal | undefined {
  const { headers, method } = request;
  if (!isLoopbackHost(headers.host)) {
    return { status: 403, message: "The devnet answers on this machine only: use 127.0.0.1." };
  }
  if (headers.origin !== undefined && !isLoopbackOrigin(headers.origin)) {
    return { status: 403, message: "Pages of other sites may not use the devnet." };
  }
  if (method === "OPTIONS") return undefined;
  if (method !== "POST") return { status: 405, message: "Send JSON-RPC with POST." };
  if (!/^application\/json\s*(;|$)/i.test(headers["content-type"] ?? "")) {
    return { status: 415, message: "Send JSON-RPC with Content-Type: application/json." };
  }
  return undefined;
}

/** The whole body, or undefined when it is larger than the cap. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  if (Number(request.headers["content-length"] ?? 0) > maxBodyBytes) return undefined;

  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > maxBodyBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function answerPreflight(response: ServerResponse): void {
  response.writeHead(204, {
    "access-control-allow-methods": "POST",
    "access-control-allow-headers": "content-type",
    "access-control-allow-private-network": "true",
    "access-control-max-age": "600",
  });
  response.end();
}

/** Answers a refusal in the shape of JSON-RPC, so that its clients show the sentence. */
function refuse(response: ServerResponse, { status, message }: Refusal): void {
  if (status === 405) response.setHeader("allow", "POST, OPTIONS");
  // An unread body would otherwise be taken for the next request.
  response.setHeader("connection", "close");
  send(response, status, encodeError(null, { code: -32_600, message }));
}

function send(response: ServerResponse, status: number, json: string): void {
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(json),
  });
  response.end(json);
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (cause: NodeJS.ErrnoException) => reject(toListenError(cause, port)));
    server.listen(port, host, () => resolve());
  });
}

function toListenError(cause: NodeJS.ErrnoException, port: number): Error {
  if (cause.code !== "EADDRINUSE" && cause.code !== "EACCES") return cause;

  const reason = cause.code === "EACCES" ? "may not be used" : "is in use";
  return new SvcError(
    "port_in_use",
    `Port ${port} ${reason}: stop the other program, or set SVC_DEVNET_PORT to a free port (0 takes any).`,
    { port },
    { cause },
  );
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}
