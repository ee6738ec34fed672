import { spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Deployment } from "../../src/chain/deployment/file.js";
import { deployMarket, deployTokens } from "../../src/devnet/deploy.js";
import { createEngine, type Engine } from "../../src/devnet/engine.js";
import { createRpcServer, type RpcServer } from "../../src/devnet/rpc-server.js";
import { type DevnetState, writeDevnetState } from "../../src/devnet/state-file.js";
import { runCheck } from "../../src/main/doctor-check.js";
import { checkNode } from "../../src/main/doctor-machine.js";
import { run } from "../../src/main/run.js";
import { createRpcProxy, type RpcProxy } from "../support/rpc-proxy.js";

const deadPid = 4_194_304_999;
const refused = "http://127.0.0.1:1/v2/secret-key";
const fixUrl = "Check its URL in SVC_RPC_URL and your network, or use another provider.";
const fixFile = "Set SVC_DEPLOYMENT to the file that svc deploy wrote for this chain.";

let engine: Engine;
let server: RpcServer;
let proxy: RpcProxy;
let deployment: Deployment;
let cwd: string;
let env: Record<string, string | undefined>;
const servers: Server[] = [];

beforeAll(async () => {
  const now = Math.floor(Date.now() / 1000);
  engine = await createEngine({ genesisUnix: now - 7_200 });
  const tokens = await deployTokens(engine);
  const contracts = await deployMarket(engine, "micro", tokens);
  await engine.request("evm_setNextBlockTimestamp", [now]);
  await engine.request("evm_mine");
  server = await createRpcServer({ engine, port: 0 });
  proxy = await createRpcProxy(server.url);
  deployment = {
    version: 1,
    chainId: 8453,
    chainName: "Base",
    markets: { micro: { fromBlock: 0, contracts } },
  };
});
afterAll(async () => {
  await proxy.close();
  await server.close();
  await engine.close();
});
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "svc-doctor-"));
  mkdirSync(join(cwd, "data"));
  // Ports are another test's business: any free one is always in order.
  env = {
    SVC_DATA_DIR: join(cwd, "data"),
    SVC_SITE_PORT: "0",
    SVC_GATEWAY_PORT: "0",
    SVC_DEVNET_PORT: "0",
  };
});
afterEach(async () => {
  proxy.reset();
  rmSync(cwd, { recursive: true });
  for (const each of servers.splice(0)) {
    each.closeAllConnections();
    await new Promise((resolve) => each.close(resolve));
  }
});

describe("svc doctor", () => {
  it("finds everything in order, one line each", async () => {
    writeDeployment();
    env.SVC_RPC_URL = server.url;
    const { code, out, err } = await callDoctor();

    expect([code, err]).toEqual([0, ""]);
    expect(
      out.replace(/block \d+, \d+ s old/, "block # old"),
    ).toBe(`ok    node: ${process.versions.node}
ok    settings: set: SVC_RPC_URL, SVC_DATA_DIR, SVC_DEVNET_PORT, SVC_SITE_PORT, SVC_GATEWAY_PORT
ok    data folder: ${cwd}/data can be written to
ok    deployment: ${cwd}/svc.deployment.json: Base (chain 8453), micro
ok    rpc ${new URL(server.url).host}: chain 8453, block # old
ok    contracts micro: all have code and belong together
ok    port 0: any free one (SVC_SITE_PORT)
ok    port 0: any free one (SVC_GATEWAY_PORT)
ok    port 0: any free one (SVC_DEVNET_PORT)
ok    package edr: @nomicfoundation/edr loads: the embedded chain can run

Everything is in order.
`);
    expect(readdirSync(join(cwd, "data"))).toEqual([]);
  });

  it("is one JSON document with --json", async () => {
    const { code, out } = await callDoctor(["--json"]);

    const { ok, checks } = JSON.parse(out);
    expect([code, ok, checks.map(({ name, status }: Found) => `${status} ${name}`)]).toEqual([
      0,
      true,
      [
        "ok node",
        "ok settings",
        "ok data folder",
        "warn deployment",
        "ok rpc",
        "ok port 0",
        "ok port 0",
        "ok port 0",
        "ok package edr",
      ],
    ]);
  });

  it("colours the verdicts for a person only", async () => {
    const person = await callDoctor([], "tty");
    const pipe = await callDoctor([]);

    expect(person.out).toContain("\u001b[32mok  \u001b[39m  node: ");
    expect(person.out).toContain("\u001b[33mwarn\u001b[39m  deployment: ");
    expect(pipe.out).not.toContain("\u001b");
  });

  it("shows its flags with --help", async () => {
    expect((await callDoctor(["--help"])).out).toContain("--json  prints one JSON document");
  });

  it("ends in less than 10 s when everything hangs", async () => {
    writeDeployment();
    proxy.be({ fault: { kind: "hang" } });
    const port = await listen(() => {});
    const other = await listen(() => {});
    Object.assign(env, { SVC_SITE_PORT: `${port}`, SVC_GATEWAY_PORT: `${other}` });
    env.SVC_RPC_URL = `${proxy.url}/a,${proxy.url}/b`;
    const before = performance.now();
    const checks = await findProblems();

    expect(performance.now() - before).toBeLessThan(10_000);
    const { host } = new URL(proxy.url);
    expect(checks).toEqual([
      ...[1, 2].map((number) => ({
        name: `rpc ${host} (${number})`,
        status: "fail",
        found: "did not answer within 3500 ms",
        fix: fixUrl,
      })),
      {
        name: "contracts micro",
        status: "fail",
        found: "not checked: no provider answers",
        fix: "Mend the providers first.",
      },
      busy(port, "SVC_SITE_PORT"),
      busy(other, "SVC_GATEWAY_PORT"),
    ]);
  });

  it("ends in less than 10 s when the provider hangs after its first answer", async () => {
    writeDeployment();
    let requests = 0;
    const port = await listen(async (request, response) => {
      let body = "";
      for await (const chunk of request) body += chunk;
      if (++requests > 1) return;
      response.end(await engine.handle(body));
    });
    env.SVC_RPC_URL = `http://127.0.0.1:${port}`;
    const before = performance.now();
    const checks = await findProblems();

    expect(performance.now() - before).toBeLessThan(10_000);
    expect(checks).toEqual([
      {
        name: "contracts micro",
        status: "fail",
        found: expect.stringContaining("provider 1 did not answer within 3500 ms"),
        fix: "Mend the providers first.",
      },
    ]);
  });
});

describe("a check of svc doctor", () => {
  const name = "it";

  it("error: is given up when its time is over", async () => {
    const run = () => new Promise<never>(() => {});

    expect(await runCheck({ name, timeoutMs: 20, run })).toEqual({
      name,
      status: "fail",
      found: "no answer within 0.02 s",
      fix: "Try again; if it stays so, look for what hangs.",
    });
  });

  it("error: shows nothing of a failure that is not our own", async () => {
    const run = () => Promise.reject(new Error("fetch https://x.example/secret-key failed"));

    expect(await runCheck({ name, timeoutMs: 1_000, run })).toEqual({
      name,
      status: "fail",
      found: "could not be checked (unexpected failure)",
      fix: "Mend that, then run it again.",
    });
  });

  it("error: Node 18 is too old", () => {
    expect(checkNode("18.20.4")).toEqual({
      name: "node",
      status: "fail",
      found: "18.20.4 is too old",
      fix: "Install Node 20 or newer.",
    });
  });
});

describe("svc doctor and the settings", () => {
  it("error: reports every wrong setting, and checks the rest all the same", async () => {
    Object.assign(env, { SVC_SITE_PORT: "many", SVC_RPC_URL: "ftp://secret-key" });
    env.SVC_DATA_DIR = undefined;
    const problems = await findProblems();

    // The default port, checked in place of the wrong one, may be in use on this machine.
    expect(problems.filter(({ name }) => name !== "port 8080")).toEqual([
      {
        name: "settings",
        status: "fail",
        found: "SVC_RPC_URL must be an http:// or https:// URL.",
        fix: "Mend or unset it.",
      },
      {
        name: "settings",
        status: "fail",
        found: "HOME is not set: set SVC_DATA_DIR to a folder.",
        fix: "Mend or unset it.",
      },
      {
        name: "settings",
        status: "fail",
        found: 'SVC_SITE_PORT must be a port number from 0 to 65535, not "many".',
        fix: "Mend or unset it.",
      },
      noDeployment("no devnet runs here"),
      {
        name: "rpc",
        status: "warn",
        found: "not checked: SVC_RPC_URL is wrong",
        fix: "Mend SVC_RPC_URL first.",
      },
    ]);
  });

  it("warns of a variable that is nearly a setting", async () => {
    Object.assign(env, { SVC_RPC_ULR: "http://127.0.0.1:1", SVC_PAGER: "less", SVC: "1" });

    expect(await findProblems()).toEqual([
      {
        name: "settings",
        status: "warn",
        found: "SVC_RPC_ULR is not a setting and has no effect",
        fix: "Did you mean SVC_RPC_URL?",
      },
      noDeployment("no devnet runs here"),
    ]);
  });

  it("does not mind a data folder that is to be made", async () => {
    env.SVC_DATA_DIR = join(cwd, "a/b/c");
    const { out } = await callDoctor();

    expect(out).toContain(`ok    data folder: ${cwd}/a/b/c will be made when it is needed\n`);
    expect(readdirSync(cwd)).toEqual(["data"]);
  });

  it("error: a data folder that is a file", async () => {
    writeFileSync(join(cwd, "file"), "");
    env.SVC_DATA_DIR = join(cwd, "file");

    expect(await findProblems()).toEqual([
      {
        name: "data folder",
        status: "fail",
        found: `${cwd}/file cannot be written to (ENOTDIR)`,
        fix: "Make it writable, or set SVC_DATA_DIR to another folder.",
      },
      noDeployment("no devnet runs here"),
    ]);
  });
});

describe("svc doctor and the deployment", () => {
  const fix = "Set SVC_DEPLOYMENT to the file that svc deploy wrote, or move the wrong one away.";

  it("prefers the file of SVC_DEPLOYMENT, relative to the working folder", async () => {
    writeDeployment("own.json");
    writeFileSync(join(cwd, "svc.deployment.json"), "{");
    Object.assign(env, { SVC_DEPLOYMENT: "own.json", SVC_RPC_URL: server.url });
    const { code, out } = await callDoctor();

    expect([code, out.includes(`deployment: ${cwd}/own.json: Base`)]).toEqual([0, true]);
  });

  it("error: a file that was named and is missing", async () => {
    env.SVC_DEPLOYMENT = "none.json";

    expect(await findProblems()).toEqual([
      {
        name: "deployment",
        status: "fail",
        found: `The deployment file ${cwd}/none.json does not exist: set SVC_DEPLOYMENT to the right file.`,
        fix,
      },
    ]);
  });

  it("error: a file that is not a deployment file", async () => {
    writeFileSync(join(cwd, "svc.deployment.json"), '{"version":1}');

    expect(await findProblems()).toEqual([
      {
        name: "deployment",
        status: "fail",
        found: expect.stringContaining(`${cwd}/svc.deployment.json is wrong at chainId: `),
        fix,
      },
    ]);
  });

  it("warns of a deployment that has not finished", async () => {
    const path = join(cwd, "svc.deployment.json.progress.json");
    writeFileSync(path, "{}");

    expect(await findProblems()).toEqual([
      noDeployment("no devnet runs here"),
      {
        name: "deployment",
        status: "warn",
        found: `${path} is of a deployment that has not finished`,
        fix: "Run the same svc deploy command again, or delete the file to give it up.",
      },
    ]);
  });

  it("finds a devnet that runs on this machine, and its port", async () => {
    writeDevnetState(join(cwd, "data"), buildState(process.pid, server.url));
    env.SVC_DEVNET_PORT = `${server.port}`;
    const { code, out } = await callDoctor();

    expect(code).toBe(0);
    expect(out).toContain(
      `ok    deployment: devnet of process ${process.pid}: Base (chain 8453), micro\n`,
    );
    expect(out).toContain("ok    contracts micro: all have code and belong together\n");
    expect(out).toContain(`ok    port ${server.port}: in use by svc (SVC_DEVNET_PORT)\n`);
    expect(out).toContain("Everything is in order.");
  });

  it("does not mind that the latest block of an idle devnet is old", async () => {
    proxy.be({ frozenAt: 0 });
    writeDevnetState(join(cwd, "data"), buildState(process.pid, proxy.url));
    const { out } = await callDoctor();

    expect(out).toMatch(/ok {4}rpc [\d.:]+: chain 8453, block 0, 2 h old\n/);
  });

  it("knows a devnet that has ended", async () => {
    writeDevnetState(join(cwd, "data"), buildState(deadPid, server.url));

    expect(await findProblems()).toEqual([
      noDeployment(`the devnet of process ${deadPid} has ended`),
    ]);
  });
});

describe("svc doctor and the providers", () => {
  beforeEach(() => writeDeployment());

  it("warns of a provider that fails as long as another answers, and shows no key", async () => {
    env.SVC_RPC_URL = `${refused},${server.url}`;
    const { code, out } = await callDoctor(["--json"]);

    expect([code, out.includes("secret-key")]).toEqual([0, false]);
    expect(await findProblems()).toEqual([
      {
        name: "rpc 127.0.0.1:1",
        status: "warn",
        found: expect.stringMatching(/^could not be reached/),
        fix: fixUrl,
      },
    ]);
  });

  it("error: no provider can be reached", async () => {
    env.CHAIN_RPC_URL = refused;

    expect(await findProblems()).toEqual([
      {
        name: "rpc 127.0.0.1:1",
        status: "fail",
        found: expect.stringMatching(/^could not be reached/),
        fix: fixUrl,
      },
      {
        name: "contracts micro",
        status: "fail",
        found: "not checked: no provider answers",
        fix: "Mend the providers first.",
      },
    ]);
  });

  it("error: a provider of another chain, even beside a good one", async () => {
    proxy.be({ chainId: 1 });
    env.SVC_RPC_URL = `${server.url},${proxy.url}`;

    expect(await findProblems()).toEqual([
      {
        name: `rpc ${new URL(proxy.url).host}`,
        status: "fail",
        found: "answers for chain 1, but the deployment is of chain 8453",
        fix: "Set SVC_RPC_URL to a provider of chain 8453, or SVC_DEPLOYMENT to a file of chain 1.",
      },
    ]);
  });

  it("takes any chain when there is no deployment to compare it with", async () => {
    rmSync(join(cwd, "svc.deployment.json"));
    proxy.be({ chainId: 1 });
    env.SVC_RPC_URL = `${server.url},${proxy.url}`;
    const { code, out } = await callDoctor();

    expect(code).toBe(0);
    expect(out).toContain(`ok    rpc ${new URL(server.url).host}: chain 8453, block `);
    expect(out).toContain(`ok    rpc ${new URL(proxy.url).host}: chain 1\n`);
  });

  it("warns of a provider that is behind", async () => {
    proxy.be({ frozenAt: 0 });
    env.SVC_RPC_URL = `${server.url},${proxy.url}`;

    expect(await findProblems()).toEqual([
      {
        name: `rpc ${new URL(proxy.url).host}`,
        status: "warn",
        found: "chain 8453, block 0, 2 h old",
        fix: "Its node is behind: use another provider.",
      },
    ]);
  });

  it.each([
    [
      { kind: "status", status: 401 },
      "Check the key in its URL (SVC_RPC_URL), or use another provider.",
    ],
    [{ kind: "status", status: 429 }, "Wait a little, or use a provider with a key of your own."],
    [{ kind: "malformed" }, fixUrl],
  ] as const)("error: %j", async (fault, fix) => {
    proxy.be({ fault });
    env.SVC_RPC_URL = proxy.url;
    const [problem] = await findProblems();

    expect(problem).toMatchObject({ name: `rpc ${new URL(proxy.url).host}`, status: "fail", fix });
  });
});

describe("svc doctor and the contracts", () => {
  beforeEach(() => {
    env.SVC_RPC_URL = server.url;
  });

  it("error: an address without code", async () => {
    const nowhere = "0x1111111111111111111111111111111111111111";
    writeDeployment("svc.deployment.json", { escrowVault: nowhere });

    expect(await findProblems()).toEqual([
      {
        name: "contracts micro",
        status: "fail",
        found: expect.stringContaining(`no contract at ${nowhere} (escrowVault of market micro)`),
        fix: fixFile,
      },
    ]);
  });

  it("error: contracts that do not belong together", async () => {
    writeDeployment("svc.deployment.json", { reputation: contract("escrowVault") });

    expect(await findProblems()).toEqual([
      {
        name: "contracts micro",
        status: "fail",
        found: expect.stringContaining("The taskRegistry of market micro works with reputation"),
        fix: fixFile,
      },
    ]);
  });

  it("error: the registry of the other market", async () => {
    const { micro } = deployment.markets;
    const file = { ...deployment, markets: { standard: micro } };
    writeFileSync(join(cwd, "svc.deployment.json"), JSON.stringify(file));

    expect(await findProblems()).toEqual([
      {
        name: "contracts standard",
        status: "fail",
        found: expect.stringContaining('is the one of market "micro"'),
        fix: fixFile,
      },
    ]);
  });
});

describe("svc doctor and the ports", () => {
  it("tells a server of svc from another program", async () => {
    const json: RequestListener = ({ url }, response) => {
      response.statusCode = ["/api/site-config", "/v1/fees"].includes(url ?? "") ? 200 : 404;
      response.end(response.statusCode === 200 ? "{}" : "no");
    };
    const ours = [await listen(json), await listen(json)];
    const other = await listen((_, response) => response.end("<html>"));
    Object.assign(env, { SVC_SITE_PORT: `${ours[0]}`, SVC_GATEWAY_PORT: `${ours[1]}` });
    const first = await callDoctor();
    Object.assign(env, { SVC_SITE_PORT: `${other}`, SVC_DEVNET_PORT: `${ours[0]}` });

    expect(first.out).toContain(`ok    port ${ours[0]}: in use by svc (SVC_SITE_PORT)\n`);
    expect(first.out).toContain(`ok    port ${ours[1]}: in use by svc (SVC_GATEWAY_PORT)\n`);
    expect(await findProblems()).toEqual([
      noDeployment("no devnet runs here"),
      busy(other, "SVC_SITE_PORT"),
      busy(ours[0] as number, "SVC_DEVNET_PORT"),
    ]);
  });

  it("leaves a free port free", async () => {
    const port = await listen(() => {});
    const [taken] = servers.splice(0);
    await new Promise((resolve) => taken?.close(resolve));
    env.SVC_SITE_PORT = `${port}`;
    const first = await callDoctor();
    const second = await callDoctor();

    for (const { out } of [first, second]) {
      expect(out).toContain(`ok    port ${port}: free (SVC_SITE_PORT)\n`);
    }
  });
});

describe("svc doctor and the optional packages", () => {
  const root = fileURLToPath(new URL("../../", import.meta.url));

  it.each([
    ["fail", "without a deployment", false],
    ["warn", "with one", true],
  ])("%s: the embedded chain's engine is missing %s", (status, _, deployed) => {
    // The package as npm installs it for somebody who left out the optional engine.
    for (const name of ["dist", "bin"])
      cpSync(join(root, name), join(cwd, name), { recursive: true });
    cpSync(join(root, "package.json"), join(cwd, "package.json"));
    mkdirSync(join(cwd, "node_modules"));
    for (const name of readdirSync(join(root, "node_modules"))) {
      if (name.startsWith(".") || name === "@nomicfoundation") continue;
      symlinkSync(join(root, "node_modules", name), join(cwd, "node_modules", name));
    }
    if (deployed) writeDeployment();
    const { stdout } = spawnSync(process.execPath, [join(cwd, "bin/svc.js"), "doctor", "--json"], {
      cwd,
      env: { ...env, SVC_RPC_URL: refused },
      encoding: "utf8",
    });

    expect(JSON.parse(stdout).checks.at(-1)).toEqual({
      name: "package edr",
      status,
      found: "@nomicfoundation/edr is missing or does not load: svc dev cannot run",
      fix: "Run npm install @nomicfoundation/edr@0.13.0.",
    });
  });
});

type Found = { name: string; status: string; found: string; fix?: string };

async function callDoctor(argv: readonly string[] = [], reader: "tty" | "pipe" = "pipe") {
  const call = { code: -1, out: "", err: "" };
  call.code = await run(["doctor", ...argv], {
    env,
    cwd,
    stdout: (text) => {
      call.out += text;
    },
    stderr: (text) => {
      call.err += text;
    },
    signal: new AbortController().signal,
    isTty: reader === "tty",
  });
  return call;
}

/** The checks that are not ok; the exit code must say the same. */
async function findProblems(): Promise<Found[]> {
  const { code, out } = await callDoctor(["--json"]);
  const { ok, checks } = JSON.parse(out) as { ok: boolean; checks: Found[] };
  const failed = checks.some(({ status }) => status === "fail");
  expect([code, ok]).toEqual(failed ? [1, false] : [0, true]);
  return checks.filter(({ status }) => status !== "ok");
}

function writeDeployment(
  name = "svc.deployment.json",
  contracts: Record<string, string> = {},
): void {
  const { micro } = deployment.markets;
  const changed = { ...micro, contracts: { ...micro?.contracts, ...contracts } };
  writeFileSync(join(cwd, name), JSON.stringify({ ...deployment, markets: { micro: changed } }));
}

function contract(name: "escrowVault"): string {
  const address = deployment.markets.micro?.contracts[name];
  if (address === undefined) throw new Error(`There is no ${name}.`);
  return address;
}

function buildState(pid: number, rpcUrl: string): DevnetState {
  const startedAt = new Date().toISOString();
  return { version: 1, pid, rpcUrl, startedAt, deployment, accounts: [] };
}

function noDeployment(why: string): Found {
  return {
    name: "deployment",
    status: "warn",
    found: `no deployment file, and ${why}: the servers start an embedded chain of their own`,
    fix: "Run svc dev in another terminal, or set SVC_DEPLOYMENT to the file that svc deploy wrote.",
  };
}

function busy(port: number, setting: string): Found {
  return {
    name: `port ${port}`,
    status: "warn",
    found: "in use by another program",
    fix: `Stop that program, or set ${setting} to a free port (0 takes any).`,
  };
}

/** A program on a free port of this machine. */
async function listen(listener: RequestListener): Promise<number> {
  const listening = createServer(listener);
  servers.push(listening);
  await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve));
  return (listening.address() as AddressInfo).port;
}
