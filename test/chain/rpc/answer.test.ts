import { describe, expect, it } from "vitest";
import { toOutcome } from "../../../src/chain/rpc/answer.js";

function read(error: unknown) {
  return toOutcome({ id: 1, error } as Record<string, unknown>, "eth_call");
}

describe("toOutcome", () => {
  it.each([
    ["a public node", { code: 3, message: "execution reverted", data: "0xad0e34ad" }, "0xad0e34ad"],
    ["a node without data", { code: -32_000, message: "execution reverted" }, "0x"],
    [
      "a node with a word before the data",
      { code: -32_015, message: "VM execution error: revert", data: "Reverted 0x12" },
      "0x12",
    ],
    [
      "a node with the data one level deeper",
      { code: -32_603, message: "call reverted", data: { data: "0x12" } },
      "0x12",
    ],
    ["a revert that speaks of gas", { code: 3, message: "reverted: out of gas", data: "0x" }, "0x"],
    ["a revert with odd data", { code: 3, message: "execution reverted", data: "0x123" }, "0x"],
  ])("knows the revert of %s", (_, error, data) => {
    expect(read(error)).toEqual({ kind: "revert", data });
  });

  it.each([
    "header not found",
    "header for hash not found",
    "hash is not currently canonical",
    "block not found: hash 0x12",
    "Unknown block",
    "Received invalid block tag 0x12. Latest block number is 7",
    "missing trie node 12 (path )",
    "required historical state unavailable (reexec=128)",
    "block 0x12 is not available",
  ])("knows that a node lacks the block: %s", (message) => {
    expect(read({ code: -32_000, message })).toMatchObject({ fault: { kind: "block_unknown" } });
  });

  it.each([
    [-32_000, "out of gas"],
    [-32_000, "Transaction ran out of gas"],
    [-32_000, "out of gas: gas required exceeds allowance: 50000000"],
    [-32_003, "response too large"],
    [-32_008, "Response size exceeded the limit of 10 MB"],
    [-32_000, "execution aborted (timeout = 5s)"],
    [-32_005, "query returned more than 10000 results"],
    [-32_602, "block range is too wide"],
    [-32_614, "eth_getLogs is limited to a 10,000 range"],
    [-32_000, "exceed maximum block range: 5000"],
    [-32_602, "query exceeds max results 20000"],
  ])("knows that a call was too much: %i %s", (code, message) => {
    expect(read({ code, message })).toEqual({ kind: "too_much" });
  });

  it.each([
    [-32_005, "limit exceeded"],
    [-32_016, "over rate limit"],
    [429, "Your app has exceeded its compute units per second capacity"],
    [-32_000, "Too many requests, please slow down"],
    [-32_029, "daily request limit exceeded"],
  ])("knows a rate limit: %i %s", (code, message) => {
    expect(read({ code, message })).toMatchObject({ fault: { kind: "rate_limited" } });
  });

  it.each([
    [-32_601, "the method eth_getBlockByHash does not exist/is not available", false],
    [-32_602, "invalid argument 1: json: cannot unmarshal object into Go value", true],
    [-32_603, "Internal error", false],
  ])("takes anything else for a refusal: %i %s", (code, message, invalidParams) => {
    expect(read({ code, message })).toMatchObject({
      kind: "fault",
      fault: {
        kind: "refused",
        reason: `refused eth_call (code ${code})`,
        details: { invalidParams },
      },
    });
  });

  it.each([
    ["eth_call", null],
    ["eth_call", 7],
    ["eth_call", "0xzz"],
    ["eth_getCode", "deadbeef"],
    ["eth_getLogs", {}],
    ["eth_blockNumber", undefined],
  ])("error: %s with the result %j is a fault of the provider", (method, result) => {
    expect(toOutcome({ id: 1, result }, method)).toMatchObject({ fault: { kind: "malformed" } });
  });

  it("answers a result, null included where it may occur", () => {
    const message = { id: 1, result: null, error: null };

    expect(toOutcome(message, "eth_getBlockByNumber")).toEqual({ kind: "result", result: null });
  });

  it.each([undefined, "text", 7, {}, { code: "x", message: 7 }])(
    "error: %j in place of an error is a fault as well",
    (error) => {
      expect(read(error)).toMatchObject({ kind: "fault" });
    },
  );
});
