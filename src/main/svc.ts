import { run } from "./run.js";

/** Runs the command line of this process; the exit code is set, never forced. */
export async function main(): Promise<void> {
  // A reader that closes the pipe early (`svc … | head`) is not a failure.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    throw error;
  });

  const ending = new AbortController();
  for (const [name, exitCode] of [["SIGINT", 130] as const, ["SIGTERM", 143] as const]) {
    process.on(name, () => {
      // The second signal does not wait for a clean end.
      if (ending.signal.aborted) process.exit(exitCode);
      ending.abort();
    });
  }

  process.exitCode = await run(process.argv.slice(2), {
    env: process.env,
    cwd: process.cwd(),
    stdout: (text) => void process.stdout.write(text),
    stderr: (text) => void process.stderr.write(text),
    signal: ending.signal,
    isTty: process.stdout.isTTY === true,
  }).catch((error: unknown) => {
    // Anything that is not a SvcError is a bug of ours: show where it happened.
    process.stderr.write(`error: unexpected failure, please report it.\n${describe(error)}\n`);
    return 1;
  });
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
