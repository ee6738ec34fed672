import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** The normal run: every `*.test.ts`, files of one worker share their modules (no test mocks one). */
export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  test: {
    include: ["test/**/*.test.ts"],
    pool: "forks",
    isolate: false,
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
