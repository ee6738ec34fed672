import { parseConfig, parsePort } from "../config.js";
import type { Devnet } from "../devnet/start.js";
import type { DevnetState } from "../devnet/state-file.js";
import { marketNames } from "../primitives/market-name.js";
import { defineCommand, type Io } from "./command.js";
import { formatRows } from "./flags.js";

export const dev = defineCommand({
  summary: "everything on one machine: an embedded chain with both markets and seeded tasks",
  help: `
Starts a chain (id 8453) inside this process, deploys the contracts of both markets, seeds tasks
of every state and serves the JSON-RPC on loopback. The accounts are the usual dev accounts; their
keys are public, so never use them on a real chain. Nothing is kept: every start is a fresh chain.
The other svc commands find it through its state file in SVC_DATA_DIR. Ctrl-C ends it.`,
  flags: {
    "devnet-port": {
      type: "string",
      value: "port",
      about: "port of the JSON-RPC, 0 for any free one (SVC_DEVNET_PORT, 8545)",
    },
    empty: { type: "boolean", about: "deploys the contracts and seeds no tasks" },
    json: { type: "boolean", about: "prints one line of JSON instead of tables" },
  },
  async run({ flags }, io) {
    const { startDevnet } = await import("../devnet/start.js");
    const { assertDataDir, readDevnetState, removeDevnetState, writeDevnetState } = await import(
      "../devnet/state-file.js"
    );
    const config = parseConfig(io.env);
    assertDataDir(config.dataDir);
    const port = flags["devnet-port"];
    const devnet = await startDevnet({
      port: port === undefined ? config.devnetPort : parsePort("--devnet-port", port),
      content: flags.empty === true ? "empty" : "seeded",
      blockIntervalMs: 2_000,
      onProgress: (what) => io.stderr(`… ${what}\n`),
    });

    try {
      const state = await buildState(devnet);
      if (io.signal.aborted) return 0;
      const other = readDevnetState(config.dataDir);
      if (other !== undefined) {
        io.stderr(`Note: from now on the other commands use this devnet, not ${other.rpcUrl}.\n`);
      }
      writeDevnetState(config.dataDir, state);
      io.stdout(
        flags.json === true ? `${JSON.stringify(state)}\n` : await describe(devnet, state, io),
      );
      await untilAborted(io.signal);
    } finally {
      removeDevnetState(config.dataDir, process.pid);
      await devnet.close();
    }
    io.stderr("The devnet has ended.\n");
    return 0;
  },
});

async function buildState(devnet: Devnet): Promise<DevnetState> {
  const { actorNames, actorRoles } = await import("../devnet/actors.js");
  return {
    version: 1,
    pid: process.pid,
    rpcUrl: devnet.url,
    startedAt: new Date().toISOString(),
    deployment: devnet.deployment,
    accounts: actorNames.map((name) => ({
      name,
      address: devnet.actors[name].address,
      role: actorRoles[name],
    })),
  };
}

async function describe(devnet: Devnet, state: DevnetState, io: Io): Promise<string> {
  const counts = await Promise.all(
    marketNames.map(async (market) => {
      const count = await devnet.drivers[market].read("taskRegistry", "taskCount", []);
      const registry = devnet.deployment.markets[market]?.contracts.taskRegistry ?? "";
      return [`${market} market`, `${count} tasks, registry ${registry}`] as const;
    }),
  );
  const bold = (text: string) => (io.isTty ? `\u001b[1m${text}\u001b[22m` : text);
  return [
    `\n${bold("The devnet is ready.")} Ctrl-C ends it.\n`,
    formatRows([["JSON-RPC", `${state.rpcUrl} (chain id 8453)`], ...counts]),
    `${bold("Accounts")} (the usual dev mnemonic "test test … junk"; never use them elsewhere)`,
    formatRows(
      state.accounts.map(({ name, address, role }) => [name, `${address}  ${role}`] as const),
    ),
    bold("Try next, in a second terminal"),
    formatRows([
      ["npx svc-task-market doctor", "checks that everything answers"],
      [`export CHAIN_RPC_URL=${state.rpcUrl}`, "points any other tool at this chain"],
    ]),
  ].join("\n");
}

function untilAborted(signal: Io["signal"]): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
