// Prints "N passed, N failed" from a vitest JSON report; ends with 1 unless every test passed.
import { existsSync, readFileSync } from "node:fs";

const path = process.argv[2] ?? "";
const ran = existsSync(path);
const counts = ran ? countTests(JSON.parse(readFileSync(path, "utf8"))) : { passed: 0, failed: 0 };
if (!ran) process.stderr.write("error: the tests did not run; the reason is above.\n");
process.stdout.write(`${counts.passed} passed, ${counts.failed} failed\n`);
process.exitCode = ran && counts.passed > 0 && counts.failed === 0 ? 0 : 1;

function countTests(report) {
  const all = report.testResults.flatMap((file) => file.assertionResults);
  const passed = all.filter((test) => test.status === "passed").length;
  const failed = all.filter((test) => test.status === "failed").length;

  // A file that fails outside its tests (import, hook) counts as one failure, and so does a
  // run that vitest itself calls unsuccessful without naming a test.
  const brokenFiles = report.testResults.filter(
    (file) =>
      file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"),
  ).length;
  return { passed, failed: Math.max(failed + brokenFiles, report.success ? 0 : 1) };
}
