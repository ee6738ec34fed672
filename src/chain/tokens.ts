import type { Address } from "../primitives/address.js";
import { tokTokenAbi } from "./abi/tok-token.js";
import type { BlockRef } from "./block-ref.js";
import { createContract } from "./contract.js";
import type { MarketContracts } from "./contracts.js";
import type { Rpc } from "./rpc.js";

/** What a wallet has: service token in wei, USDC in its units of 6 decimals. */
export type Balances = { tokWei: bigint; usdcUsd6: bigint };

/** What a wallet lets the contracts of one market take from it. */
export type Allowances = {
  /** Service token for fees, funding and plans. */
  gatewayTokWei: bigint;
  /** USDC for plans. */
  gatewayUsd6: bigint;
  /** Service token for the Union. */
  stakingTokWei: bigint;
  /** Service token for arbitrators' bonds. */
  arbitrationTokWei: bigint;
  /** USDC for deposits. */
  depositUsd6: bigint;
};

/** The two tokens of a market, read at a block. */
export type TokensReader = {
  balances(wallet: Address, at: BlockRef): Promise<Balances>;
  allowances(wallet: Address, at: BlockRef): Promise<Allowances>;
};

type TokenContracts = Pick<
  MarketContracts,
  "tokToken" | "usdc" | "paymentGateway" | "stakingVault" | "arbitration" | "depositVault"
>;

/** Creates a reader of the tokens of one market. */
export function createTokensReader(rpc: Rpc, contracts: TokenContracts): TokensReader {
  const tok = createContract(rpc, tokTokenAbi, contracts.tokToken);
  // USDC has the same reading functions; only those are used.
  const usdc = createContract(rpc, tokTokenAbi, contracts.usdc);
  return {
    async balances(wallet, at) {
      const [tokWei, usdcUsd6] = await Promise.all([
        tok.read("balanceOf", [wallet], at),
        usdc.read("balanceOf", [wallet], at),
      ]);
      return { tokWei, usdcUsd6 };
    },
    async allowances(wallet, at) {
      const { paymentGateway, stakingVault, arbitration, depositVault } = contracts;
      const [gatewayTokWei, gatewayUsd6, stakingTokWei, arbitrationTokWei, depositUsd6] =
        await Promise.all([
          tok.read("allowance", [wallet, paymentGateway], at),
          usdc.read("allowance", [wallet, paymentGateway], at),
          tok.read("allowance", [wallet, stakingVault], at),
          tok.read("allowance", [wallet, arbitration], at),
          usdc.read("allowance", [wallet, depositVault], at),
        ]);
      return { gatewayTokWei, gatewayUsd6, stakingTokWei, arbitrationTokWei, depositUsd6 };
    },
  };
}
