import type { Clock } from "../../../src/chain/rpc/clock.js";

/** A clock that a test moves: its sleeps end at once, its timeouts strike when the time is moved. */
export type TestClock = Clock & {
  /** How long each sleep was. */
  slept: number[];
  move(ms: number): void;
};

/** Creates a clock for tests. What is given a signal is a timeout; all else is a sleep. */
export function createTestClock(): TestClock {
  let nowMs = 1_800_000_000_000;
  const slept: number[] = [];
  const timeouts = new Map<() => void, number>();
  const move = (ms: number) => {
    nowMs += ms;
    for (const [strike, dueMs] of timeouts) if (dueMs <= nowMs) strike();
  };
  return {
    slept,
    move,
    nowMs: () => nowMs,
    wait(ms, signal) {
      if (signal === undefined) {
        slept.push(ms);
        move(ms);
        return Promise.resolve();
      }
      return new Promise((resolve) => {
        const strike = () => {
          timeouts.delete(strike);
          resolve();
        };
        timeouts.set(strike, nowMs + ms);
        signal.addEventListener("abort", strike);
      });
    },
  };
}

/** Ends as soon as something has become true. */
export async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 2));
}
