import type { ContractFunctionReturnType } from "viem";
import { type Address, zeroAddress } from "../primitives/address.js";
import type { Hex32 } from "../primitives/hex32.js";
import { arbitrationAbi } from "./abi/arbitration.js";
import type { BlockRef } from "./block-ref.js";
import { createContract } from "./contract.js";
import { createPager, type PageRange } from "./pages.js";
import type { Rpc } from "./rpc.js";

/** One decision of an arbitrator. */
export type RawRuling = {
  arbitrator: Address;
  /** What the worker gets, in basis points of what the task holds. */
  workerBps: number;
  ruledAtUnix: number;
  rulingHash: Hex32;
};

/** A dispute as the arbitration holds it; what it writes as zero for "none" is undefined. */
export type RawDispute = {
  opener: Address;
  tier: number;
  settled: boolean;
  openedAtUnix: number;
  seatByUnix: number;
  /** Set once an arbitrator is seated in the present tier. */
  ruleByUnix: number | undefined;
  /** Set once there is a ruling in the present tier. */
  appealUntilUnix: number | undefined;
  posterChoice: Address | undefined;
  workerChoice: Address | undefined;
  /** The seated one. */
  arbitrator: Address | undefined;
  evidence: readonly Hex32[];
  rulings: readonly RawRuling[];
};

/** A wallet that stands as arbitrator. */
export type RawVerifier = {
  verifier: Address;
  bondWei: bigint;
  seats: bigint;
  ruled: bigint;
  noShows: bigint;
};

/** The numbers of a market's arbitration. */
export type ArbitrationParams = {
  seatingWindowSeconds: number;
  rulingWindowSeconds: number;
  appealWindowSeconds: number;
  minBondWei: bigint;
  noShowPenaltyWei: bigint;
  /** Fee of a first-tier ruling; each tier costs twice the one before. */
  feeUsd6: bigint;
};

/** One market's arbitration, read at a block. */
export type ArbitrationReader = {
  address: Address;
  /** Answers the dispute of a task, or undefined when it was never disputed. */
  findDispute(taskId: bigint, at: BlockRef): Promise<RawDispute | undefined>;
  /** The same for several tasks, in the order asked. */
  findDisputes(taskIds: readonly bigint[], at: BlockRef): Promise<(RawDispute | undefined)[]>;
  /** Answers the arbitrators registered for a task. */
  pool(taskId: bigint, range: PageRange, at: BlockRef): Promise<Address[]>;
  /** Answers a verifier, or undefined for a wallet that never bonded. */
  findVerifier(wallet: Address, at: BlockRef): Promise<RawVerifier | undefined>;
  verifierCount(at: BlockRef): Promise<bigint>;
  verifiers(range: PageRange, at: BlockRef): Promise<RawVerifier[]>;
  totalBondsWei(at: BlockRef): Promise<bigint>;
  /** Answers the slashed bonds that wait to be swept. */
  slashedWei(at: BlockRef): Promise<bigint>;
  params(at: BlockRef): Promise<ArbitrationParams>;
};

/** Creates a reader of one arbitration contract. */
export function createArbitrationReader(rpc: Rpc, address: Address): ArbitrationReader {
  const arbitration = createContract(rpc, arbitrationAbi, address);
  const disputes = createPager({ size: 500 });
  const wallets = createPager({ size: 1_000 });
  return {
    address,
    async findDispute(taskId, at) {
      return toDispute(await arbitration.read("disputeOf", [taskId], at));
    },
    findDisputes: (taskIds, at) =>
      disputes.read(taskIds.length, async (offset, size) => {
        const wanted = taskIds.slice(offset, offset + size);
        return (await arbitration.read("disputesOf", [wanted], at)).map(toDispute);
      }),
    pool: (taskId, { from, count }, at) =>
      wallets.read(count, (offset, size) => {
        return arbitration.read("poolOf", [taskId, BigInt(from + offset), BigInt(size)], at);
      }),
    async findVerifier(wallet, at) {
      const verifier = await arbitration.read("verifierOf", [wallet], at);
      return verifier.verifier === zeroAddress ? undefined : toVerifier(verifier);
    },
    verifierCount: (at) => arbitration.read("verifierCount", [], at),
    verifiers: ({ from, count }, at) =>
      wallets.read(count, async (offset, size) => {
        const page = await arbitration.read("verifiers", [BigInt(from + offset), BigInt(size)], at);
        return page.map(toVerifier);
      }),
    totalBondsWei: (at) => arbitration.read("totalBonds", [], at),
    slashedWei: (at) => arbitration.read("slashed", [], at),
    async params(at) {
      const params = await arbitration.read("params", [], at);
      return {
        seatingWindowSeconds: params.seatingWindow,
        rulingWindowSeconds: params.rulingWindow,
        appealWindowSeconds: params.appealWindow,
        minBondWei: params.minBond,
        noShowPenaltyWei: params.noShowPenalty,
        feeUsd6: params.feeUsd6,
      };
    },
  };
}

type View<name extends "disputeOf" | "verifierOf"> = ContractFunctionReturnType<
  typeof arbitrationAbi,
  "view",
  name
>;

function toDispute(dispute: View<"disputeOf">): RawDispute | undefined {
  if (dispute.tier === 0) return undefined;

  return {
    opener: dispute.opener,
    tier: dispute.tier,
    settled: dispute.settled,
    openedAtUnix: dispute.openedAt,
    seatByUnix: dispute.seatBy,
    ruleByUnix: dispute.ruleBy || undefined,
    appealUntilUnix: dispute.appealUntil || undefined,
    posterChoice: toWallet(dispute.posterChoice),
    workerChoice: toWallet(dispute.workerChoice),
    arbitrator: toWallet(dispute.arbitrator),
    evidence: dispute.evidence,
    rulings: dispute.rulings.map(({ arbitrator, workerBps, ruledAt, rulingHash }) => {
      return { arbitrator, workerBps, ruledAtUnix: ruledAt, rulingHash };
    }),
  };
}

function toVerifier({ verifier, bond, seats, ruled, noShows }: View<"verifierOf">): RawVerifier {
  return { verifier, bondWei: bond, seats, ruled, noShows };
}

function toWallet(address: Address): Address | undefined {
  return address === zeroAddress ? undefined : address;
}
