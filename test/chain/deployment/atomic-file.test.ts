import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { writeFileAtomic } from "../../../src/chain/deployment/atomic-file.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "svc-atomic-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe("writeFileAtomic", () => {
  it("replaces the whole text and leaves nothing else behind", () => {
    const path = join(folder, "a.json");
    writeFileSync(path, "a much longer text than the next one");
    writeFileAtomic(path, "ä short one\n");

    expect([readFileSync(path, "utf8"), readdirSync(folder)]).toEqual([
      "ä short one\n",
      ["a.json"],
    ]);
  });

  it("error: what cannot be replaced stays as it was", () => {
    const path = join(folder, "a.json");
    mkdirSync(join(path, "inside"), { recursive: true });

    expect(() => writeFileAtomic(path, "text")).toThrow(`${path} cannot be written (EISDIR).`);
    expect([readdirSync(folder), readdirSync(path)]).toEqual([["a.json"], ["inside"]]);
  });

  it("error: a folder that is missing", () => {
    const path = join(folder, "no/a.json");

    expect(() => writeFileAtomic(path, "text")).toThrow(`${path} cannot be written (ENOENT).`);
  });
});
