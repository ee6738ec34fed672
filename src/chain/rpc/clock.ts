/** Time as the chain's readers need it; a test brings its own. */
export type Clock = {
  /** Milliseconds since 1970. */
  nowMs(): number;
  /** Ends after `ms`, or at once when the signal is aborted. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
};

/** The clock of this machine. */
export const systemClock: Clock = {
  nowMs: () => Date.now(),
  wait(ms, signal) {
    return new Promise((resolve) => {
      if (signal?.aborted === true) return resolve();

      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      signal?.addEventListener("abort", end);
    });
  },
};
