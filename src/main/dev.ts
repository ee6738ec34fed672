import { parseConfig, parsePort } from "../config.js";
import { defineCommand, type Io } from "./command.js";

export const dev = defineCommand({
  summary: "everything on one machine: an embedded chain to try the market on",
  help: `
Starts a chain (id 8453) inside this process and serves its JSON-RPC on loopback.
The accounts are the usual dev accounts; their keys are public. Ctrl-C ends it.`,
  flags: {
    "devnet-port": {
      type: "string",
      value: "port",
      about: "port of the JSON-RPC, 0 for any free one (SVC_DEVNET_PORT, 8545)",
    },
    json: { type: "boolean", about: "prints one line of JSON instead of text" },
  },
  async run({ flags }, io) {
    const { startDevnet } = await import("../devnet/start.js");
    const port = flags["devnet-port"];
    const devnet = await startDevnet({
      port: port === undefined ? parseConfig(io.env).devnetPort : parsePort("--devnet-port", port),
    });
    const { url } = devnet;
    const accounts = devnet.accounts.map((account) => account.address);
    io.stdout(
      flags.json === true
        ? `${JSON.stringify({ rpcUrl: url, chainId: 8453, accounts })}\n`
        : `Devnet (chain 8453) on ${url}, ${accounts.length} funded accounts. Ctrl-C ends it.\n`,
    );

    await untilAborted(io.signal);
    await devnet.close();
    return 0;
  },
});

function untilAborted(signal: Io["signal"]): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
