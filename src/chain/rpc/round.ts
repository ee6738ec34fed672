import type { Clock } from "./clock.js";
import type { ProviderFault } from "./fault.js";
import type { Provider } from "./provider.js";

/** Decides who is asked next while one group of calls looks for its answers. */
export type Round = {
  /** The provider to ask and when it may be asked, or undefined when all had their chances. */
  next(): { provider: Provider; readyAtMs: number } | undefined;
  /** Takes note of what a provider did wrong in this round. */
  note(provider: Provider, fault: ProviderFault): void;
};

/** How often one provider is asked for the same thing at most. */
const maxAttempts = 3;

/** A node behind a load balancer may get a new block a little later than its neighbour. */
const blockPatienceMs = 300;

/** Creates a round: the preferred provider first, then those that were asked least. */
export function createRound(providers: readonly Provider[], clock: Clock): Round {
  const chances = new Map(providers.map((provider) => [provider, { attempts: 0, notBeforeMs: 0 }]));
  return {
    next() {
      const nowMs = clock.nowMs();
      const candidates = [...chances]
        .filter(([, { attempts }]) => attempts < maxAttempts)
        .map(([provider, { attempts, notBeforeMs }]) => {
          const readyAtMs = Math.max(nowMs + provider.restsForMs(), notBeforeMs);
          return { provider, attempts, readyAtMs };
        })
        .sort((a, b) => a.readyAtMs - b.readyAtMs || a.attempts - b.attempts);
      return candidates[0];
    },
    note(provider, { kind }) {
      const chance = chances.get(provider);
      if (chance === undefined) return;

      // Asking the same node again does not change its mind about the call itself.
      chance.attempts = kind === "refused" ? maxAttempts : chance.attempts + 1;
      if (kind === "block_unknown") chance.notBeforeMs = clock.nowMs() + blockPatienceMs;
    },
  };
}
