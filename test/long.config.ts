import { defineConfig, mergeConfig } from "vitest/config";
import normal from "./vitest.config.js";

/** The long run: `*.long.ts` only, with time for thousands of random call sequences. */
const config = mergeConfig(
  normal,
  defineConfig({ test: { testTimeout: 1_800_000, hookTimeout: 120_000, passWithNoTests: true } }),
);
config.test.include = ["test/**/*.long.ts"];

export default config;
