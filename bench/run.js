// Runs the benchmarks: all of them, or those whose file names are given. Each compares with a
// baseline of the same run, so that the ratios hold on any machine.
import { readdirSync } from "node:fs";
import { basename } from "node:path";

const files = readdirSync(new URL(".", import.meta.url))
  .filter((file) => file.endsWith(".js") && file !== "run.js")
  .sort();
const wanted = process.argv.slice(2).map((argument) => basename(argument, ".js"));
const unknown = wanted.filter((name) => !files.includes(`${name}.js`));
if (unknown.length > 0) {
  process.stderr.write(`error: There is no benchmark ${unknown[0]}: ${files.join(", ")}.\n`);
  process.exit(2);
}

for (const file of files) {
  if (wanted.length > 0 && !wanted.includes(basename(file, ".js"))) continue;

  const bench = await import(new URL(file, import.meta.url).href);
  print(bench.name, await bench.run());
}

function print(name, rows) {
  const baseline = rows[0].ms;
  process.stdout.write(`${name}\n`);
  for (const { way, ms, requests } of rows) {
    const time = `${ms.toFixed(0)} ms`.padStart(10);
    const count = `${requests} requests`.padStart(15);
    const ratio = `${(baseline / ms).toFixed(1)}x`.padStart(8);
    process.stdout.write(`  ${way.padEnd(20)}${time}${count}${ratio}\n`);
  }
}
