import { describe, expect, it } from "vitest";
import { isFinal, TaskState, taskStates, toTaskState } from "../../src/primitives/task-state.js";

describe("TaskState", () => {
  it("names the registry's enum in its order, after NONE", () => {
    expect(Array.from({ length: 10 }, (_, index) => toTaskState(index + 1))).toEqual([
      "POSTED",
      "CLAIMED",
      "ACTIVE",
      "DELIVERED",
      "PAUSED",
      "DISPUTED",
      "COMPLETED",
      "CANCELLED",
      "EXPIRED",
      "RESOLVED",
    ]);
  });

  it("has the same number for a state in both directions", () => {
    for (const state of TaskState.options) expect(toTaskState(taskStates[state].index)).toBe(state);
  });

  it("is final once the money is settled", () => {
    expect(TaskState.options.filter(isFinal)).toEqual([
      "COMPLETED",
      "CANCELLED",
      "EXPIRED",
      "RESOLVED",
    ]);
  });

  it.each([0, 11, -1, 1.5])("error: %d is no state", (index) => {
    expect(() => toTaskState(index)).toThrow(
      expect.objectContaining({ code: "contract_mismatch" }),
    );
  });
});
