import type { Hex } from "viem";
import { SvcError } from "../errors.js";
import type { Address } from "../primitives/address.js";
import type { Hex32 } from "../primitives/hex32.js";
import type { BlockRef } from "./block-ref.js";
import {
  createEventTable,
  type EventContracts,
  type EventLog,
  type EventSource,
  type MarketEvent,
} from "./event-table.js";
import { createPager } from "./pages.js";
import type { Rpc } from "./rpc.js";
import { findHex32, findQuantity, toQuantity } from "./wire-values.js";

/** An event and where it stands on the chain. */
export type MarketLog = MarketEvent & {
  block: number;
  blockHash: Hex32;
  logIndex: number;
  txHash: Hex32;
};

/** An event that concerns one task. */
export type TaskLog = MarketLog & { taskId: bigint };

/** Blocks `from` to `to`, both included. The hash of `to` says of which history. */
export type BlockRange = { from: number; to: BlockRef };

/** One market's events. */
export type EventReader = {
  /** Answers the events that name a task, in the order of the chain. */
  listTaskLogs(range: BlockRange): Promise<TaskLog[]>;
  /** Answers those of the deposits and of the arbitrators' bonds as well. */
  listLogs(range: BlockRange): Promise<MarketLog[]>;
};

/** Creates a reader of one market's events. */
export function createEventReader(rpc: Rpc, contracts: EventContracts): EventReader {
  const table = createEventTable(contracts);
  const pager = createPager({ size: 10_000 });

  function read(sources: readonly EventSource[], { from, to }: BlockRange): Promise<MarketLog[]> {
    const address = sources.map((source) => contracts[source]);
    return pager.read(to.number - from + 1, async (offset, count) => {
      const first = from + offset;
      const filter = {
        address,
        fromBlock: toQuantity(first),
        toBlock: toQuantity(first + count - 1),
      };
      const answer = await rpc.call({ method: "eth_getLogs", params: [filter], at: to });
      return (answer as unknown[]).flatMap((raw) => {
        const log = parseLog(raw);
        const event = table.find(log);
        if (event === undefined) return [];

        const { block, blockHash, logIndex, txHash } = log;
        return [{ ...event, block, blockHash, logIndex, txHash }];
      });
    });
  }

  return {
    async listTaskLogs(range) {
      const logs = await read(["taskRegistry", "arbitration", "paymentGateway"], range);
      return logs.flatMap((log) => {
        return "taskId" in log.args ? [{ ...log, taskId: log.args.taskId }] : [];
      });
    },
    listLogs: (range) =>
      read(["taskRegistry", "arbitration", "paymentGateway", "depositVault"], range),
  };
}

type RawLog = EventLog & { block: number; blockHash: Hex32; logIndex: number; txHash: Hex32 };

function parseLog(value: unknown): RawLog {
  if (typeof value !== "object" || value === null) throw malformed();

  const raw = value as Record<string, unknown>;
  const { address, data } = raw;
  const topics = Array.isArray(raw.topics) ? raw.topics.map(findHex32) : [undefined];
  const block = findQuantity(raw.blockNumber);
  const logIndex = findQuantity(raw.logIndex);
  const blockHash = findHex32(raw.blockHash);
  const txHash = findHex32(raw.transactionHash);
  if (typeof address !== "string" || typeof data !== "string") throw malformed();
  if (topics.includes(undefined) || block === undefined || logIndex === undefined)
    throw malformed();
  if (blockHash === undefined || txHash === undefined) throw malformed();

  return {
    address: address as Address,
    topics: topics as Hex32[],
    data: data as Hex,
    block,
    blockHash,
    logIndex,
    txHash,
  };
}

function malformed(): SvcError {
  return new SvcError("chain_unavailable", "The RPC provider answered no valid logs: try again.");
}
