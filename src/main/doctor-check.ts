import { SvcError } from "../errors.js";

export type CheckStatus = "ok" | "warn" | "fail";

/** What one check found; whatever is not ok says what to do. */
export type CheckResult =
  | { name: string; status: "ok"; found: string }
  | { name: string; status: "warn" | "fail"; found: string; fix: string };

/** One check; it is given up when it takes longer than it may. */
export type Check = { name: string; timeoutMs: number; run(): Promise<CheckResult> };

/** Runs a check and answers its result whatever happens, at the latest when its time is over. */
export async function runCheck({ name, timeoutMs, run }: Check): Promise<CheckResult> {
  const over = new AbortController();
  const late = new Promise<CheckResult>((resolve) => {
    const timer = setTimeout(() => {
      resolve({
        name,
        status: "fail",
        found: `no answer within ${timeoutMs / 1_000} s`,
        fix: "Try again; if it stays so, look for what hangs.",
      });
    }, timeoutMs);
    over.signal.addEventListener("abort", () => clearTimeout(timer));
  });
  try {
    return await Promise.race([run(), late]);
  } catch (error) {
    return { name, status: "fail", found: describe(error), fix: "Mend that, then run it again." };
  } finally {
    over.abort();
  }
}

/** Only our own sentences are shown: others can hold a provider's URL and its key. */
function describe(error: unknown): string {
  if (error instanceof SvcError) return error.message;

  const { code } = error as { code?: unknown };
  return `could not be checked (${typeof code === "string" ? code : "unexpected failure"})`;
}
