import { SvcError } from "../errors.js";
import { type BlockRef, findBlockRef } from "./block-ref.js";
import { type Clock, systemClock } from "./rpc/clock.js";
import { ProviderFault } from "./rpc/fault.js";
import type { Rpc } from "./rpc.js";
import { toQuantity } from "./wire-values.js";

/** What readers need to know about the chain's blocks. */
export type BlockReader = {
  /** Answers the newest block. A provider that lags behind the others is passed over. */
  latest(): Promise<BlockRef>;
  /** Answers the block with this number, or undefined when the chain has none. */
  findByNumber(number: number): Promise<BlockRef | undefined>;
};

export type BlockReaderOptions = {
  /** How far behind the newest block ever seen a head may be; 3 when absent. */
  maxLagBlocks?: number;
  /** How old a head may be before other providers are asked for theirs; 60 seconds when absent. */
  maxAgeMs?: number;
  clock?: Clock;
};

/** Creates a reader of blocks. The other providers are asked only when a head looks stale. */
export function createBlockReader(rpc: Rpc, options: BlockReaderOptions = {}): BlockReader {
  const { maxLagBlocks = 3, maxAgeMs = 60_000, clock = systemClock } = options;
  let highest = 0;

  function isStale(head: BlockRef): boolean {
    return (
      head.number < highest - maxLagBlocks || clock.nowMs() - head.timestamp * 1_000 > maxAgeMs
    );
  }

  /** The newest head any provider has, or the one already known. */
  async function findNewest(known: BlockRef): Promise<BlockRef> {
    const outcomes = await rpc.askAll(latestBlock);
    const heads = outcomes.map((outcome) => {
      return outcome.kind === "result" ? findBlockRef(outcome.result) : undefined;
    });
    const newest = heads.reduce<BlockRef>((best, head) => {
      return head !== undefined && head.number > best.number ? head : best;
    }, known);
    heads.forEach((head, provider) => {
      const lag = newest.number - (head?.number ?? newest.number);
      if (lag <= maxLagBlocks) return;
      rpc.demote(provider, new ProviderFault("lagging", `is ${lag} blocks behind the others`));
    });
    return newest;
  }

  return {
    async latest() {
      let head = parseBlock(await rpc.call(latestBlock));
      if (rpc.providerCount > 1 && isStale(head)) head = await findNewest(head);

      // When all of them are behind, the chain itself went back: what they agree on counts.
      highest = head.number;
      return head;
    },
    async findByNumber(number) {
      const params = [toQuantity(number), false];
      const block = await rpc.call({ method: "eth_getBlockByNumber", params });
      return block === null ? undefined : parseBlock(block);
    },
  };
}

const latestBlock = { method: "eth_getBlockByNumber", params: ["latest", false] };

function parseBlock(value: unknown): BlockRef {
  const block = findBlockRef(value);
  if (block === undefined) {
    throw new SvcError("chain_unavailable", "The RPC provider answered no valid block: try again.");
  }

  return block;
}
