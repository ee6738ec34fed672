import { maxUint256 } from "viem";
import { describe, expect, it } from "vitest";
import type { ActorName } from "../../../src/devnet/actors.js";
import { post, visibility } from "../../../src/devnet/flows.js";
import { emitted } from "../../support/emitted.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { sendAs } from "../../support/send-as.js";
import { scopeFaults } from "../../support/task-rules.js";

describe("ScopeRegistry.setScope", () => {
  const market = useMarket();

  const setScope = (taskId: bigint, visibility: number, text: string) =>
    sendAs(market, market.contracts.taskRegistry, "scopeRegistry", "setScope", [
      taskId,
      visibility,
      text,
    ]);
  const scopeOf = (taskId: bigint) => market.read("scopeRegistry", "scopeOf", [taskId]);

  it.each([
    { what: "one byte", text: "x", textBytes: 1n },
    { what: "a few words", text: "Summarise ten papers.", textBytes: 21n },
    { what: "letters of several bytes", text: "市場 é 🙂", textBytes: 14n },
    { what: "31 bytes", text: "x".repeat(31), textBytes: 31n },
    { what: "32 bytes", text: "x".repeat(32), textBytes: 32n },
    { what: "8,192 bytes", text: "é".repeat(4_096), textBytes: 8_192n },
  ])("writes an open scope of $what", async ({ text, textBytes }) => {
    const { events } = await setScope(7n, visibility.open, text);

    const facts = { taskId: 7n, visibility: visibility.open, textBytes };
    expect(events).toEqual([emitted(market, "scopeRegistry", "ScopeSet", facts)]);
    expect(await scopeOf(7n)).toEqual([visibility.open, text]);
  });

  it("writes a private scope, which has no text", async () => {
    const { events } = await setScope(7n, visibility.private, "");

    const facts = { taskId: 7n, visibility: visibility.private, textBytes: 0n };
    expect(events).toEqual([emitted(market, "scopeRegistry", "ScopeSet", facts)]);
    expect(await scopeOf(7n)).toEqual([visibility.private, ""]);
  });

  it("writes each task's scope apart from all others", async () => {
    await setScope(0n, visibility.open, "zero");
    await setScope(1n, visibility.private, "");
    await setScope(maxUint256, visibility.open, "last");

    expect(await scopeOf(0n)).toEqual([visibility.open, "zero"]);
    expect(await scopeOf(1n)).toEqual([visibility.private, ""]);
    expect(await scopeOf(2n)).toEqual([0, ""]);
    expect(await scopeOf(maxUint256)).toEqual([visibility.open, "last"]);
  });

  it.each(scopeFaults)("error: $error for $what", async ({ visibility, text, error, args }) => {
    await expectRevert(setScope(7n, visibility, text), error, args);
    expect(await scopeOf(7n)).toEqual([0, ""]);
  });

  it("error: VisibilityMissing without visibility and text", async () => {
    await expectRevert(setScope(7n, 0, ""), "VisibilityMissing", []);
  });

  it("error: a visibility the manual does not know is refused", async () => {
    await expect(setScope(7n, 3, "x")).rejects.toMatchObject({ data: "0x" });
    expect(await scopeOf(7n)).toEqual([0, ""]);
  });

  it.each([
    { was: "open", next: visibility.open, text: "Other words." },
    { was: "open", next: visibility.private, text: "" },
    { was: "private", next: visibility.open, text: "Other words." },
    { was: "private", next: visibility.private, text: "" },
  ] as const)("error: ScopeAlreadySet for $next after $was", async ({ was, next, text }) => {
    const taskId = await post(market, { text: was === "open" ? "First words." : null });
    const before = await scopeOf(taskId);

    await expectRevert(setScope(taskId, next, text), "ScopeAlreadySet", [taskId]);
    expect(await scopeOf(taskId)).toEqual(before);
  });

  it.each<ActorName>(["stranger", "deployer", "poster"])(
    "error: NotController for the %s",
    async (caller) => {
      const call = market.send(caller, "scopeRegistry", "setScope", [7n, visibility.open, "x"]);
      const facts = [market.actors[caller].address, market.contracts.taskRegistry];
      await expectRevert(call, "NotController", facts);
    },
  );
});
