import { defineCommand, type Flags } from "./command.js";

export const deployFlags = {
  market: { type: "string", value: "standard|micro|both", about: "what to deploy (both)" },
  "rpc-url": {
    type: "string",
    value: "url",
    about: "node of the chain (SVC_RPC_URL, else CHAIN_RPC_URL)",
  },
  out: { type: "string", value: "path", about: "deployment file (./svc.deployment.json)" },
  owner: { type: "string", value: "address", about: "sets prices, opens the Union (the deployer)" },
  treasury: { type: "string", value: "address", about: "receives fees (the deployer)" },
  tok: {
    type: "string",
    value: "address",
    about: "existing service token (a new one is deployed)",
  },
  "tok-supply": {
    type: "string",
    value: "tokens",
    about: "whole tokens of a new token, all minted to the owner (1000000000)",
  },
  usdc: { type: "string", value: "address", about: "USDC; known for chain 8453, else needed" },
  "price-feed": {
    type: "string",
    value: "address",
    about: "Chainlink-style Tok/USD feed (a feed the owner posts to is deployed)",
  },
  "tok-price": { type: "string", value: "usd", about: "first price of a new feed (0.001)" },
  "chain-name": { type: "string", value: "name", about: "name of the chain, for people" },
  timeout: { type: "string", value: "seconds", about: "wait for one transaction (180)" },
  yes: { type: "boolean", about: "sends the transactions; without it only the plan is shown" },
  json: { type: "boolean", about: "prints one JSON document instead of text" },
} as const satisfies Flags;

export const deploy = defineCommand({
  summary: "deploys the contracts of a market and writes the deployment file",
  help: `
Shows what would be deployed, by whom, for whom and at what cost, and sends nothing. With --yes it
sends the transactions one by one, reads the new contracts back and writes the deployment file.

The deployer's key is read from PRIVATE_KEY. The deployer only pays: what can be changed later
belongs to --owner, what is earned goes to --treasury.

Progress is kept in <out>.progress.json until the end. If anything fails, or the machine does, run
the same command again: it goes on where it stopped and deploys nothing twice. If the file has one
market already, the other is added to it, with the same tokens.

Examples:
  svc deploy --rpc-url http://127.0.0.1:8545
  svc deploy --rpc-url http://127.0.0.1:8545 --owner 0x… --treasury 0x… --yes
  svc deploy --market micro --usdc 0x… --chain-name "My chain" --yes --json`,
  flags: deployFlags,
  run: async ({ flags }, io) => (await import("./deploy-run.js")).runDeploy(flags, io),
});
