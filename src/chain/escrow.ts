import type { Address } from "../primitives/address.js";
import { escrowVaultAbi } from "./abi/escrow-vault.js";
import type { BlockRef } from "./block-ref.js";
import { createContract } from "./contract.js";
import type { Rpc } from "./rpc.js";

/** One market's job money, read at a block. */
export type EscrowReader = {
  address: Address;
  /** Answers what the vault holds for a task. */
  heldWei(taskId: bigint, at: BlockRef): Promise<bigint>;
  /** Answers what waits for a wallet after the token refused a payment. */
  owedWei(wallet: Address, at: BlockRef): Promise<bigint>;
  /** Answers everything the vault must be able to pay. */
  liabilitiesWei(at: BlockRef): Promise<bigint>;
};

/** Creates a reader of one escrow vault. */
export function createEscrowReader(rpc: Rpc, address: Address): EscrowReader {
  const vault = createContract(rpc, escrowVaultAbi, address);
  return {
    address,
    heldWei: (taskId, at) => vault.read("heldFor", [taskId], at),
    owedWei: (wallet, at) => vault.read("owedTo", [wallet], at),
    liabilitiesWei: (at) => vault.read("liabilities", [], at),
  };
}
