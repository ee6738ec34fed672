import { createServer } from "node:net";
import type { Config } from "../config.js";
import type { DevnetState } from "../devnet/state-file.js";
import type { Check, CheckResult } from "./doctor-check.js";

const timeoutMs = 3_000;
const probeTimeoutMs = 2_000;

/** Lists the checks of the ports the servers listen on. */
export function listPortChecks(config: Config, devnet: DevnetState | undefined): Check[] {
  const { sitePort, gatewayPort, devnetPort } = config;
  const ofDevnet = devnet === undefined ? undefined : Number(new URL(devnet.rpcUrl).port);
  return [
    buildCheck("SVC_SITE_PORT", sitePort, () => answersJson(sitePort, "/api/site-config")),
    buildCheck("SVC_GATEWAY_PORT", gatewayPort, () => answersJson(gatewayPort, "/v1/fees")),
    buildCheck("SVC_DEVNET_PORT", devnetPort, async () => devnetPort === ofDevnet),
  ];
}

function buildCheck(setting: string, port: number, isOurs: () => Promise<boolean>): Check {
  const name = `port ${port}`;
  return { name, timeoutMs, run: () => checkPort(name, setting, port, isOurs) };
}

async function checkPort(
  name: string,
  setting: string,
  port: number,
  isOurs: () => Promise<boolean>,
): Promise<CheckResult> {
  if (port === 0) return { name, status: "ok", found: `any free one (${setting})` };

  const code = await tryListen(port);
  if (code === undefined) return { name, status: "ok", found: `free (${setting})` };
  if (code === "EADDRINUSE" && (await isOurs())) {
    return { name, status: "ok", found: `in use by svc (${setting})` };
  }
  const found = code === "EADDRINUSE" ? "in use by another program" : `may not be used (${code})`;
  return {
    name,
    status: "warn",
    found,
    fix: `Stop that program, or set ${setting} to a free port (0 takes any).`,
  };
}

/** Listens for a moment; answers the system's code of the failure, if it failed. */
function tryListen(port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? "unknown"));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(undefined)));
  });
}

/** True when the program there answers a route of ours with a JSON object. */
async function answersJson(port: number, path: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(probeTimeoutMs);
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { signal });
    const body: unknown = await response.json();
    return response.ok && typeof body === "object" && body !== null;
  } catch {
    return false;
  }
}
