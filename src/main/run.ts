import { readFileSync } from "node:fs";
import { SvcError } from "../errors.js";
import type { Command, Io } from "./command.js";
import { commands } from "./commands.js";
import { formatFlags, formatRows, parseFlags } from "./flags.js";
import { findNearest } from "./nearest.js";
import { showWord } from "./show-word.js";

type CommandTable = Readonly<Record<string, () => Promise<Command>>>;

/** Runs one command line and answers its exit code: 0 done, 1 failed, 2 wrong usage. */
export async function run(
  argv: readonly string[],
  io: Io,
  table: CommandTable = commands,
): Promise<number> {
  try {
    return await dispatch(argv, io, table);
  } catch (error) {
    if (!(error instanceof SvcError)) throw error;

    io.stderr(`error: ${error.message}\n`);
    return error.kind === "bad_input" ? 2 : 1;
  }
}

async function dispatch(argv: readonly string[], io: Io, table: CommandTable): Promise<number> {
  const [name, ...rest] = argv;
  if (name === undefined) {
    io.stderr(await buildHelp(table));
    return 2;
  }
  if (name === "--help" || name === "-h" || name === "help") {
    io.stdout(await buildHelp(table));
    return 0;
  }
  if (name === "--version" || name === "-v") {
    io.stdout(`${readVersion()}\n`);
    return 0;
  }

  const load = Object.hasOwn(table, name) ? table[name] : undefined;
  if (load === undefined) throw unknownCommand(name, Object.keys(table));

  const command = await load();
  if (asksForHelp(rest)) {
    io.stdout(buildCommandHelp(name, command));
    return 0;
  }
  return command.run(parseFlags(name, command, rest), io);
}

async function buildHelp(table: CommandTable): Promise<string> {
  const rows = Object.entries(table).map(
    async ([name, load]) => [name, (await load()).summary] as const,
  );
  return [
    "svc: a wallet-native task marketplace for agents\n",
    "Usage: svc <command> [flags]\n",
    `Commands:\n${formatRows(await Promise.all(rows))}`,
    "Run svc <command> --help for its flags, svc --version for the version.\n",
  ].join("\n");
}

function buildCommandHelp(name: string, command: Command): string {
  const positionals = command.positionals === undefined ? "" : ` ${command.positionals}`;
  return [
    `svc ${name}: ${command.summary}\n`,
    `Usage: svc ${name}${positionals} [flags]\n`,
    `${command.help.trim()}\n`,
    `Flags:\n${formatFlags(command.flags)}`,
  ].join("\n");
}

/** Help wins over everything before a bare `--`, so that it also answers a wrong command line. */
function asksForHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf("--");
  const own = end === -1 ? argv : argv.slice(0, end);
  return own.includes("--help") || own.includes("-h");
}

function unknownCommand(name: string, names: readonly string[]): SvcError {
  const nearest = findNearest(name, names);
  const what = name.startsWith("-") ? "flag" : "command";
  const hint = nearest === undefined ? "" : ` Did you mean svc ${nearest}?`;
  return new SvcError("usage", `svc has no ${what} ${showWord(name)}.${hint} See svc --help.`);
}

function readVersion(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}
