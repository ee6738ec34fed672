/** True when a process with this id exists on this machine. */
export function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;

  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process is there but belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
