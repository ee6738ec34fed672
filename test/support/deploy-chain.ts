import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Hex } from "viem";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import type { DevAccount } from "../../src/devnet/accounts.js";
import { type DevTokens, deployTokens } from "../../src/devnet/deploy.js";
import { createEngine, type Engine } from "../../src/devnet/engine.js";
import { createRpcServer, type RpcServer } from "../../src/devnet/rpc-server.js";
import { run } from "../../src/main/run.js";

/** A call on its way to the chain; `forward` lets it through and answers the chain's JSON. */
export type PassingCall = {
  method: string;
  params: readonly unknown[];
  forward(): Promise<string>;
};

/** A real chain behind its real JSON-RPC server, whose traffic a test can watch and spoil. */
export type DeployChain = {
  url: string;
  engine: Engine;
  tokens: DevTokens;
  /** An account of the chain that has sent nothing yet. */
  deployer: DevAccount;
  /** An empty folder for each test. */
  cwd: string;
  /** Methods called since the test began. */
  calls: string[];
  /** Stands between client and chain; an undefined answer lets the call through. */
  intercept: ((call: PassingCall) => Promise<string | undefined>) | undefined;
  /** Runs `svc deploy` against the chain; throws if the key shows anywhere. */
  deploy(argv: readonly string[], options?: DeployCallOptions): Promise<DeployCall>;
  /** Transactions of the deployer that are mined, oldest first. */
  listSent(): Promise<SentTx[]>;
  /** Addresses of the contracts that the deployer has created. */
  listCreated(): Promise<string[]>;
};

export type DeployCallOptions = {
  env?: Record<string, string | undefined>;
  signal?: AbortSignal;
};

export type DeployCall = { code: number; out: string; err: string };

export type SentTx = {
  hash: Hex;
  nonce: number;
  ok: boolean;
  gasUsed: bigint;
  type: Hex;
  /** Where a creation that worked has put its contract. */
  created: Hex | null;
};

/** A chain with tokens for a test file; every test starts from the same state and folder. */
export function useDeployChain(): DeployChain {
  const chain = { calls: [], intercept: undefined } as unknown as DeployChain;
  let server: RpcServer;
  let snapshot: unknown;
  beforeAll(async () => {
    const engine = await createEngine();
    const handle = async (json: string): Promise<string> => {
      const { method, params } = JSON.parse(json);
      chain.calls.push(method);
      const forward = () => engine.handle(json);
      return (await chain.intercept?.({ method, params, forward })) ?? forward();
    };
    server = await createRpcServer({ engine: { handle }, port: 0 });
    const listSent = () => listSentBy(engine, chain.deployer.address);
    Object.assign(chain, {
      url: server.url,
      engine,
      tokens: await deployTokens(engine),
      deployer: engine.accounts[15] as DevAccount,
      deploy: (argv: readonly string[], options?: DeployCallOptions) =>
        callDeploy(chain, argv, options),
      listSent,
      listCreated: async () =>
        (await listSent()).flatMap(({ created }) => (created === null ? [] : [created])),
    } satisfies Partial<DeployChain>);
    snapshot = await engine.request("evm_snapshot");
  });
  beforeEach(() => {
    chain.cwd = mkdtempSync(join(tmpdir(), "svc-deploy-"));
    chain.calls.length = 0;
  });
  afterEach(async () => {
    chain.intercept = undefined;
    rmSync(chain.cwd, { recursive: true });
    await chain.engine.request("evm_revert", [snapshot]);
    snapshot = await chain.engine.request("evm_snapshot");
  });
  afterAll(async () => {
    await server.close();
    await chain.engine.close();
  });
  return chain;
}

/** The answer of a node that refuses a call. */
export function refuse(message: string, code = -32_000): string {
  return JSON.stringify({ jsonrpc: "2.0", id: 1, error: { code, message } });
}

/** The answer of a node that gives this result. */
export function answer(result: unknown): string {
  return JSON.stringify({ jsonrpc: "2.0", id: 1, result });
}

async function callDeploy(
  chain: DeployChain,
  argv: readonly string[],
  options: DeployCallOptions = {},
): Promise<DeployCall> {
  const { privateKey } = chain.deployer;
  const call = { code: -1, out: "", err: "" };
  call.code = await run(["deploy", ...argv], {
    env: { PRIVATE_KEY: privateKey, SVC_RPC_URL: chain.url, ...options.env },
    cwd: chain.cwd,
    stdout: (text) => {
      call.out += text;
    },
    stderr: (text) => {
      call.err += text;
    },
    signal: options.signal ?? new AbortController().signal,
    isTty: false,
  });
  const files = readdirSync(chain.cwd).map((name) => readFileSync(join(chain.cwd, name), "utf8"));
  const shown = [call.out, call.err, ...files].join("\n").toLowerCase();
  if (shown.includes(privateKey.slice(2).toLowerCase())) throw new Error("The key was shown.");
  return call;
}

async function listSentBy(engine: Engine, from: string): Promise<SentTx[]> {
  const sent: SentTx[] = [];
  const latest = Number(await engine.request("eth_blockNumber"));
  for (let number = 0; number <= latest; number++) {
    const block = await engine.request("eth_getBlockByNumber", [`0x${number.toString(16)}`, true]);
    for (const tx of (block as { transactions: RawTx[] }).transactions) {
      if (tx.from.toLowerCase() !== from.toLowerCase()) continue;
      const receipt = await engine.request("eth_getTransactionReceipt", [tx.hash]);
      const { status, gasUsed, contractAddress } = receipt as RawReceipt;
      const ok = status === "0x1";
      sent.push({
        hash: tx.hash,
        nonce: Number(tx.nonce),
        ok,
        gasUsed: BigInt(gasUsed),
        type: tx.type,
        created: ok ? contractAddress : null,
      });
    }
  }
  return sent;
}

type RawTx = { hash: Hex; from: string; nonce: Hex; type: Hex };
type RawReceipt = { status: Hex; gasUsed: Hex; contractAddress: Hex | null };
