/** Runs what it is given, but only so many at a time; the others wait their turn. */
export type Gate = <T>(work: () => Promise<T>) => Promise<T>;

/** Creates a gate that lets `limit` through at a time. */
export function createGate(limit: number): Gate {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running === limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await work();
    } finally {
      // The place goes straight to the next in line, if there is one.
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}
