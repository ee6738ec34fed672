import type { DevAccount } from "./accounts.js";
import { createEngine, type Engine, type EngineOptions } from "./engine.js";
import { createRpcServer } from "./rpc-server.js";

export type DevnetOptions = EngineOptions & {
  /** Port of the JSON-RPC; 0 takes any free one. */
  port: number;
};

/** A devnet that answers on `url`. */
export type Devnet = {
  url: string;
  port: number;
  accounts: readonly DevAccount[];
  engine: Engine;
  close(): Promise<void>;
};

/** Starts the embedded chain and serves its JSON-RPC on loopback. */
export async function startDevnet(options: DevnetOptions): Promise<Devnet> {
  const { port, ...engineOptions } = options;
  const engine = await createEngine(engineOptions);
  const server = await createRpcServer({ engine, port }).catch(async (error: unknown) => {
    await engine.close();
    throw error;
  });
  return {
    url: server.url,
    port: server.port,
    accounts: engine.accounts,
    engine,
    async close() {
      await server.close();
      await engine.close();
    },
  };
}
