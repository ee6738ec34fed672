import { readFile } from "node:fs/promises";
import type { z } from "zod";
import { SvcError } from "../errors.js";
import { Deployment } from "./deployment/file.js";

/** Reads and checks a deployment file, or throws `invalid_setting` naming the file and the field. */
export async function loadDeployment(path: string): Promise<Deployment> {
  const text = await readFile(path, "utf8").catch((cause: NodeJS.ErrnoException) => {
    const reason = cause.code === "ENOENT" ? "does not exist" : `cannot be read (${cause.code})`;
    throw new SvcError(
      "invalid_setting",
      `The deployment file ${path} ${reason}: set SVC_DEPLOYMENT to the right file.`,
      { name: "SVC_DEPLOYMENT", path },
      { cause },
    );
  });
  return parseDeployment(text, path);
}

/** Checks the text of a deployment file; `path` is only named in errors. */
export function parseDeployment(text: string, path: string): Deployment {
  const value = tryParse(text);
  if (value === undefined) {
    const message = `The deployment file ${path} is not JSON.`;
    throw new SvcError("invalid_setting", message, { name: "SVC_DEPLOYMENT", path });
  }

  const deployment = Deployment.safeParse(value);
  if (!deployment.success) {
    const [issue] = deployment.error.issues as [z.core.$ZodIssue];
    const field = toField(issue);
    throw new SvcError(
      "invalid_setting",
      `The deployment file ${path} is wrong at ${field || "its top"}: ${issue.message}`,
      { name: "SVC_DEPLOYMENT", path, field },
    );
  }
  return deployment.data;
}

/** The place of an issue, for example markets.standard.contracts.usdc. */
function toField(issue: z.core.$ZodIssue): string {
  const unknownKey = issue.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : [];
  return [...issue.path, ...unknownKey].join(".");
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
