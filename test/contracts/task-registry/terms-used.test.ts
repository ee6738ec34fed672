import { zeroHash } from "viem";
import { describe, expect, it } from "vitest";
import { allowFee } from "../../../src/devnet/flows.js";
import { useMarket } from "../../support/market.js";
import { bringTo } from "../../support/states.js";
import { buildTerms, hashTerms, hire } from "../../support/terms.js";

describe("TaskRegistry.termsUsed", () => {
  const market = useMarket();

  it("is false for terms nobody has sent", async () => {
    const digest = hashTerms(market, await buildTerms(market));

    expect(await isUsed(digest)).toBe(false);
    expect(await isUsed(zeroHash)).toBe(false);
  });

  it("is true once the terms have become a task, for ever", async () => {
    const { taskId, terms } = await hire(market);
    const digest = hashTerms(market, terms);
    expect(await isUsed(digest)).toBe(true);

    await allowFee(market, "worker");
    await market.send("worker", "taskRegistry", "leaveTask", [taskId]);
    await market.send("poster", "taskRegistry", "cancelTask", [taskId]);

    expect(await isUsed(digest)).toBe(true);
  });

  it("is false for the terms of an open post, even when work has started", async () => {
    const taskId = await bringTo(market, "ACTIVE");

    const { settlementDigest } = await market.read("taskRegistry", "task", [taskId]);
    expect(await isUsed(settlementDigest)).toBe(false);
  });

  function isUsed(digest: `0x${string}`) {
    return market.read("taskRegistry", "termsUsed", [digest]);
  }
});
