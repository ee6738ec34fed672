import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { actorNames } from "../../src/devnet/actors.js";
import { DevnetState, readDevnetState } from "../../src/devnet/state-file.js";

const root = fileURLToPath(new URL("../../", import.meta.url));

describe("svc dev", () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), "svc-dev-"));
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  function start(...argv: string[]) {
    const child = spawn(process.execPath, ["bin/svc.js", "dev", ...argv], {
      cwd: root,
      env: { ...process.env, SVC_DATA_DIR: dataDir },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const text = { out: "", err: "" };
    child.stdout.setEncoding("utf8").on("data", (chunk) => {
      text.out += chunk;
    });
    child.stderr.setEncoding("utf8").on("data", (chunk) => {
      text.err += chunk;
    });
    return { child, text };
  }

  it("prints where it answers, leaves its state file, and ends cleanly on Ctrl-C", async () => {
    const { child, text } = start("--json", "--devnet-port", "0");
    await once(child.stdout, "data");
    const state = DevnetState.parse(JSON.parse(text.out));
    const found = readDevnetState(dataDir);
    const answer = await fetch(state.rpcUrl, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}',
    });
    const body = await answer.json();
    child.kill("SIGINT");
    const [code] = await once(child, "exit");

    expect(found).toEqual(state);
    expect(state.accounts.map((account) => account.name)).toEqual([...actorNames]);
    expect(body).toEqual({ jsonrpc: "2.0", id: 1, result: "0x2105" });
    expect([code, existsSync(join(dataDir, "devnet.json"))]).toEqual([0, false]);
    expect(text.err).toContain("The devnet has ended.\n");
  });

  it("prints a table for people, without colours when nobody watches", async () => {
    const { child, text } = start("--devnet-port", "0", "--empty");
    await once(child.stdout, "data");
    child.kill("SIGTERM");
    const [code] = await once(child, "exit");

    expect(code).toBe(0);
    expect(text.out).toMatch(/JSON-RPC +http:\/\/127\.0\.0\.1:\d+ \(chain id 8453\)/);
    expect(text.out).toMatch(/standard market +0 tasks, registry 0x[0-9a-fA-F]{40}/);
    expect(text.out).not.toContain("\u001b");
  });

  it("error: a port that is taken ends with 1 and what to do, and leaves no state file", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const { child, text } = start("--devnet-port", String(port));
    const [code] = await once(child, "exit");
    server.close();

    expect(code).toBe(1);
    expect(text.err).toContain(`error: Port ${port} is in use`);
    expect(existsSync(join(dataDir, "devnet.json"))).toBe(false);
  });

  it("error: a data folder that cannot be made ends with 2 at once", async () => {
    dataDir = "/proc/none/svc";
    const { child, text } = start("--devnet-port", "0");
    const [code] = await once(child, "exit");

    expect(code).toBe(2);
    expect(text.err).toBe(
      "error: The data folder /proc/none/svc cannot be written to: set SVC_DATA_DIR to one that can.\n",
    );
  });

  it("error: a wrong port names the flag", async () => {
    const { child, text } = start("--devnet-port", "many");
    const [code] = await once(child, "exit");

    expect(code).toBe(2);
    expect(text.err).toBe(
      'error: --devnet-port must be a port number from 0 to 65535, not "many".\n',
    );
  });
});
