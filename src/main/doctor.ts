import { defineCommand } from "./command.js";

export const doctor = defineCommand({
  summary: "checks this machine and says how to mend what is wrong",
  help: `
Checks Node, the settings, the data folder, the deployment file, every RPC provider, the contracts
of each market, the ports and the optional packages. One line per check: ok, warn (something to
know) or fail (something that does not work), what was found, and what to do about it.

Changes nothing, reads no key and shows only the host of a provider's URL. Ends with 0 if nothing
failed, with 1 otherwise.`,
  flags: { json: { type: "boolean", about: "prints one JSON document instead of lines" } },
  run: async ({ flags }, io) =>
    (await import("./doctor-run.js")).runDoctor(flags.json === true ? "json" : "text", io),
});
