import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { defineCommand, type Io } from "../../src/main/command.js";
import { run } from "../../src/main/run.js";

const root = fileURLToPath(new URL("../../", import.meta.url));

const echo = defineCommand({
  summary: "prints what it was given",
  help: "Prints its flags and arguments.",
  positionals: "[word]",
  flags: {
    market: { type: "string", value: "name", about: "which market" },
    json: { type: "boolean", about: "prints JSON" },
  },
  async run(args, io) {
    io.stdout(JSON.stringify(args));
    return 0;
  },
});
const quiet = defineCommand({ summary: "does nothing", help: "", flags: {}, run: async () => 0 });
const table = { echo: async () => echo, quiet: async () => quiet };

describe("svc", () => {
  it("lists every command with --help", async () => {
    const { code, out } = await call(["--help"]);

    expect(code).toBe(0);
    expect(out).toContain("  echo   prints what it was given\n  quiet  does nothing\n");
  });

  it("shows the usage and the flags of a command, even beside a wrong flag", async () => {
    expect(await call(["echo", "--nope", "--help"])).toEqual({
      code: 0,
      err: "",
      out: `svc echo: prints what it was given

Usage: svc echo [word] [flags]

Prints its flags and arguments.

Flags:
  --market <name>  which market
  --json           prints JSON
  --help           shows this text
`,
    });
  });

  it("prints the version of the package", async () => {
    const { version } = JSON.parse(readFileSync(`${root}package.json`, "utf8"));

    expect(await call(["--version"])).toEqual({ code: 0, out: `${version}\n`, err: "" });
  });

  it("hands flags and arguments to the command", async () => {
    const { out } = await call(["echo", "--market=micro", "a", "--json", "--", "--b"]);

    expect(JSON.parse(out)).toEqual({
      flags: { market: "micro", json: true },
      positionals: ["a", "--b"],
    });
  });

  it.each([
    [["eho"], "svc has no command eho. Did you mean svc echo? See svc --help."],
    [["zzz"], "svc has no command zzz. See svc --help."],
    [["constructor"], "svc has no command constructor. See svc --help."],
    [["--json"], "svc has no flag --json. See svc --help."],
    [
      ["echo", "--makret", "x"],
      "svc echo has no flag --makret. Did you mean --market? See svc echo --help.",
    ],
    [["echo", "-j"], "svc echo has no flag -j. See svc echo --help."],
    [["echo", "--json=no"], "--json takes no value. See svc echo --help."],
    [["echo", "--market"], "--market needs a value: --market <name>. See svc echo --help."],
    [
      ["echo", "--market", "--json"],
      "--market needs a value: --market <name>. See svc echo --help.",
    ],
    [["quiet", "x"], 'svc quiet takes no argument "x". See svc quiet --help.'],
  ])("error: %j ends with 2 and a sentence", async (argv, sentence) => {
    expect(await call(argv)).toEqual({ code: 2, out: "", err: `error: ${sentence}\n` });
  });

  it.each([
    [[`0x${"ab".repeat(32)}`], "svc has no command (not shown). See svc --help."],
    [
      ["quiet", "https://node.example/v2/key"],
      'svc quiet takes no argument "(not shown)". See svc quiet --help.',
    ],
  ])("error: a word that may be a key is not repeated", async (argv, sentence) => {
    expect(await call(argv)).toEqual({ code: 2, out: "", err: `error: ${sentence}\n` });
  });

  it("error: no command shows the help on stderr and ends with 2", async () => {
    const { code, out, err } = await call([]);

    expect([code, out, err.includes("Usage: svc <command>")]).toEqual([2, "", true]);
  });
});

/** Runs a command line in this process. */
async function call(argv: readonly string[]) {
  let out = "";
  let err = "";
  const io: Io = {
    env: {},
    cwd: root,
    stdout: (text) => {
      out += text;
    },
    stderr: (text) => {
      err += text;
    },
    signal: new AbortController().signal,
    isTty: false,
  };
  const code = await run(argv, io, table);
  return { code, out, err };
}
