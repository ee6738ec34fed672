import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { Deployment } from "../chain/deployment/file.js";
import { Address } from "../primitives/address.js";

/** What a running devnet tells the other commands on this machine. */
export const DevnetState = z.strictObject({
  version: z.literal(1),
  pid: z.int().positive(),
  rpcUrl: z.string(),
  startedAt: z.iso.datetime(),
  deployment: Deployment,
  accounts: z.array(z.strictObject({ name: z.string(), address: Address, role: z.string() })),
});
export type DevnetState = z.infer<typeof DevnetState>;

/** Answers the state a devnet left in the data folder, or undefined; it may have ended since. */
export function readDevnetState(dataDir: string): DevnetState | undefined {
  try {
    return DevnetState.parse(JSON.parse(readFileSync(pathIn(dataDir), "utf8")));
  } catch {
    return undefined;
  }
}

/** Writes the state file in one step, readable by its owner only. */
export function writeDevnetState(dataDir: string, state: DevnetState): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const draft = `${pathIn(dataDir)}.${state.pid}`;
  writeFileSync(draft, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, pathIn(dataDir));
}

/** Removes the state file if it is still the one of this process. */
export function removeDevnetState(dataDir: string, pid: number): void {
  if (readDevnetState(dataDir)?.pid === pid) rmSync(pathIn(dataDir), { force: true });
}

function pathIn(dataDir: string): string {
  return join(dataDir, "devnet.json");
}
