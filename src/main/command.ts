import type { Env } from "../config.js";

/** A flag of a command, written `--name`. */
export type Flag = {
  type: "string" | "boolean";
  /** What the flag does, in one line. */
  about: string;
  /** Word shown for the value of a string flag. */
  value?: string;
};
export type Flags = Readonly<Record<string, Flag>>;

/** The flags that were given, by name. */
export type FlagValues<F extends Flags = Flags> = {
  readonly [Name in keyof F]?: F[Name]["type"] extends "boolean" ? boolean : string;
};

export type CommandArgs<F extends Flags = Flags> = {
  flags: FlagValues<F>;
  positionals: readonly string[];
};

/** All that a command may touch of the process it runs in. */
export type Io = {
  env: Env;
  /** Folder in which the command was called. */
  cwd: string;
  stdout(text: string): void;
  stderr(text: string): void;
  /** Aborted when the person or the system asks the command to end. */
  signal: AbortSignal;
  /** True when a person reads stdout. */
  isTty: boolean;
};

/** One command of `svc`. */
export type Command<F extends Flags = Flags> = {
  /** One line for the list of commands. */
  summary: string;
  /** What the command does, for its own help; the flags are listed after it. */
  help: string;
  flags: F;
  /** Positional arguments as the usage line shows them, e.g. `<action>`; none when absent. */
  positionals?: string;
  /** Answers the exit code: 0 done, 1 failed, 2 wrong usage. */
  run(args: CommandArgs<F>, io: Io): Promise<number>;
};

/** Types a command's arguments by its own flags. */
export function defineCommand<const F extends Flags>(command: Command<F>): Command {
  return command as unknown as Command;
}
