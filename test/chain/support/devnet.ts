import { beforeAll } from "vitest";
import type { BlockRef } from "../../../src/chain/block-ref.js";
import { createBlockReader } from "../../../src/chain/blocks.js";
import { createRpc, type Rpc, type RpcOptions } from "../../../src/chain/rpc.js";
import { type DevTokens, deployMarket, deployTokens } from "../../../src/devnet/deploy.js";
import { createDriver, type Driver } from "../../../src/devnet/driver.js";
import { createEngine } from "../../../src/devnet/engine.js";
import { createRpcServer } from "../../../src/devnet/rpc-server.js";
import type { MarketName } from "../../../src/primitives/market-name.js";
import { createRpcProxy, type RpcProxy } from "../../support/rpc-proxy.js";

/** A chain with one market behind its real JSON-RPC server and two proxies that count. */
export type TestDevnet = {
  market: Driver;
  tokens: DevTokens;
  url: string;
  proxy: RpcProxy;
  second: RpcProxy;
  /** A client of the first proxy, unless told otherwise. */
  rpc(options?: Partial<RpcOptions>): Rpc;
  head(): Promise<BlockRef>;
};

/** Starts a devnet for a test file; `seed` fills it once. */
export function useDevnet(
  seed: (market: Driver) => Promise<void> = async () => {},
  name: MarketName = "standard",
): TestDevnet {
  const devnet = {} as TestDevnet;
  beforeAll(async () => {
    const engine = await createEngine();
    const tokens = await deployTokens(engine);
    const market = createDriver(engine, await deployMarket(engine, name, tokens));
    await seed(market);
    const server = await createRpcServer({ engine, port: 0 });
    const [proxy, second] = [await createRpcProxy(server.url), await createRpcProxy(server.url)];
    const rpc = (options: Partial<RpcOptions> = {}) => {
      return createRpc({ urls: [proxy.url], chainId: 8453, ...options });
    };
    const direct = createBlockReader(createRpc({ urls: [server.url], chainId: 8453 }));
    Object.assign(devnet, { market, tokens, url: server.url, proxy, second, rpc });
    devnet.head = () => direct.latest();
    return async () => {
      await Promise.all([proxy.close(), second.close()]);
      await server.close();
      await engine.close();
    };
  });
  return devnet;
}
