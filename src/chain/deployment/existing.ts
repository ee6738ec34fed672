import { readFileSync } from "node:fs";
import { SvcError } from "../../errors.js";
import { Deployment } from "./file.js";

/** Reads a deployment file; undefined when there is none, `wrong_state` when it is not one. */
export function findDeployment(path: string): Deployment | undefined {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw notOurs(path, error);
  }
  try {
    return Deployment.parse(JSON.parse(text));
  } catch (error) {
    throw notOurs(path, error);
  }
}

function notOurs(path: string, cause: unknown): SvcError {
  return new SvcError(
    "wrong_state",
    `${path} exists and is not a deployment file: name another --out, or move it away.`,
    { path },
    { cause },
  );
}
