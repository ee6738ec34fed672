import { describe, expect, it } from "vitest";
import { runCampaign } from "./market/campaign.js";

describe("invariants of a market, for long", () => {
  it("hold after each of a million random calls, in short runs and in long ones", async () => {
    const short = await runCampaign({ seeds: [101n, 102n], runs: 1_200, depth: 250 });
    const long = await runCampaign({ seeds: [103n, 104n], runs: 200, depth: 1_000 });

    expect(short.failures).toEqual([]);
    expect(long.failures).toEqual([]);
    expect(short.calls + long.calls).toBe(1_000_000);
    const idle = Object.entries(short.successes).filter(([, successes]) => successes < 100);
    expect(idle).toEqual([]);
  });
});
