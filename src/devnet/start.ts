import type { MarketContracts } from "../chain/contracts.js";
import type { Deployment } from "../chain/deployment/file.js";
import { type MarketName, marketNames } from "../primitives/market-name.js";
import { type Actors, nameActors } from "./actors.js";
import { deployMarket, deployTokens } from "./deploy.js";
import { createDriver, type Driver } from "./driver.js";
import { createEngine, type Engine } from "./engine.js";
import { createRpcServer } from "./rpc-server.js";
import { seedHistory, seedPast, seedPresent } from "./seed.js";

export type DevnetOptions = {
  /** Port of the JSON-RPC; 0 takes any free one. */
  port: number;
  /** Whether tasks of every state are there from the start. */
  content: "seeded" | "empty";
  /** Mines a block each so many milliseconds, so that the clock of an idle chain moves. */
  blockIntervalMs?: number;
  /** Called before each part of the start, with what is being done. */
  onProgress?: (what: string) => void;
};

/** A chain with both markets that answers on `url`. */
export type Devnet = {
  url: string;
  deployment: Deployment;
  actors: Actors;
  engine: Engine;
  drivers: Record<MarketName, Driver>;
  close(): Promise<void>;
};

/** How long before now the tasks of today were posted, in seconds. */
const presentSeconds = 3_600;

/** Starts the embedded chain, deploys both markets and serves its JSON-RPC on loopback. */
export async function startDevnet(options: DevnetOptions): Promise<Devnet> {
  const say = options.onProgress ?? (() => {});
  say("starting the chain");
  const engine = await createEngine({ genesisUnix: nowUnix() - seedHistory });
  const server = await createRpcServer({ engine, port: options.port }).catch(async (error) => {
    await engine.close();
    throw error;
  });
  const close = async () => {
    await server.close();
    await engine.close();
  };

  try {
    const markets = await populate(engine, options.content, say);
    // From here on the chain's clock is this machine's.
    await setClock(engine, nowUnix());
    if (options.blockIntervalMs !== undefined) {
      await engine.request("evm_setIntervalMining", [options.blockIntervalMs]);
    }
    return {
      url: server.url,
      deployment: {
        version: 1,
        chainId: 8453,
        chainName: "svc devnet",
        markets: {
          standard: { fromBlock: 0, contracts: markets.standard.contracts },
          micro: { fromBlock: 0, contracts: markets.micro.contracts },
        },
      },
      actors: nameActors(engine.accounts),
      engine,
      drivers: markets,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function populate(
  engine: Engine,
  content: DevnetOptions["content"],
  say: (what: string) => void,
): Promise<Record<MarketName, Driver>> {
  say("deploying the contracts");
  const tokens = await deployTokens(engine);
  const contracts: Partial<Record<MarketName, MarketContracts>> = {};
  for (const market of marketNames) contracts[market] = await deployMarket(engine, market, tokens);
  const { standard, micro } = contracts as Record<MarketName, MarketContracts>;
  const drivers = {
    standard: createDriver(engine, standard),
    micro: createDriver(engine, micro),
  };
  if (content === "seeded") {
    say("playing the history of both markets");
    for (const market of marketNames) await seedPast(drivers[market], market);
    await setClock(engine, nowUnix() - presentSeconds);
    say("posting the tasks of today");
    for (const market of marketNames) await seedPresent(drivers[market], market);
  }
  return drivers;
}

async function setClock(engine: Engine, unix: number): Promise<void> {
  await engine.request("evm_setNextBlockTimestamp", [unix]);
  await engine.request("evm_mine");
}

function nowUnix(): number {
  return Math.floor(Date.now() / 1000);
}
