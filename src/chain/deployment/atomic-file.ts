import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { SvcError } from "../../errors.js";

/**
 * Replaces a file in one step that survives a crash: a reader sees the old text or the new one,
 * and the new one is on the disk when this returns. Throws `wrong_state` if that cannot be done.
 */
export function writeFileAtomic(path: string, text: string): void {
  const draft = `${path}.tmp`;
  try {
    writeSynced(draft, text);
    renameSync(draft, path);
    syncFolder(dirname(path));
  } catch (cause) {
    rmSync(draft, { force: true });
    const { code } = cause as NodeJS.ErrnoException;
    throw new SvcError("wrong_state", `${path} cannot be written (${code}).`, { path }, { cause });
  }
}

function writeSynced(path: string, text: string): void {
  const file = openSync(path, "w");
  try {
    let rest = Buffer.from(text, "utf8");
    while (rest.length > 0) rest = rest.subarray(writeSync(file, rest));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** A rename is durable only after its folder is. */
function syncFolder(path: string): void {
  const folder = openSync(path, "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
