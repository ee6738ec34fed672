// Makes a fresh clone runnable: installs what is missing, builds what is stale, else says nothing.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const installedLock = join(root, "node_modules/.package-lock.json");
const buildStamp = join(root, "dist/.built");

const major = Number(process.versions.node.split(".")[0]);
if (major < 20) fail(`Node 20 or newer is needed; this is Node ${process.versions.node}.`);

if (!isInstalled()) {
  say("Installing dependencies …");
  run(["ci", "--no-audit", "--no-fund"], "Installing the dependencies failed");
}
if (!isBuilt()) {
  say("Building …");
  run(["run", "--silent", "build"], "The build failed");
  writeFileSync(buildStamp, "");
}

/** True when node_modules holds exactly the versions of package-lock.json. */
function isInstalled() {
  if (!existsSync(installedLock)) return false;

  const wanted = readPackages(join(root, "package-lock.json"));
  const present = readPackages(installedLock);
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === "" || entry.link) return true;
    const found = present[path];
    return found === undefined ? entry.optional === true : found.version === entry.version;
  });
}

/** True when nothing under src, nor a build setting, is newer than the last build that succeeded here. */
function isBuilt() {
  if (!existsSync(buildStamp) || !existsSync(join(root, "dist/main/svc.js"))) return false;

  const inputs = [join(root, "src"), join(root, "tsconfig.json")];
  return newestMs(inputs) <= statSync(buildStamp).mtimeMs;
}

function newestMs(paths) {
  return Math.max(
    0,
    ...paths.map((path) => {
      const stat = statSync(path);
      if (!stat.isDirectory()) return stat.mtimeMs;
      return Math.max(stat.mtimeMs, newestMs(readdirSync(path).map((name) => join(path, name))));
    }),
  );
}

function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8")).packages ?? {};
  } catch (error) {
    return fail(`${path} cannot be read: ${error.message}`);
  }
}

function run(args, failure) {
  // Output of npm goes to stderr, so that whatever follows owns stdout.
  const result = spawnSync("npm", args, { cwd: root, stdio: ["ignore", 2, 2] });
  if (result.error?.code === "ENOENT") fail(`${failure}: npm is not on the PATH.`);
  if (result.status !== 0)
    fail(`${failure}: \`npm ${args.join(" ")}\` ended with an error (above).`);
}

function say(line) {
  process.stderr.write(`${line}\n`);
}

function fail(sentence) {
  say(`error: ${sentence}`);
  process.exit(1);
}
