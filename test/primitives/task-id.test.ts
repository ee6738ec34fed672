import { describe, expect, it } from "vitest";
import { MarketName, marketNames } from "../../src/primitives/market-name.js";
import { buildTaskId, splitTaskId, TaskId } from "../../src/primitives/task-id.js";
import { maxUint256 } from "../../src/primitives/wei.js";

describe("TaskId", () => {
  it("is built from a market and a number, and splits into them", () => {
    const id = buildTaskId("micro", 17n);

    expect(id).toBe("v2:micro:17");
    expect(splitTaskId(id)).toEqual({ market: "micro", number: 17n });
  });

  it("holds the largest task number of a contract", () => {
    expect(splitTaskId(TaskId.parse(`v2:standard:${maxUint256}`)).number).toBe(maxUint256);
  });

  it.each([
    "17",
    "v1:standard:17",
    "v2:other:17",
    "v2:standard:0",
    "v2:standard:017",
    "v2:standard:-1",
    "v2:standard:1 ",
    "V2:standard:1",
    "v2:standard:1\n",
    `v2:standard:${maxUint256 + 1n}`,
  ])("error: %j is refused", (id) => {
    expect(TaskId.safeParse(id).success).toBe(false);
  });

  it.each([0n, -1n, maxUint256 + 1n])("error: no id is built for task number %s", (number) => {
    expect(() => buildTaskId("standard", number)).toThrow(
      expect.objectContaining({ code: "invalid_task_id" }),
    );
  });
});

describe("MarketName", () => {
  it("is standard or micro", () => {
    expect(marketNames).toEqual(["standard", "micro"]);
  });

  it("error: any other market is refused with the two names", () => {
    expect(MarketName.safeParse("Standard").error?.issues[0]?.message).toBe(
      "Expected standard or micro.",
    );
  });
});
