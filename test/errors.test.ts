import { describe, expect, it } from "vitest";
import { SvcError } from "../src/errors.js";

describe("SvcError", () => {
  it("takes its kind and its retry advice from the code", () => {
    const error = new SvcError("tx_not_found", "The transaction is not known yet.", { tx: "0x1" });

    expect({ ...error, message: error.message }).toEqual({
      name: "SvcError",
      kind: "unprocessable",
      code: "tx_not_found",
      facts: { tx: "0x1" },
      retryable: true,
      message: "The transaction is not known yet.",
    });
  });

  it("is not retryable unless its code says so, and keeps the cause apart", () => {
    const cause = new Error("inner");
    const error = new SvcError("invalid_market", "Expected standard or micro.", {}, { cause });

    expect([error.retryable, error.facts, error.cause]).toEqual([false, {}, cause]);
  });
});
