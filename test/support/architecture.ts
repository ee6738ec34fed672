/** A source file of the service, by its path under src. */
export type SourceFile = { path: string; text: string };

/** The folders (and the two lone files) of src, from left to right; one step per line. */
const steps: readonly (readonly string[])[] = [
  ["errors.ts"],
  ["primitives"],
  ["chain", "terms", "store"],
  ["market", "posting", "negotiation", "requests", "receipts", "chat"],
  ["operations"],
  ["mcp", "http", "cli", "web"],
  ["devnet"],
  ["main"],
];

/** config.ts stands beside primitives: it may use errors, and everything from chain on may use it. */
const configStep = 1;

/** Packages that only some folders may import; `dynamic` ones only through `await import()`. */
const packages: readonly { name: RegExp; folders: readonly string[]; dynamic?: true }[] = [
  { name: /^@nomicfoundation\/edr$/, folders: ["devnet"], dynamic: true },
  { name: /^@xmtp\//, folders: ["negotiation"], dynamic: true },
  { name: /^@modelcontextprotocol\//, folders: ["mcp", "main"] },
  { name: /^hardhat$|^@nomicfoundation\/hardhat/, folders: [] },
  { name: /^solc$/, folders: [] },
  // Sockets belong to main. The devnet's JSON-RPC is the one exception: a chain without it is none.
  { name: /^(node:)?(net|http|https|http2|tls|dgram)$/, folders: ["main", "devnet"] },
  { name: /^(node:)?process$/, folders: ["main"] },
];

const processAccess =
  /\bprocess\s*\.\s*(env|argv|exit|exitCode|stdout|stdin|stderr|cwd|chdir|on|once|kill)\b/g;

/** Lists every breach of the house's rules, one sentence each; empty when there is none. */
export function listBreaches(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) => {
    const code = stripComments(text);
    return [...listWrongImports(path, code), ...listWrongAccess(path, code)];
  });
}

function listWrongImports(path: string, code: string): string[] {
  return listImports(code).flatMap((found) => {
    if (!found.specifier.startsWith(".")) return listWrongPackage(path, found);

    const target = resolve(path, found.specifier);
    return mayImport(path, target) ? [] : [`${path} must not import ${target}`];
  });
}

function mayImport(path: string, target: string): boolean {
  const from = folderOf(path);
  const to = folderOf(target);
  if (from === to) return true;

  const fromStep = stepOf(from);
  const toStep = stepOf(to);
  if (from === "config.ts") return to === "errors.ts";
  if (to === "config.ts") return fromStep > configStep;
  return toStep < fromStep;
}

function listWrongPackage(path: string, found: Import): string[] {
  const folder = folderOf(path);
  return packages
    .filter(({ name }) => name.test(found.specifier))
    .flatMap(({ folders, dynamic }) => {
      // A type leaves no import behind, so it needs neither a socket nor the package at run time.
      const sockets = found.specifier.startsWith("node:");
      if (found.form === "type" && (sockets || folders.includes(folder))) return [];
      if (!folders.includes(folder)) return [`${path} must not import ${found.specifier}`];
      if (dynamic === true && found.form !== "dynamic") {
        return [`${path} must import ${found.specifier} with await import()`];
      }
      return [];
    });
}

function listWrongAccess(path: string, code: string): string[] {
  const breaches = [...code.matchAll(/\bconsole\s*\.\s*\w+/g)].map(([use]) => use);
  if (folderOf(path) !== "main") {
    breaches.push(...[...code.matchAll(processAccess)].map(([use]) => use));
  }
  return breaches.map((use) => `${path} must not use ${use.replace(/\s/g, "")}`);
}

type Import = { specifier: string; form: "static" | "type" | "dynamic" };

function listImports(code: string): Import[] {
  const found: Import[] = [];
  for (const match of code.matchAll(
    /\b(?:import|export)\s+(type\s)?[^"'`;()]*?\bfrom\s*["']([^"']+)["']/g,
  )) {
    found.push({ specifier: match[2] as string, form: match[1] ? "type" : "static" });
  }
  for (const match of code.matchAll(/\bimport\s*["']([^"']+)["']/g)) {
    found.push({ specifier: match[1] as string, form: "static" });
  }
  for (const match of code.matchAll(/(typeof\s+)?\bimport\s*\(\s*["'`]([^"'`]+)["'`]/g)) {
    found.push({ specifier: match[2] as string, form: match[1] ? "type" : "dynamic" });
  }
  return found;
}

function resolve(path: string, specifier: string): string {
  const url = new URL(specifier, `file:///${path}`);
  return url.pathname.slice(1).replace(/\.js$/, ".ts");
}

/** The folder under src, or the file's own name when it lies directly in src. */
function folderOf(path: string): string {
  return path.split("/")[0] as string;
}

function stepOf(folder: string): number {
  if (folder === "config.ts") return configStep;

  const step = steps.findIndex((names) => names.includes(folder));
  if (step === -1) throw new Error(`src/${folder} has no place in the import table`);
  return step;
}

/** Drops comments; strings are matched first, so that a `//` or `/*` inside one stays. */
function stripComments(text: string): string {
  const token =
    /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|\/\*[\s\S]*?\*\/|\/\/.*/g;
  return text.replace(token, (_, string: string | undefined) => string ?? "");
}
