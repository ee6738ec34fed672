import { beforeAll, describe, expect, it } from "vitest";
import { type CampaignReport, runCampaign } from "./market/campaign.js";

describe("invariants of a market", () => {
  let report: CampaignReport;
  beforeAll(async () => {
    report = await runCampaign({ seeds: [1n, 2n], runs: 200, depth: 250 });
  }, 600_000);

  it("hold after each of a hundred thousand random calls and when everybody is paid out", () => {
    expect(report.failures).toEqual([]);
    expect(report.calls).toBe(100_000);
  });

  it("are tried by every function of the handler", () => {
    const idle = Object.entries(report.successes).filter(([, successes]) => successes < 10);

    expect(idle).toEqual([]);
  });
});
