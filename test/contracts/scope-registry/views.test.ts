import { maxUint256 } from "viem";
import { describe, expect, it } from "vitest";
import { post, visibility } from "../../../src/devnet/flows.js";
import { useMarket } from "../../support/market.js";
import { hire } from "../../support/terms.js";

describe("views of ScopeRegistry", () => {
  const market = useMarket();

  const scopeOf = (taskId: bigint) => market.read("scopeRegistry", "scopeOf", [taskId]);

  it.each([0n, 1n, maxUint256])("answers nothing for the unknown task %s", async (taskId) => {
    expect(await scopeOf(taskId)).toEqual([0, ""]);
  });

  it("answers what each poster wrote when posting or hiring", async () => {
    const open = await post(market, { text: "Summarise ten papers." });
    const hidden = await post(market, { text: null });
    const { taskId: hired } = await hire(market);

    expect([open, hidden, hired]).toEqual([1n, 2n, 3n]);
    expect(await scopeOf(open)).toEqual([visibility.open, "Summarise ten papers."]);
    expect(await scopeOf(hidden)).toEqual([visibility.private, ""]);
    expect(await scopeOf(hired)).toEqual([visibility.private, ""]);
  });

  it("answers the longest text and the registry it obeys", async () => {
    expect(await market.read("scopeRegistry", "MAX_TEXT_BYTES", [])).toBe(8_192n);
    const controller = await market.read("scopeRegistry", "controller", []);
    expect(controller).toBe(market.contracts.taskRegistry);
  });
});
