import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import type { Artifact } from "@nomicfoundation/edr";

/** What to compile: project paths, and texts that stand in for files of the same path. */
export type CompileRequest = {
  sources: readonly string[];
  overrides?: Readonly<Record<string, string>>;
  viaIR?: boolean;
};

/** What the test runner takes: every contract, and the build it decodes stack traces with. */
export type Compilation = { artifacts: Artifact[]; buildInfo: Uint8Array };

export const projectRoot = fileURLToPath(new URL("../../../", import.meta.url));
export const cacheRoot = join(projectRoot, ".cache", "invariants");

/** Returns the compiled sources and all they import, from the cache when no text has changed. */
export function compileSolidity(request: CompileRequest): Compilation {
  const input = JSON.stringify(buildInput(request));
  const key = createHash("sha256").update(compilerVersion()).update(input).digest("hex");
  const path = join(cacheRoot, `${key.slice(0, 32)}.json`);
  if (!existsSync(path)) writeWhole(path, JSON.stringify(runCompiler(key, input)));

  const buildInfo = readFileSync(path);
  return { artifacts: listArtifacts(JSON.parse(buildInfo.toString()) as BuildInfo), buildInfo };
}

type SolcBytecode = {
  object: string;
  linkReferences: NonNullable<Artifact["contract"]["linkReferences"]>;
};
type SolcContract = {
  abi: unknown[];
  evm: { bytecode: SolcBytecode; deployedBytecode: SolcBytecode };
};
type SolcOutput = {
  errors?: { severity: string; formattedMessage: string }[];
  contracts?: Record<string, Record<string, SolcContract>>;
};
type BuildInfo = { solcVersion: string; output: SolcOutput };

const require = createRequire(import.meta.url);
const importPattern = /^\s*import\b[^"';]*["']([^"']+)["'][^"';]*;/gm;

function buildInput({ sources, overrides = {}, viaIR = false }: CompileRequest) {
  return {
    language: "Solidity",
    sources: collectSources(sources, overrides),
    settings: {
      optimizer: { enabled: true, runs: 200 },
      viaIR,
      evmVersion: "cancun",
      outputSelection: {
        "*": {
          "*": ["abi", "evm.bytecode", "evm.deployedBytecode", "evm.methodIdentifiers"],
          "": ["ast"],
        },
      },
    },
  };
}

function collectSources(roots: readonly string[], overrides: Readonly<Record<string, string>>) {
  const found = new Map<string, { content: string }>();
  const pending = [...roots];
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (found.has(name)) continue;
    const content = overrides[name] ?? readFileSync(toFile(name), "utf8");
    found.set(name, { content });
    pending.push(...listImports(name, content));
  }
  const unused = Object.keys(overrides).filter((name) => !found.has(name));
  if (unused.length > 0) throw new Error(`Nothing imports ${unused.join(", ")}.`);

  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function listImports(importer: string, content: string): string[] {
  return [...content.matchAll(importPattern)].map(([, target = ""]) => {
    return target.startsWith(".") ? posix.join(posix.dirname(importer), target) : target;
  });
}

function toFile(sourceName: string): string {
  return join(projectRoot, sourceName.startsWith("@") ? "node_modules" : "", sourceName);
}

function compilerVersion(): string {
  return (require("solc/package.json") as { version: string }).version;
}

function runCompiler(id: string, input: string) {
  const solc = require("solc") as { version(): string; compile(input: string): string };
  const output = JSON.parse(solc.compile(input)) as SolcOutput;
  const errors = (output.errors ?? []).filter((error) => error.severity === "error");
  if (errors.length > 0) throw new Error(errors.map((error) => error.formattedMessage).join("\n"));

  return {
    _format: "hh-sol-build-info-1",
    id,
    solcVersion: compilerVersion(),
    solcLongVersion: solc.version().replace(".Emscripten.clang", ""),
    input: JSON.parse(input) as unknown,
    output,
  };
}

function writeWhole(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const partial = `${path}.${process.pid}`;
  writeFileSync(partial, text);
  renameSync(partial, path);
}

function listArtifacts({ solcVersion, output }: BuildInfo): Artifact[] {
  return Object.entries(output.contracts ?? {}).flatMap(([source, contracts]) =>
    Object.entries(contracts).map(([name, { abi, evm }]) => ({
      id: { name, source, solcVersion },
      contract: {
        abi: JSON.stringify(abi),
        bytecode: `0x${evm.bytecode.object}`,
        linkReferences: evm.bytecode.linkReferences,
        deployedBytecode: `0x${evm.deployedBytecode.object}`,
        deployedLinkReferences: evm.deployedBytecode.linkReferences,
      },
    })),
  );
}
