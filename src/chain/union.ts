import type { Address } from "../primitives/address.js";
import { stakingVaultAbi } from "./abi/staking-vault.js";
import type { BlockRef } from "./block-ref.js";
import { createContract } from "./contract.js";
import type { Rpc } from "./rpc.js";

/** The state of the Union. A credit has 18 decimals; one whole credit waives one access fee. */
export type UnionOverview = {
  stakingActive: boolean;
  creditIssuanceClosed: boolean;
  totalStakedWei: bigint;
  creditsIssued18: bigint;
  creditsRemaining18: bigint;
  rewardReserveWei: bigint;
};

/** What one wallet has in the Union, counted up to the block. */
export type UnionAccount = { stakedWei: bigint; credits18: bigint; rewardsWei: bigint };

/** How credits and rewards grow. */
export type UnionRates = {
  creditCap18: bigint;
  /** Stake that earns one whole credit in one credit period. */
  stakePerCreditWei: bigint;
  creditPeriodSeconds: bigint;
  rewardPeriodSeconds: bigint;
};

/** One market's Union, read at a block. */
export type UnionReader = {
  address: Address;
  overview(at: BlockRef): Promise<UnionOverview>;
  account(wallet: Address, at: BlockRef): Promise<UnionAccount>;
  rates(at: BlockRef): Promise<UnionRates>;
};

/** Creates a reader of one staking vault. */
export function createUnionReader(rpc: Rpc, address: Address): UnionReader {
  const vault = createContract(rpc, stakingVaultAbi, address);
  return {
    address,
    async overview(at) {
      const overview = await vault.read("overview", [], at);
      return {
        stakingActive: overview.stakingActive,
        creditIssuanceClosed: overview.creditIssuanceClosed,
        totalStakedWei: overview.totalStaked,
        creditsIssued18: overview.totalCreditsIssued,
        creditsRemaining18: overview.creditsRemaining,
        rewardReserveWei: overview.rewardReserve,
      };
    },
    async account(wallet, at) {
      const { staked, credits, rewards } = await vault.read("accountOf", [wallet], at);
      return { stakedWei: staked, credits18: credits, rewardsWei: rewards };
    },
    async rates(at) {
      const [creditCap18, stakePerCreditWei, creditPeriodSeconds, rewardPeriodSeconds] =
        await Promise.all([
          vault.read("creditCap", [], at),
          vault.read("stakePerCredit", [], at),
          vault.read("creditPeriod", [], at),
          vault.read("rewardPeriod", [], at),
        ]);
      return { creditCap18, stakePerCreditWei, creditPeriodSeconds, rewardPeriodSeconds };
    },
  };
}
