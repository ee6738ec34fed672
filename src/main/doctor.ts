import { SvcError } from "../errors.js";
import { defineCommand } from "./command.js";

export const doctor = defineCommand({
  summary: "checks this machine and says how to mend what is wrong",
  help: "Not available in this version.",
  flags: {},
  async run() {
    throw new SvcError("not_configured", "svc doctor is not available in this version.");
  },
});
