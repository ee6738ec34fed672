import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const runtimeImports = /^(?:import|export) (?!type )(?:[^;"]* from )?"([^"]+)";/gm;

/** Lists the packages that a file of src loads at run time, through everything it imports. */
function listPackages(entry: string): string[] {
  const packages = new Set<string>();
  const seen = new Set<string>();
  const visit = (url: URL) => {
    if (seen.has(url.href)) return;
    seen.add(url.href);
    const text = readFileSync(url, "utf8");
    for (const [, specifier] of text.matchAll(runtimeImports)) {
      const target = (specifier as string).replace(/\.js$/, ".ts");
      if (target.startsWith(".")) visit(new URL(target, url));
      else packages.add(target);
    }
  };
  visit(new URL(`../../src/${entry}`, import.meta.url));
  return [...packages].sort();
}

describe("what a reading process loads", () => {
  it("is neither viem nor anything else that is slow to import", () => {
    expect(listPackages("chain/market-readers.ts")).toEqual(["@noble/hashes/sha3", "zod"]);
    expect(listPackages("chain/blocks.ts")).toEqual([]);
    expect(listPackages("chain/rpc.ts")).toEqual([]);
  });

  it("would be noticed by this test", () => {
    expect(listPackages("chain/signer.ts")).toContain("viem/accounts");
  });
});
