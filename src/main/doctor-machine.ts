import { randomUUID } from "node:crypto";
import { access, constants, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { SvcError } from "../errors.js";
import type { CheckResult } from "./doctor-check.js";

const oldestNode = 20;

/** Checks the version of Node. */
export function checkNode(version: string): CheckResult {
  const name = "node";
  if (Number(version.split(".")[0]) >= oldestNode) return { name, status: "ok", found: version };

  const found = `${version} is too old`;
  return { name, status: "fail", found, fix: `Install Node ${oldestNode} or newer.` };
}

/** Checks that the data folder can be written to, or made; leaves nothing behind. */
export async function checkDataDir(path: string): Promise<CheckResult> {
  const name = "data folder";
  try {
    const folder = await findFolder(path);
    if (folder !== path) {
      await access(folder, constants.W_OK);
      return { name, status: "ok", found: `${path} will be made when it is needed` };
    }
    const probe = join(path, `.svc-doctor-${randomUUID()}`);
    await writeFile(probe, "");
    await rm(probe);
    return { name, status: "ok", found: `${path} can be written to` };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return {
      name,
      status: "fail",
      found: `${path} cannot be written to (${code})`,
      fix: "Make it writable, or set SVC_DATA_DIR to another folder.",
    };
  }
}

/** Checks that the engine of the embedded chain is installed and loads. */
export async function checkEngine(need: "needed" | "unused"): Promise<CheckResult> {
  const name = "package edr";
  try {
    const { loadEdr } = await import("../devnet/edr.js");
    await loadEdr();
    return { name, status: "ok", found: "@nomicfoundation/edr loads: the embedded chain can run" };
  } catch (error) {
    if (!(error instanceof SvcError) || error.code !== "missing_package") throw error;

    return {
      name,
      status: need === "needed" ? "fail" : "warn",
      found: "@nomicfoundation/edr is missing or does not load: svc dev cannot run",
      fix: "Run npm install @nomicfoundation/edr@0.13.0.",
    };
  }
}

/** The folder itself, or the nearest one above it that exists. */
async function findFolder(path: string): Promise<string> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) return path;
    throw Object.assign(new Error("not a folder"), { code: "ENOTDIR" });
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
    if (!isMissing || dirname(path) === path) throw error;

    return findFolder(dirname(path));
  }
}
