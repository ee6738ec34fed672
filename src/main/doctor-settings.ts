import { tmpdir } from "node:os";
import { type Config, type Env, parseConfig, settings } from "../config.js";
import { SvcError } from "../errors.js";
import type { CheckResult } from "./doctor-check.js";
import { findNearest } from "./nearest.js";

/** The settings as far as they can be understood. */
export type SettingsFindings = {
  config: Config;
  /** Variables whose value is wrong; `config` has the default in their place. */
  wrong: ReadonlySet<string>;
  results: readonly CheckResult[];
};

/** Reads all settings and reports every wrong one, not only the first. */
export function checkSettings(env: Env): SettingsFindings {
  const wrong = new Map<string, string>();
  let rest: Env = env;
  for (;;) {
    try {
      const config = parseConfig(rest);
      return { config, wrong: new Set(wrong.keys()), results: buildResults(env, wrong) };
    } catch (error) {
      const name = error instanceof SvcError ? error.facts.name : undefined;
      if (!(error instanceof SvcError) || typeof name !== "string" || wrong.has(name)) throw error;

      wrong.set(name, error.message);
      rest = { ...rest, [name]: name === "SVC_DATA_DIR" ? tmpdir() : undefined };
    }
  }
}

function buildResults(env: Env, wrong: ReadonlyMap<string, string>): CheckResult[] {
  const name = "settings";
  const failures = [...wrong.values()].map((found): CheckResult => {
    return { name, status: "fail", found, fix: "Mend or unset it." };
  });
  const set = Object.keys(settings).filter((key) => env[key]?.trim());
  const found = set.length === 0 ? "all have their defaults" : `set: ${set.join(", ")}`;
  const summary: CheckResult[] = failures.length > 0 ? [] : [{ name, status: "ok", found }];
  return [...summary, ...failures, ...listTypingErrors(env)];
}

/** A variable that looks like one of ours but is none has no effect, and nobody says so. */
function listTypingErrors(env: Env): CheckResult[] {
  const names = Object.keys(settings);
  return Object.keys(env).flatMap((key): CheckResult[] => {
    const meant = names.includes(key) ? undefined : findNearest(key, names);
    if (!/^(SVC|CHAIN)_/.test(key) || meant === undefined) return [];

    const found = `${key} is not a setting and has no effect`;
    return [{ name: "settings", status: "warn", found, fix: `Did you mean ${meant}?` }];
  });
}
