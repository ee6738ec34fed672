import type { ContractFunctionReturnType } from "viem";
import type { Address } from "../primitives/address.js";
import { reputationAbi } from "./abi/reputation.js";
import type { BlockRef } from "./block-ref.js";
import { createContract } from "./contract.js";
import { createPager, type PageRange } from "./pages.js";
import type { Rpc } from "./rpc.js";

/** What a wallet did on one market; all zero for an unknown one. */
export type ReputationRecord = {
  completedAsWorker: number;
  completedAsPoster: number;
  disputesWon: number;
  disputesLost: number;
  disputesUnruled: number;
  /** Tasks left as worker. */
  left: number;
  /** Workers dismissed as poster. */
  dismissals: number;
  /** Tasks that ended because the wallet, as worker, missed the deadline or did not mend its deposit. */
  missed: number;
  /** Tasks that ended because the wallet, as poster, did not start the work or mend its deposit. */
  lapsed: number;
  /** Different wallets money was settled with. */
  counterparties: number;
  lastSettledAtUnix: number | undefined;
  earnedWei: bigint;
  paidWei: bigint;
};

export type ReputationAgent = { agent: Address; record: ReputationRecord };

/** One market's reputation, read at a block. */
export type ReputationReader = {
  address: Address;
  record(wallet: Address, at: BlockRef): Promise<ReputationRecord>;
  agentCount(at: BlockRef): Promise<bigint>;
  /** Answers wallets in the order in which they got their records. */
  agents(range: PageRange, at: BlockRef): Promise<ReputationAgent[]>;
};

/** Creates a reader of one reputation contract. */
export function createReputationReader(rpc: Rpc, address: Address): ReputationReader {
  const reputation = createContract(rpc, reputationAbi, address);
  const pager = createPager({ size: 1_000 });
  return {
    address,
    async record(wallet, at) {
      return toRecord(await reputation.read("recordOf", [wallet], at));
    },
    agentCount: (at) => reputation.read("agentCount", [], at),
    agents: ({ from, count }, at) =>
      pager.read(count, async (offset, size) => {
        const page = await reputation.read("agents", [BigInt(from + offset), BigInt(size)], at);
        return page.map(({ agent, record }) => ({ agent, record: toRecord(record) }));
      }),
  };
}

type Stored = ContractFunctionReturnType<typeof reputationAbi, "view", "recordOf">;

function toRecord({ lastSettledAt, earned, paid, ...counters }: Stored): ReputationRecord {
  return {
    ...counters,
    lastSettledAtUnix: lastSettledAt || undefined,
    earnedWei: earned,
    paidWei: paid,
  };
}
