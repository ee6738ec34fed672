import { describe, expect, it } from "vitest";
import { createGate } from "../../../src/chain/deployment/gate.js";

describe("createGate", () => {
  it("lets no more through at a time than it may, and all of them in the end", async () => {
    const gate = createGate(2);
    let running = 0;
    let most = 0;
    const work = async (number: number) => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running--;
      return number;
    };
    const results = await Promise.all([1, 2, 3, 4, 5].map((number) => gate(() => work(number))));

    expect([results, most, running]).toEqual([[1, 2, 3, 4, 5], 2, 0]);
  });

  it("error: work that fails gives its place away", async () => {
    const gate = createGate(1);
    const failing = gate(() => Promise.reject(new Error("no")));
    const next = gate(async () => "next");

    await expect(failing).rejects.toThrow("no");
    expect(await next).toBe("next");
    expect(await gate(async () => "later")).toBe("later");
  });
});
