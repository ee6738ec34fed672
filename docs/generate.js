// Writes the generated tables of the README and the docs; `--check` only compares. Needs a build.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { marketParams } from "../dist/chain/deployment/market-params.js";
import { settings } from "../dist/config.js";
import { commands } from "../dist/main/commands.js";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The tables of each file, by the name in their marker. */
const files = {
  "README.md": { commands: await listCommands(), settings: listSettings() },
  "docs/contracts.md": { numbers: listNumbers() },
};

async function listCommands() {
  const rows = Object.entries(commands).map(async ([name, load]) => {
    return [`\`svc ${name}\``, (await load()).summary];
  });
  return table(["Command", "What it does"], await Promise.all(rows));
}

function listSettings() {
  const rows = Object.entries(settings).map(([name, { about, fallback }]) => {
    return [`\`${name}\``, about, fallback];
  });
  return table(["Variable", "What it is for", "Without it"], rows);
}

function listNumbers() {
  const { standard, micro } = marketParams;
  const rows = flatten(standard).map(([name, value], index) => {
    return [name, value, flatten(micro)[index][1]];
  });
  return table(["Number", "standard", "micro"], rows);
}

function flatten(params, prefix = "") {
  return Object.entries(params).flatMap(([key, value]) => {
    const name = prefix === "" ? key : `${prefix}.${key}`;
    if (key === "plans") return value.map((plan) => [`plan ${plan.id}`, describePlan(plan)]);
    return typeof value === "object" ? flatten(value, name) : [[name, describe(name, value)]];
  });
}

function describePlan({ dailyLimit, priceUsd6, periodDays }) {
  const price = priceUsd6 === 0n ? "free" : `USD ${priceUsd6 / 1_000_000n} for ${periodDays} days`;
  return `${dailyLimit} posts a day, ${price}`;
}

function describe(name, value) {
  if (/usd6$/i.test(name)) return `USD ${value / 1_000_000n}`;
  if (/bps$/i.test(name)) return `${Number(value) / 100}%`;
  const whole = () => (value / 10n ** 18n).toLocaleString("en");
  if (/(wei|bond|penalty)$/i.test(name)) return `${whole()} Tok`;
  if (/cap$/i.test(name)) return `${whole()} credits`;
  return describeSeconds(Number(value));
}

function describeSeconds(seconds) {
  const units = [
    ["day", 86_400],
    ["hour", 3_600],
    ["minute", 60],
  ];
  const [unit, size] = units.find(([, size]) => seconds % size === 0);
  const count = seconds / size;
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

function table(head, rows) {
  const lines = [head, head.map(() => "---"), ...rows];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

const stale = [];
for (const [file, tables] of Object.entries(files)) {
  const path = join(root, file);
  const before = readFileSync(path, "utf8");
  let after = before;
  for (const [name, text] of Object.entries(tables)) {
    const marker = new RegExp(`(<!-- ${name}: [^\\n]*-->\\n)[^]*?(<!-- end -->)`);
    after = after.replace(marker, (_, start, end) => `${start}${text}\n${end}`);
  }
  if (after === before) continue;
  stale.push(file);
  if (!process.argv.includes("--check")) writeFileSync(path, after);
}
if (stale.length > 0 && process.argv.includes("--check")) {
  process.stderr.write(`Stale: ${stale.join(", ")}. Run \`npm run docs\` and commit the result.\n`);
  process.exitCode = 1;
}
