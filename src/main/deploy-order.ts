import { resolve } from "node:path";
import { parseUnits } from "viem";
import type { DeployChoices } from "../chain/deployment/resolve.js";
import type { Env } from "../config.js";
import { SvcError } from "../errors.js";
import { Address } from "../primitives/address.js";
import { MarketName, marketNames } from "../primitives/market-name.js";
import { maxUint256 } from "../primitives/wei.js";
import type { FlagValues } from "./command.js";
import type { deployFlags } from "./deploy.js";

export type DeployFlagValues = FlagValues<typeof deployFlags>;

/** Everything the command line asks of a deployment. */
export type DeployOrder = DeployChoices & {
  rpcUrl: string;
  out: string;
  chainName: string | undefined;
  timeoutMs: number;
};

/** Reads the flags of `svc deploy`, or throws with the flag that is wrong. */
export function parseDeployFlags(flags: DeployFlagValues, env: Env, cwd: string): DeployOrder {
  if (flags.tok !== undefined && flags["tok-supply"] !== undefined) {
    throw wrong("--tok-supply", "is for a new token: leave it out with --tok");
  }
  if (flags["price-feed"] !== undefined && flags["tok-price"] !== undefined) {
    throw wrong("--tok-price", "is for a new feed: leave it out with --price-feed");
  }
  return {
    markets: parseMarkets(flags.market ?? "both"),
    rpcUrl: parseRpcUrl(flags["rpc-url"], env),
    out: resolve(cwd, flags.out ?? "svc.deployment.json"),
    owner: parseAddressFlag("--owner", flags.owner),
    treasury: parseAddressFlag("--treasury", flags.treasury),
    tok: parseAddressFlag("--tok", flags.tok),
    tokSupplyWei: parseDecimal("--tok-supply", flags["tok-supply"], 0, 18),
    usdc: parseAddressFlag("--usdc", flags.usdc),
    priceFeed: parseAddressFlag("--price-feed", flags["price-feed"]),
    tokPriceUsd8: parseDecimal("--tok-price", flags["tok-price"], 8, 8),
    chainName: flags["chain-name"],
    timeoutMs: parseSeconds(flags.timeout ?? "180") * 1_000,
  };
}

function parseMarkets(value: string): readonly MarketName[] {
  if (value === "both") return marketNames;

  const market = MarketName.safeParse(value);
  if (!market.success) throw wrong("--market", "must be standard, micro or both");
  return [market.data];
}

/** Deploying spends money, so the node is always named: there is no public fallback. */
function parseRpcUrl(flag: string | undefined, env: Env): string {
  const [name, value] =
    [
      ["--rpc-url", flag],
      ["SVC_RPC_URL", env.SVC_RPC_URL],
      ["CHAIN_RPC_URL", env.CHAIN_RPC_URL],
    ].find(([, given]) => given !== undefined && given.trim() !== "") ?? [];
  if (name === undefined || value === undefined) {
    throw new SvcError(
      "usage",
      "Which chain? Name its node with --rpc-url, SVC_RPC_URL or CHAIN_RPC_URL. See svc deploy --help.",
    );
  }

  // Of a list of providers the first one is used: a deployment should see one chain.
  const first = value.split(",")[0]?.trim() ?? "";
  const url = URL.canParse(first) ? new URL(first) : undefined;
  if (url?.protocol === "http:" || url?.protocol === "https:") return first;
  // The value is not shown: a provider's URL often carries a key.
  throw wrong(name, "must be an http:// or https:// URL");
}

function parseAddressFlag(flag: string, value: string | undefined): Address | undefined {
  if (value === undefined) return undefined;

  const address = Address.safeParse(value);
  if (address.success) return address.data;
  throw new SvcError("invalid_address", `${flag}: ${address.error.issues[0]?.message}`, { flag });
}

/** Reads a positive decimal number with at most `places` places, in units of 10^-`scale`. */
function parseDecimal(flag: string, value: string | undefined, places: number, scale: number) {
  if (value === undefined) return undefined;

  const pattern = places === 0 ? /^\d{1,60}$/ : new RegExp(`^\\d{1,60}(\\.\\d{1,${places}})?$`);
  const amount = pattern.test(value) ? parseUnits(value, scale) : 0n;
  if (amount > 0n && amount <= maxUint256 / 2n) return amount;
  const form = places === 0 ? "a whole number" : `a number with at most ${places} decimals`;
  throw wrong(flag, `must be ${form} above zero`);
}

function parseSeconds(value: string): number {
  const seconds = /^\d{1,5}$/.test(value) ? Number(value) : 0;
  if (seconds === 0) throw wrong("--timeout", "must be a number of seconds from 1 to 99999");

  return seconds;
}

function wrong(flag: string, reason: string): SvcError {
  return new SvcError("usage", `${flag} ${reason}. See svc deploy --help.`, { flag });
}
