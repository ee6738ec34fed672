import { isAbsolute, join } from "node:path";
import { SvcError } from "./errors.js";

/** Every setting of the service except keys, parsed once. */
export type Config = {
  /** Deployment file that was asked for; without it the working folder and the devnet are tried. */
  deploymentPath: string | undefined;
  /** Providers in the order in which they are tried; never empty. May carry keys: never show them. */
  rpcUrls: readonly string[];
  /** The provider that clients are told about, when one was chosen. */
  publicRpcUrl: string | undefined;
  dataDir: string;
  devnetPort: number;
  sitePort: number;
  gatewayPort: number;
};

/** Environment variables as a process gives them. */
export type Env = Readonly<Record<string, string | undefined>>;

/** The public provider of chain 8453. */
export const defaultRpcUrl = "https://mainnet.base.org";

/** Each setting: what happens without it, and what it is for. */
export const settings = {
  SVC_DEPLOYMENT: {
    fallback: "svc.deployment.json in the working folder, else a devnet on this machine",
    about: "Deployment file that names the chain and the contracts of both markets.",
  },
  SVC_RPC_URL: {
    fallback: "CHAIN_RPC_URL",
    about: "RPC providers, separated by commas, tried in this order.",
  },
  CHAIN_RPC_URL: { fallback: defaultRpcUrl, about: "RPC providers when SVC_RPC_URL is not set." },
  SVC_PUBLIC_RPC_URL: {
    fallback: "the public provider, or the devnet's",
    about: "RPC provider shown to clients in the site config.",
  },
  SVC_DATA_DIR: {
    fallback: "$XDG_DATA_HOME/svc-task-market, else ~/.local/share/svc-task-market",
    about: "Folder of the store and of the devnet's state file.",
  },
  SVC_DEVNET_PORT: {
    fallback: "8545",
    about: "Port of the devnet's JSON-RPC; 0 takes a free one.",
  },
  SVC_SITE_PORT: { fallback: "8080", about: "Port of the HTTP API; 0 takes a free one." },
  SVC_GATEWAY_PORT: { fallback: "4020", about: "Port of the gateway; 0 takes a free one." },
} as const satisfies Record<string, { fallback: string; about: string }>;

type SettingName = keyof typeof settings;

/** Reads all settings, or throws `invalid_setting` naming the variable to mend. */
export function parseConfig(env: Env): Config {
  const rpcName = read(env, "SVC_RPC_URL") === undefined ? "CHAIN_RPC_URL" : "SVC_RPC_URL";
  const publicRpcUrl = read(env, "SVC_PUBLIC_RPC_URL");
  return {
    deploymentPath: read(env, "SVC_DEPLOYMENT"),
    rpcUrls: parseUrls(rpcName, read(env, rpcName) ?? defaultRpcUrl),
    publicRpcUrl: publicRpcUrl && parseUrl("SVC_PUBLIC_RPC_URL", publicRpcUrl),
    dataDir: read(env, "SVC_DATA_DIR") ?? buildDataDir(env),
    devnetPort: parsePort("SVC_DEVNET_PORT", read(env, "SVC_DEVNET_PORT") ?? "8545"),
    sitePort: parsePort("SVC_SITE_PORT", read(env, "SVC_SITE_PORT") ?? "8080"),
    gatewayPort: parsePort("SVC_GATEWAY_PORT", read(env, "SVC_GATEWAY_PORT") ?? "4020"),
  };
}

/** Reads a port, or throws `invalid_setting` with the name of the variable or flag it came from. */
export function parsePort(name: string, value: string): number {
  const port = /^\d{1,5}$/.test(value) ? Number(value) : -1;
  if (port < 0 || port > 65_535) {
    throw new SvcError(
      "invalid_setting",
      `${name} must be a port number from 0 to 65535, not ${JSON.stringify(value.slice(0, 40))}.`,
      { name },
    );
  }

  return port;
}

function parseUrls(name: SettingName, list: string): string[] {
  const urls = list.split(",").filter((part) => part.trim() !== "");
  if (urls.length === 0) return [parseUrl(name, "")];

  return urls.map((url) => parseUrl(name, url.trim()));
}

/** The message never shows the value: a provider's URL often carries a key. */
function parseUrl(name: SettingName, value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url?.protocol !== "http:" && url?.protocol !== "https:") {
    throw new SvcError("invalid_setting", `${name} must be an http:// or https:// URL.`, { name });
  }

  return value;
}

function buildDataDir(env: Env): string {
  const dataHome = env.XDG_DATA_HOME?.trim();
  // The XDG rules ask to ignore a relative folder.
  if (dataHome !== undefined && isAbsolute(dataHome)) return join(dataHome, "svc-task-market");

  const home = env.HOME?.trim();
  if (home === undefined || !isAbsolute(home)) {
    throw new SvcError("invalid_setting", "HOME is not set: set SVC_DATA_DIR to a folder.", {
      name: "SVC_DATA_DIR",
    });
  }
  return join(home, ".local/share/svc-task-market");
}

/** The value of a variable; an empty one counts as unset. */
function read(env: Env, name: SettingName): string | undefined {
  return env[name]?.trim() || undefined;
}
