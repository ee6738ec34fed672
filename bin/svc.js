#!/usr/bin/env node
import { existsSync } from "node:fs";

const entry = new URL("../dist/main/svc.js", import.meta.url);
if (existsSync(entry)) await (await import(entry.href)).main();
else {
  process.stderr.write("error: svc is not built yet. Run `node bin/ensure.js`, then try again.\n");
  process.exitCode = 1;
}
