// Adds the optional platform packages that npm left out of package-lock.json. A registry that does
// not serve every platform makes npm drop them, and `npm ci` then refuses the lock everywhere.
// Usage: node .ci/complete-lock.js [--check]
import { readFileSync, writeFileSync } from "node:fs";

const path = new URL("../package-lock.json", import.meta.url);
const lock = JSON.parse(readFileSync(path, "utf8"));
const added = [];
for (const [parent, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (isLocked(parent, name) || !/^\d/.test(version)) continue;

    lock.packages[`node_modules/${name}`] = buildEntry(name, version, entry);
    added.push(`${name}@${version}`);
  }
}

if (added.length > 0 && process.argv.includes("--check")) {
  process.stderr.write(
    `error: package-lock.json lacks ${added.join(", ")}. Run \`node .ci/complete-lock.js\`.\n`,
  );
  process.exitCode = 1;
} else if (added.length > 0) {
  lock.packages = Object.fromEntries(
    Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
  process.stderr.write(`Added ${added.join(", ")}.\n`);
}

function isLocked(parent, name) {
  return [`${parent}/node_modules/${name}`, `node_modules/${name}`].some(
    (key) => lock.packages[key] !== undefined,
  );
}

/** The entry npm would write, as far as the name of the package tells it. */
function buildEntry(name, version, parent) {
  const words = name.split("/").at(-1).split("-");
  const os = words.find((word) =>
    /^(aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32)$/.test(word),
  );
  const cpu = words.find((word) =>
    /^(arm|arm64|ia32|loong64|mips64el|ppc64|riscv64|s390x|x64)$/.test(word),
  );
  const libc = words.find((word) => /^(gnu|musl)/.test(word));
  return {
    version,
    ...(cpu === undefined ? {} : { cpu: [cpu] }),
    ...(parent.dev === true ? { dev: true } : {}),
    ...(os === "linux" && libc !== undefined
      ? { libc: [libc.startsWith("musl") ? "musl" : "glibc"] }
      : {}),
    optional: true,
    ...(os === undefined ? {} : { os: [os] }),
  };
}
