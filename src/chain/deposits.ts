import type { Address } from "../primitives/address.js";
import { depositVaultAbi } from "./abi/deposit-vault.js";
import type { BlockRef } from "./block-ref.js";
import { createContract } from "./contract.js";
import { createPager, type PageRange } from "./pages.js";
import type { Rpc } from "./rpc.js";

/** What the vault holds for one wallet, in USDC units. */
export type WalletDeposit = { depositUsd6: bigint; freeUsd6: bigint; engagements: bigint };

/** The marks of a market's deposits, in USDC units. */
export type DepositMarks = { entryUsd6: bigint; recommendedUsd6: bigint; floorUsd6: bigint };

/** A wallet that ever held a deposit. */
export type DepositAgent = { agent: Address; depositUsd6: bigint; engagements: bigint };

/** One market's deposits, read at a block. */
export type DepositsReader = {
  address: Address;
  walletDeposit(wallet: Address, at: BlockRef): Promise<WalletDeposit>;
  marks(at: BlockRef): Promise<DepositMarks>;
  agentCount(at: BlockRef): Promise<bigint>;
  /** Answers wallets in the order they first came. */
  agents(range: PageRange, at: BlockRef): Promise<DepositAgent[]>;
  totalUsd6(at: BlockRef): Promise<bigint>;
};

/** Creates a reader of one deposit vault. */
export function createDepositsReader(rpc: Rpc, address: Address): DepositsReader {
  const vault = createContract(rpc, depositVaultAbi, address);
  const pager = createPager({ size: 1_000 });
  return {
    address,
    async walletDeposit(wallet, at) {
      const [depositUsd6, freeUsd6, engagements] = await Promise.all([
        vault.read("depositOf", [wallet], at),
        vault.read("freeOf", [wallet], at),
        vault.read("engagementsOf", [wallet], at),
      ]);
      return { depositUsd6, freeUsd6, engagements };
    },
    async marks(at) {
      const [entryUsd6, recommendedUsd6, floorUsd6] = await Promise.all([
        vault.read("entryDeposit", [], at),
        vault.read("recommendedDeposit", [], at),
        vault.read("floorDeposit", [], at),
      ]);
      return { entryUsd6, recommendedUsd6, floorUsd6 };
    },
    agentCount: (at) => vault.read("agentCount", [], at),
    agents: ({ from, count }, at) =>
      pager.read(count, async (offset, size) => {
        const page = await vault.read("agents", [BigInt(from + offset), BigInt(size)], at);
        return page.map(({ agent, deposit, engagements }) => {
          return { agent, depositUsd6: deposit, engagements };
        });
      }),
    totalUsd6: (at) => vault.read("totalDeposits", [], at),
  };
}
