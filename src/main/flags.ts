import { parseArgs } from "node:util";
import { SvcError } from "../errors.js";
import type { Command, CommandArgs, Flags, FlagValues } from "./command.js";
import { findNearest } from "./nearest.js";
import { showWord } from "./show-word.js";

/** Reads the arguments of one command, or throws `usage` with the flag that is wrong. */
export function parseFlags(
  name: string,
  command: Pick<Command, "flags" | "positionals">,
  argv: readonly string[],
): CommandArgs {
  const { tokens } = parseArgs({
    args: [...argv],
    options: toParseOptions(command.flags),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });

  const flags: Record<string, string | boolean> = {};
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") positionals.push(token.value);
    if (token.kind === "option") flags[token.name] = readFlag(name, command.flags, token);
  }
  if (positionals.length > 0 && command.positionals === undefined) {
    throw usage(
      name,
      `svc ${name} takes no argument ${JSON.stringify(showWord(positionals[0] ?? ""))}.`,
    );
  }
  return { flags: flags as FlagValues, positionals };
}

/** Lists flags for a help text, one line each. */
export function formatFlags(flags: Flags): string {
  const rows = Object.entries(flags).map(([name, flag]): [string, string] => {
    const value = flag.type === "string" ? ` <${flag.value ?? "value"}>` : "";
    return [`--${name}${value}`, flag.about];
  });
  rows.push(["--help", "shows this text"]);
  return formatRows(rows);
}

/** Lays out two columns, as all help texts do. */
export function formatRows(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}\n`).join("");
}

type OptionToken = {
  name: string;
  rawName: string;
  value: string | undefined;
  inlineValue: boolean | undefined;
};

function readFlag(command: string, flags: Flags, token: OptionToken): string | boolean {
  const flag = Object.hasOwn(flags, token.name) ? flags[token.name] : undefined;
  if (flag === undefined || !token.rawName.startsWith("--")) {
    const nearest = findNearest(token.name, Object.keys(flags));
    const hint = nearest === undefined ? "" : ` Did you mean --${nearest}?`;
    throw usage(command, `svc ${command} has no flag ${showWord(token.rawName)}.${hint}`);
  }
  if (flag.type === "boolean") {
    if (token.value === undefined) return true;
    throw usage(command, `${token.rawName} takes no value.`);
  }
  const looksLikeFlag = token.inlineValue === false && /^-./.test(token.value ?? "");
  if (token.value === undefined || token.value === "" || looksLikeFlag) {
    throw usage(
      command,
      `${token.rawName} needs a value: ${token.rawName} <${flag.value ?? "value"}>.`,
    );
  }
  return token.value;
}

function toParseOptions(flags: Flags): Record<string, { type: "string" | "boolean" }> {
  return Object.fromEntries(Object.entries(flags).map(([name, { type }]) => [name, { type }]));
}

function usage(command: string, message: string): SvcError {
  return new SvcError("usage", `${message} See svc ${command} --help.`, { command });
}
