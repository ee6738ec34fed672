import { SvcError } from "../errors.js";
import { defineCommand } from "./command.js";

export const deploy = defineCommand({
  summary: "deploys the contracts of a market and writes the deployment file",
  help: "Not available in this version.",
  flags: {},
  async run() {
    throw new SvcError("not_configured", "svc deploy is not available in this version.");
  },
});
