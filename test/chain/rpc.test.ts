import { encodeErrorResult, encodeFunctionData } from "viem";
import { beforeEach, describe, expect, it } from "vitest";
import { taskRegistryAbi } from "../../src/chain/abi/task-registry.js";
import { RevertError, TooMuchError } from "../../src/chain/rpc/failure.js";
import type { RequestEvent } from "../../src/chain/rpc/transport.js";
import { createRpc, type RpcOptions } from "../../src/chain/rpc.js";
import type { SvcError } from "../../src/errors.js";
import type { ProxyFault } from "../support/rpc-proxy.js";
import { createTestClock, until } from "./support/clock.js";
import { useDevnet } from "./support/devnet.js";

const blockNumber = { method: "eth_blockNumber", params: [] };
const devnet = useDevnet();

beforeEach(() => {
  devnet.proxy.reset();
  devnet.second.reset();
});

/** A client of both proxies, the first preferred. */
function both(options: Partial<RpcOptions> = {}) {
  return devnet.rpc({ urls: [devnet.proxy.url, devnet.second.url], ...options });
}

async function failureOf(call: Promise<unknown>): Promise<SvcError> {
  return call.then(
    () => {
      throw new Error("The call worked.");
    },
    (error: SvcError) => error,
  );
}

describe("rpc.call", () => {
  it("checks the chain id in the first request and never again while all is well", async () => {
    const rpc = devnet.rpc();

    expect(await rpc.call(blockNumber)).toMatch(/^0x/);
    expect(await rpc.call(blockNumber)).toMatch(/^0x/);

    expect(devnet.proxy.requests).toEqual([
      ["eth_chainId", "eth_blockNumber"],
      ["eth_blockNumber"],
    ]);
  });

  it("puts calls of the same turn into one request and answers each its own", async () => {
    const rpc = devnet.rpc();
    const { contracts } = devnet.market;

    const [block, code, none] = await Promise.all([
      rpc.call({ method: "eth_getBlockByNumber", params: ["0x0", false] }),
      rpc.call({ method: "eth_getCode", params: [contracts.taskRegistry], at: "latest" }),
      rpc.call({ method: "eth_getCode", params: [`0x${"1".repeat(40)}`], at: "latest" }),
    ]);

    expect(block).toMatchObject({ number: "0x0" });
    expect(String(code).length).toBeGreaterThan(10_000);
    expect(none).toBe("0x");
    expect(devnet.proxy.requests).toHaveLength(1);
  });

  it("matches the answers of a batch by id, whatever their order", async () => {
    const fetchReversed: RpcOptions["fetch"] = async (url, init) => {
      const answers = (await (await fetch(url, init)).json()) as unknown[];
      return Response.json(answers.reverse());
    };
    const rpc = devnet.rpc({ fetch: fetchReversed });

    const answers = await Promise.all([
      rpc.call({ method: "eth_getBlockByNumber", params: ["0x1", false] }),
      rpc.call({ method: "eth_getBlockByNumber", params: ["0x2", false] }),
    ]);

    expect(answers).toMatchObject([{ number: "0x1" }, { number: "0x2" }]);
  });

  it.each<[string, ProxyFault]>([
    ["hangs", { kind: "hang" }],
    ["closes the connection", { kind: "reset" }],
    ["answers 429", { kind: "status", status: 429, retryAfter: "7" }],
    ["answers 500", { kind: "status", status: 500 }],
    ["answers 503 in JSON", { kind: "status", status: 503, body: '{"message":"busy"}' }],
    ["answers HTML", { kind: "malformed" }],
    ["answers half a body", { kind: "truncated" }],
    ["answers half a JSON text", { kind: "cut_json" }],
    ["answers another request", { kind: "wrong_id" }],
    ["answers an empty list", { kind: "body", body: "[]" }],
    ["answers null", { kind: "body", body: "null" }],
    ["reports a rate limit as an error", { kind: "error", code: -32_005, message: "slow down" }],
    ["fails inside", { kind: "error", code: -32_603, message: "Internal error" }],
  ])("asks the next provider when the first one %s", async (_, fault) => {
    devnet.proxy.be({ fault });
    const clock = createTestClock();

    const call = both({ clock }).call(blockNumber);
    await until(() => devnet.proxy.requests.length === 1);
    if (fault.kind === "hang") clock.move(10_000);

    expect(await call).toMatch(/^0x/);

    expect([devnet.proxy.requests.length, devnet.second.requests.length]).toEqual([1, 1]);
  });

  it("asks the next provider when the first one answers for another chain", async () => {
    devnet.proxy.be({ chainId: 1 });
    const rpc = both();

    expect(await rpc.call(blockNumber)).toMatch(/^0x/);
    expect([devnet.proxy.requests.length, devnet.second.requests.length]).toEqual([1, 1]);
  });

  it("checks the chain id again after a provider failed", async () => {
    const clock = createTestClock();
    const rpc = devnet.rpc({ clock });
    await rpc.call(blockNumber);
    devnet.proxy.be({ chainId: 1 });
    devnet.proxy.fail({ kind: "status", status: 500 });

    const failure = await failureOf(rpc.call(blockNumber));

    expect(failure.message).toContain("provider 1 answers for chain 1 instead of 8453");
  });

  it("leaves a failing provider alone for a while and then comes back to it", async () => {
    const clock = createTestClock();
    const rpc = both({ clock });
    devnet.proxy.fail({ kind: "status", status: 500 });
    await rpc.call(blockNumber);

    await rpc.call(blockNumber);
    expect([devnet.proxy.requests.length, devnet.second.requests.length]).toEqual([1, 2]);

    clock.move(251);
    await rpc.call(blockNumber);
    expect([devnet.proxy.requests.length, devnet.second.requests.length]).toEqual([2, 2]);
  });

  it("rests longer each time a provider fails again, and forgets it after a success", async () => {
    const clock = createTestClock();
    const rpc = both({ clock });
    const fail = async () => {
      devnet.proxy.fail({ kind: "status", status: 500 });
      await rpc.call(blockNumber);
    };
    await fail();
    clock.move(251);
    await fail();
    clock.move(251);
    await rpc.call(blockNumber);
    expect(devnet.proxy.requests).toHaveLength(2);

    clock.move(250);
    await rpc.call(blockNumber);
    await fail();
    clock.move(251);
    await rpc.call(blockNumber);
    expect(devnet.proxy.requests).toHaveLength(5);
  });

  it("waits as long as Retry-After says when there is no other provider", async () => {
    const clock = createTestClock();
    const rpc = devnet.rpc({ clock });
    const body = '{"jsonrpc":"2.0","id":null,"error":{"code":-32005,"message":"slow down"}}';
    devnet.proxy.fail({ kind: "status", status: 429, retryAfter: "2", body });

    expect(await rpc.call(blockNumber)).toMatch(/^0x/);
    expect(clock.slept).toEqual([2_000]);
  });

  it("understands Retry-After as a date", async () => {
    const clock = createTestClock();
    const rpc = devnet.rpc({ clock });
    const retryAfter = new Date(clock.nowMs() + 2_000).toUTCString();
    devnet.proxy.fail({ kind: "status", status: 429, retryAfter });

    expect(await rpc.call(blockNumber)).toMatch(/^0x/);
    expect(clock.slept).toEqual([2_000]);
  });

  it("error: a longer Retry-After is not waited for, is capped, and is told", async () => {
    const clock = createTestClock();
    const rpc = devnet.rpc({ clock });
    devnet.proxy.fail({ kind: "status", status: 429, retryAfter: "86400" });

    expect(await failureOf(rpc.call(blockNumber))).toMatchObject({
      code: "chain_unavailable",
      retryable: true,
      message:
        "No RPC provider could answer eth_blockNumber: provider 1 takes no more requests for now. Try again in 30 s; SVC_RPC_URL can name more providers.",
      facts: {
        method: "eth_blockNumber",
        providers: [{ provider: 1, fault: "rate_limited" }],
        retryAfterMs: 30_000,
      },
    });
    // Until then nobody is asked at all.
    expect(await failureOf(rpc.call(blockNumber))).toMatchObject({ code: "chain_unavailable" });
    expect(devnet.proxy.requests).toHaveLength(1);

    clock.move(30_000);
    expect(await rpc.call(blockNumber)).toMatch(/^0x/);
  });

  it("tries a lone provider again after a short rest", async () => {
    const clock = createTestClock();
    const rpc = devnet.rpc({ clock });
    devnet.proxy.fail({ kind: "status", status: 502 }, { kind: "truncated" });

    expect(await rpc.call(blockNumber)).toMatch(/^0x/);
    expect(clock.slept).toEqual([250, 500]);
  });

  it("error: a hang costs one timeout for each provider", async () => {
    devnet.proxy.be({ fault: { kind: "hang" } });
    devnet.second.be({ fault: { kind: "hang" } });
    const clock = createTestClock();

    const failure = failureOf(both({ clock, timeoutMs: 150 }).call(blockNumber));
    await until(() => devnet.proxy.requests.length === 1);
    clock.move(150);
    await until(() => devnet.second.requests.length === 1);
    clock.move(150);

    expect(await failure).toMatchObject({
      code: "upstream_timeout",
      retryable: true,
      message:
        "No RPC provider could answer eth_blockNumber: provider 1 did not answer within 150 ms; provider 2 did not answer within 150 ms. Try again in 5 s; SVC_RPC_URL can name more providers.",
    });
    expect([devnet.proxy.requests.length, devnet.second.requests.length]).toEqual([1, 1]);
    expect(clock.slept).toEqual([]);
  });

  it("error: a timeout strikes on the machine's own clock as well", async () => {
    devnet.proxy.be({ fault: { kind: "hang" } });

    const failure = await failureOf(devnet.rpc({ timeoutMs: 50 }).call(blockNumber));

    expect(failure.code).toBe("upstream_timeout");
  });

  it("error: all providers on another chain are a chain_mismatch", async () => {
    devnet.proxy.be({ chainId: 1 });
    devnet.second.be({ chainId: 10 });

    expect(await failureOf(both().call(blockNumber))).toMatchObject({
      code: "chain_mismatch",
      retryable: false,
      message:
        "No RPC provider could answer eth_blockNumber: provider 1 answers for chain 1 instead of 8453; provider 2 answers for chain 10 instead of 8453. Set SVC_RPC_URL to a provider of the chain in the deployment file.",
    });
  });

  it("error: nothing of a provider's URL or of what it says is in the failure", async () => {
    const url = "http://user:pass-word@127.0.0.1:1/v2/secret-key";
    const rpc = devnet.rpc({ urls: [devnet.proxy.url, url], maxWaitMs: 0 });
    devnet.proxy.be({ fault: { kind: "error", code: -32_000, message: "bad key secret-key" } });

    const failure = await failureOf(rpc.call(blockNumber));

    expect(failure.message).toContain("provider 1 does not tell its chain id");
    expect(failure.message).toContain("provider 2 could not be reached");
    const shown = `${failure.stack} ${JSON.stringify(failure)} ${String(failure.cause)}`;
    expect(shown).not.toMatch(/secret-key|pass-word|127\.0\.0\.1/);
  });

  it("sends the user name of a URL as a header", async () => {
    const seen: [string, unknown][] = [];
    const rpc = createRpc({
      urls: ["https://al%20ice:s%3Acret@node.example/rpc"],
      chainId: 8453,
      async fetch(url, init) {
        seen.push([url, (init.headers as Record<string, string>).authorization]);
        return fetch(devnet.url, { ...init, headers: { "content-type": "application/json" } });
      },
    });

    await rpc.call(blockNumber);

    const token = Buffer.from("al ice:s:cret").toString("base64");
    expect(seen).toEqual([["https://node.example/rpc", `Basic ${token}`]]);
  });

  it("error: a revert is thrown with its data and no other provider is asked", async () => {
    const rpc = both();

    const failure = await failureOf(rpc.call(readTask(9n)));

    expect(failure).toBeInstanceOf(RevertError);
    expect(failure).toMatchObject({ code: "would_revert", data: notFound(9n) });
    expect([devnet.proxy.requests.length, devnet.second.requests.length]).toEqual([1, 0]);
  });

  it("answers the good calls of a batch in which others revert", async () => {
    const rpc = devnet.rpc();

    const outcomes = await Promise.allSettled([
      rpc.call(readTask(9n)),
      rpc.call({ method: "eth_chainId", params: [] }),
    ]);

    expect(outcomes).toMatchObject([
      { status: "rejected", reason: { data: notFound(9n) } },
      { status: "fulfilled", value: "0x2105" },
    ]);
    expect(devnet.proxy.requests).toHaveLength(1);
  });

  it("sends smaller batches to a provider that refuses large ones, and remembers", async () => {
    devnet.proxy.be({ maxBatch: 3 });
    const rpc = devnet.rpc();
    const ask = () => Promise.all(Array.from({ length: 6 }, () => rpc.call(blockNumber)));

    expect(new Set(await ask()).size).toBe(1);
    expect(devnet.proxy.requests.map((methods) => methods.length)).toEqual([7, 4, 2, 2, 2, 1]);

    devnet.proxy.requests.length = 0;
    await ask();
    expect(devnet.proxy.requests.map((methods) => methods.length)).toEqual([2, 2, 2]);
  });

  it("works with a provider that takes no batches", async () => {
    devnet.proxy.be({ maxBatch: 1 });
    const rpc = devnet.rpc();

    await Promise.all([rpc.call(blockNumber), rpc.call(blockNumber)]);

    expect(devnet.proxy.requests.at(-1)).toEqual(["eth_blockNumber"]);
  });

  it("sends calls one by one when a batch is answered with 400", async () => {
    const rpc = devnet.rpc();
    devnet.proxy.fail({ kind: "status", status: 400, body: "no batches" });

    expect(await rpc.call(blockNumber)).toMatch(/^0x/);
    expect(devnet.proxy.requests).toEqual([
      ["eth_chainId", "eth_blockNumber"],
      ["eth_chainId"],
      ["eth_blockNumber"],
    ]);
  });

  it("goes on with batches after an outage that refused everything", async () => {
    const clock = createTestClock();
    const rpc = devnet.rpc({ clock });
    const body = '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no such key"}}';
    devnet.proxy.be({ fault: { kind: "body", body } });
    await failureOf(rpc.call(blockNumber));
    devnet.proxy.reset();
    clock.move(30_000);

    await Promise.all([rpc.call(blockNumber), rpc.call(blockNumber)]);

    expect(devnet.proxy.requests).toHaveLength(1);
  });

  it("splits a batch whose answer is larger than the cap", async () => {
    const rpc = devnet.rpc({ maxResponseBytes: 60_000 });
    const { contracts } = devnet.market;
    const names = ["taskRegistry", "arbitration", "stakingVault", "pricingPolicy"] as const;

    const codes = await Promise.all(
      names.map((name) => {
        return rpc.call({ method: "eth_getCode", params: [contracts[name]], at: "latest" });
      }),
    );

    expect(codes.every((code) => String(code).length > 5_000)).toBe(true);
    expect(devnet.proxy.requests.length).toBeGreaterThan(1);
  });

  it("error: a single answer larger than the cap is too much", async () => {
    const rpc = devnet.rpc({ maxResponseBytes: 10_000 });
    const params = [devnet.market.contracts.taskRegistry];

    const failure = await failureOf(rpc.call({ method: "eth_getCode", params, at: "latest" }));

    expect(failure).toBeInstanceOf(TooMuchError);
  });

  it("tells about every request and how it went", async () => {
    const events: RequestEvent[] = [];
    const clock = createTestClock();
    const rpc = both({ clock, onRequest: (event) => void events.push(event) });
    devnet.proxy.fail({ kind: "malformed" });

    await rpc.call(blockNumber);

    const methods = ["eth_chainId", "eth_blockNumber"];
    expect(events).toEqual([
      { provider: 0, methods, ms: 0, ok: false, fault: "malformed" },
      { provider: 1, methods, ms: 0, ok: true, fault: undefined },
    ]);
  });

  it("error: a client without providers is refused", () => {
    expect(() => createRpc({ urls: [], chainId: 8453 })).toThrow("SVC_RPC_URL names no provider.");
  });
});

describe("rpc.askAll", () => {
  it("answers what each provider says", async () => {
    devnet.second.be({ fault: { kind: "hang" } });
    const clock = createTestClock();
    const answered: number[] = [];
    const onRequest = ({ provider }: RequestEvent) => void answered.push(provider);

    const outcomes = both({ clock, onRequest }).askAll({ method: "eth_chainId", params: [] });
    await until(() => devnet.second.requests.length === 1 && answered.length === 1);
    clock.move(10_000);

    expect(await outcomes).toMatchObject([
      { kind: "result", result: "0x2105" },
      { kind: "fault", fault: { kind: "timeout" } },
    ]);
  });
});

function readTask(number: bigint) {
  const to = devnet.market.contracts.taskRegistry;
  const data = encodeFunctionData({ abi: taskRegistryAbi, functionName: "task", args: [number] });
  return { method: "eth_call", params: [{ to, data }], at: "latest" as const };
}

function notFound(number: bigint) {
  return encodeErrorResult({ abi: taskRegistryAbi, errorName: "TaskNotFound", args: [number] });
}
