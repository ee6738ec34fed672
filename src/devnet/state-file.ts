import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { Deployment } from "../chain/deployment/file.js";
import { SvcError } from "../errors.js";
import { Address } from "../primitives/address.js";

/** What a running devnet tells the other commands on this machine. */
export const DevnetState = z.strictObject({
  version: z.literal(1),
  pid: z.int().positive(),
  rpcUrl: z.string().regex(/^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?(\/|$)/),
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

/** Makes the data folder if it is not there, or throws `invalid_setting`. */
export function assertDataDir(dataDir: string): void {
  try {
    makeFolder(dataDir);
    accessSync(dataDir, constants.W_OK);
  } catch (cause) {
    throw new SvcError(
      "invalid_setting",
      `The data folder ${dataDir} cannot be written to: set SVC_DATA_DIR to one that can.`,
      { dataDir },
      { cause },
    );
  }
}

/** Writes the state file in one step, readable by its owner only. */
export function writeDevnetState(dataDir: string, state: DevnetState): void {
  const draft = `${pathIn(dataDir)}.${state.pid}`;
  writeFileSync(draft, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, pathIn(dataDir));
}

/** Removes the state file if it is still the one of this process. */
export function removeDevnetState(dataDir: string, pid: number): void {
  if (readDevnetState(dataDir)?.pid === pid) rmSync(pathIn(dataDir), { force: true });
}

/** Makes a folder and those above it; Node's own way of it never ends in places like /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;

  makeFolder(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}

function pathIn(dataDir: string): string {
  return join(dataDir, "devnet.json");
}
