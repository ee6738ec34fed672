import { type Abi, decodeErrorResult, type Hex } from "viem";
import { afterEach, beforeAll, expect } from "vitest";
import { errorsAbi } from "../../src/chain/abi/errors.js";
import type { MarketContracts } from "../../src/chain/contracts.js";
import type { MarketParams } from "../../src/chain/deployment/market-params.js";
import { type DevTokens, deployMarket, deployTokens } from "../../src/devnet/deploy.js";
import { createDriver, type Driver } from "../../src/devnet/driver.js";
import { createEngine, type Engine } from "../../src/devnet/engine.js";
import type { MarketName } from "../../src/primitives/market-name.js";
import { hostileTokenAbi } from "../contracts/fixtures/hostile-token.artifact.js";

/** A market of its own for a test file: every test starts from the same fresh contracts. */
export function useMarket(options: MarketOptions = {}): Driver {
  const driver = {} as Driver;
  let snapshot: unknown;
  beforeAll(async () => {
    const engine = await createEngine();
    const tokens = await deployTokens(engine);
    const contracts = await deploy(engine, tokens, options);
    Object.assign(driver, createDriver(engine, contracts));
    snapshot = await engine.request("evm_snapshot");
    return () => engine.close();
  });
  afterEach(async () => {
    await driver.engine.request("evm_revert", [snapshot]);
    snapshot = await driver.engine.request("evm_snapshot");
  });
  return driver;
}

export type MarketOptions = {
  market?: MarketName;
  params?: MarketParams;
  /** Puts other tokens in the place of the usual ones. */
  tokens?: (engine: Engine, tokens: DevTokens) => Promise<DevTokens>;
};

/** Expects a call to revert with exactly this custom error. */
export async function expectRevert(
  call: Promise<unknown>,
  name: string,
  args?: readonly unknown[],
): Promise<void> {
  const failure = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(failure, `expected ${name}, but the call worked`).toBeDefined();
  const { data } = failure as { data?: Hex };
  if (data === undefined) throw failure;

  const abi: Abi = [...errorsAbi, ...hostileTokenAbi.filter((item) => item.type === "error")];
  const { errorName, args: given } = decodeErrorResult({ abi, data });
  expect(errorName).toBe(name);
  if (args !== undefined) expect(given ?? []).toEqual(args);
}

async function deploy(
  engine: Engine,
  tokens: DevTokens,
  options: MarketOptions,
): Promise<MarketContracts> {
  const used = options.tokens === undefined ? tokens : await options.tokens(engine, tokens);
  return deployMarket(engine, options.market ?? "standard", used, options.params);
}
