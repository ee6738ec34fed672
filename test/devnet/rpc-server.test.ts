import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { createPublicClient, http } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createEngine, type Engine } from "../../src/devnet/engine.js";
import { createRpcServer, type RpcServer } from "../../src/devnet/rpc-server.js";

let engine: Engine;
let devnet: RpcServer;
beforeAll(async () => {
  engine = await createEngine();
  devnet = await createRpcServer({ engine, port: 0 });
});
afterAll(async () => {
  await devnet.close();
  await engine.close();
});

const chainId = { jsonrpc: "2.0", id: 1, method: "eth_chainId", params: [] };

describe("the devnet's JSON-RPC", () => {
  it("answers a stock viem client, batches included", async () => {
    const transport = http(devnet.url, { batch: true });
    const client = createPublicClient({ transport });

    expect(await Promise.all([client.getChainId(), client.getBlockNumber()])).toEqual([8453, 0n]);
  });

  it("answers a page of this machine, preflight included", async () => {
    const headers = { origin: "http://localhost:4020", "content-type": "application/json" };
    const preflight = await send({
      method: "OPTIONS",
      headers: { ...headers, "access-control-request-method": "POST" },
    });
    const answer = await send({ headers, body: JSON.stringify(chainId) });

    expect([preflight.status, preflight.headers["access-control-allow-methods"]]).toEqual([
      204,
      "POST",
    ]);
    expect(answer).toMatchObject({
      status: 200,
      headers: { "access-control-allow-origin": "http://localhost:4020", vary: "origin" },
      body: '{"jsonrpc":"2.0","id":1,"result":"0x2105"}',
    });
  });

  it("answers 204 to a notification", async () => {
    const body = '{"jsonrpc":"2.0","method":"eth_chainId"}';

    expect(await send({ body })).toMatchObject({ status: 204, body: "" });
  });

  it.each(["localhost:8545", "127.0.0.1", "127.1.2.3:80", "[::1]:8545"])(
    "accepts the Host %s",
    async (host) => {
      const body = JSON.stringify(chainId);
      expect(await send({ headers: { ...json, host }, body })).toMatchObject({ status: 200 });
    },
  );

  it.each(["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:8545", "a@b"])(
    "error: the Host %j is refused",
    async (host) => {
      const answer = await send({ headers: { ...json, host }, body: JSON.stringify(chainId) });

      expect(answer.status).toBe(403);
    },
  );

  it.each(["https://evil.example", "null", "http://localhost.evil.example", "file://"])(
    "error: a page of %s is refused and gets no CORS header",
    async (origin) => {
      const answer = await send({ headers: { ...json, origin }, body: JSON.stringify(chainId) });

      expect(answer.status).toBe(403);
      expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
    },
  );

  it("error: GET, a form and a body that is no JSON are refused with a sentence", async () => {
    const get = await send({ method: "GET" });
    const form = await send({ headers: { "content-type": "text/plain" }, body: "x" });
    const broken = await send({ body: "{" });

    expect([get.status, get.headers.allow, form.status]).toEqual([405, "POST, OPTIONS", 415]);
    expect(JSON.parse(get.body).error.message).toBe("Send JSON-RPC with POST.");
    expect(broken).toMatchObject({ status: 200, body: expect.stringContaining("-32700") });
  });

  it("error: a body above 5 MB is refused, with and without a declared length", async () => {
    const body = "x".repeat(5 * 1024 * 1024 + 1);
    const chunked = await send({ headers: { ...json, "transfer-encoding": "chunked" }, body });

    expect([(await send({ body })).status, chunked.status]).toEqual([413, 413]);
  });

  it("error: a port in use names the port and what to do", async () => {
    const second = createRpcServer({ engine, port: devnet.port });

    await expect(second).rejects.toMatchObject({
      code: "port_in_use",
      message: `Port ${devnet.port} is in use: stop the other program, or set SVC_DEVNET_PORT to a free port (0 takes any).`,
    });
  });

  it("error: an engine that fails is answered with 500 and without its reason", async () => {
    const server = await createRpcServer({
      engine: { handle: () => Promise.reject(new Error("secret")) },
      port: 0,
    });
    const answer = await send({ body: JSON.stringify(chainId) }, server);
    await server.close();

    expect(answer).toMatchObject({
      status: 500,
      body: expect.stringContaining("The devnet could not answer."),
    });
  });

  it("closes although a client keeps a half-open connection", async () => {
    const server = await createRpcServer({ engine, port: 0 });
    const socket = connect(server.port, "127.0.0.1");
    socket.on("error", () => {});
    socket.write("POST / HTTP/1.1\r\nHost: localhost\r\n");
    await new Promise((resolve) => setTimeout(resolve, 50));

    await server.close();
    socket.destroy();
  });
});

const json = { "content-type": "application/json" };

type Sent = { method?: string; headers?: Record<string, string>; body?: string };
type Answer = {
  status: number | undefined;
  headers: Record<string, string | string[] | undefined>;
  body: string;
};

/** Sends one request as it is, since fetch does not let a test choose its Host and Origin. */
function send(sent: Sent, server: Pick<RpcServer, "port"> = devnet): Promise<Answer> {
  const { method = "POST", headers = json, body } = sent;
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: "127.0.0.1", port: server.port, method, headers });
    request.on("error", reject);
    request.on("response", async (response) => {
      let text = "";
      for await (const chunk of response.setEncoding("utf8")) text += chunk;
      resolve({ status: response.statusCode, headers: response.headers, body: text });
    });
    request.end(body);
  });
}
