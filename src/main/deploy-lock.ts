import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { SvcError } from "../errors.js";
import { isRunning } from "./is-running.js";

/**
 * Keeps a second deployment off the same file until the answered function is called. The lock of
 * a process that has ended is taken over.
 */
export function takeDeployLock(out: string): () => void {
  const path = `${out}.lock`;
  try {
    writeFileSync(path, `${process.pid}\n`, { flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;

    const pid = readPid(path);
    // In a container every run can have the same id: our own is no other process.
    if (pid !== process.pid && isRunning(pid)) {
      throw new SvcError(
        "wrong_state",
        `Another svc deploy (process ${pid}) is at work on ${out}: wait for it, or delete ${path} if it is not.`,
        { path, pid },
      );
    }
    writeFileSync(path, `${process.pid}\n`);
  }
  return () => rmSync(path, { force: true });
}

function readPid(path: string): number {
  try {
    return Number(readFileSync(path, "utf8"));
  } catch {
    return 0;
  }
}
