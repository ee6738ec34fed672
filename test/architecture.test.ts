import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { listBreaches } from "./support/architecture.js";

describe("the house of src", () => {
  it("has imports in one direction, and process and sockets in main only", () => {
    const root = fileURLToPath(new URL("../src/", import.meta.url));
    const paths = readdirSync(root, { recursive: true, encoding: "utf8" });
    const files = paths
      .filter((path) => path.endsWith(".ts"))
      .map((path) => ({ path, text: readFileSync(root + path, "utf8") }));

    expect(files.length).toBeGreaterThan(10);
    expect(listBreaches(files)).toEqual([]);
  });

  it.each([
    ["market/task.ts", 'import { getTask } from "../operations/market/get-task.js";'],
    ["market/task.ts", 'import type { GetTask } from "../operations/market/get-task.js";'],
    ["market/task.ts", 'export { quota } from "../posting/quota.js";'],
    ["market/task.ts", 'const { quota } = await import("../posting/quota.js");'],
    ["market/task.ts", 'import "../http/app.js";'],
    ["http/app.ts", 'import {\n  tools,\n} from "../mcp/tools.js";'],
    ["primitives/wei.ts", 'import { parseConfig } from "../config.js";'],
    ["config.ts", 'import { Wei } from "./primitives/wei.js";'],
    ["operations/market/get-task.ts", 'import { run } from "../../main/run.js";'],
    ["store/sql.ts", "const url = process.env.DATABASE_URL;"],
    ["cli/run.ts", "process.exit(1);"],
    ["mcp/server.ts", "process.stdout.write(frame);"],
    ["http/app.ts", 'import { createServer } from "node:http";'],
    ["chain/signer.ts", 'import { env } from "node:process";'],
    ["main/dev.ts", 'console.log("ready");'],
    ["devnet/edr.ts", 'import { EdrContext } from "@nomicfoundation/edr";'],
    ["market/task.ts", 'const edr = await import("@nomicfoundation/edr");'],
    ["chain/client.ts", 'import hre from "hardhat";'],
    ["devnet/deploy.ts", 'import solc from "solc";'],
    ["main/inbox.ts", 'const sdk = await import("@xmtp/node-sdk");'],
    ["operations/market/get-task.ts", 'import { McpServer } from "@modelcontextprotocol/sdk";'],
  ])("error: %s with `%s` is reported", (path, text) => {
    expect(listBreaches([{ path, text }])).toEqual([expect.stringMatching(`^${path} must `)]);
  });

  it.each([
    ["operations/market/get-task.ts", 'import { findTask } from "../../market/task.js";'],
    ["market/task.ts", 'import { openTasks } from "./open-tasks.js";'],
    ["chain/client.ts", 'import type { Config } from "../config.js";'],
    ["devnet/edr.ts", 'import type { Provider } from "@nomicfoundation/edr";'],
    ["devnet/edr.ts", 'const edr = await import("@nomicfoundation/edr");'],
    ["devnet/rpc-server.ts", 'import { createServer } from "node:http";'],
    ["web/page.ts", 'import type { IncomingMessage } from "node:http";'],
    ["main/svc.ts", "process.exitCode = await run(process.argv.slice(2));"],
    ["market/task.ts", '// once: import { run } from "../main/run.js" and process.env'],
  ])("accepts %s with `%s`", (path, text) => {
    expect(listBreaches([{ path, text }])).toEqual([]);
  });

  it("error: a folder without a place in the table is reported", () => {
    const file = { path: "helpers/x.ts", text: 'import { Wei } from "../primitives/wei.js";' };

    expect(() => listBreaches([file])).toThrow("src/helpers has no place in the import table");
  });
});
