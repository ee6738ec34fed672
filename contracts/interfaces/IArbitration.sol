// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

/// @notice Disputes of one market: a pool of bonded arbitrators per task, rulings, appeals, and an end in any case.
/// @dev One tier runs like this. Until `seatBy` both parties try to name the same registered arbitrator. The seated
/// arbitrator rules until `ruleBy`. A ruling can be appealed until `appealUntil`, at most up to the third tier. If a
/// tier ends without a ruling, the last ruling stands, so that nobody gains by appealing and then refusing to agree. If
/// nobody ever ruled, the milestone in question is split evenly and the rest goes back to the poster; a worker who opened
/// a dispute without having delivered gets nothing. The loser's deposit pays the arbitrators who ruled.
interface IArbitration {
    /// @notice The numbers of this market; fixed at deployment.
    /// @param seatingWindow Seconds both parties have to agree on an arbitrator.
    /// @param rulingWindow Seconds a seated arbitrator has to rule.
    /// @param appealWindow Seconds a ruling can be appealed.
    /// @param minBond Bond an arbitrator needs, in wei of the service token.
    /// @param noShowPenalty What a seated arbitrator who does not rule loses of the bond.
    /// @param feeUsd6 Fee of a first-tier ruling, in USDC units; each tier costs twice the one before.
    struct Params {
        uint32 seatingWindow;
        uint32 rulingWindow;
        uint32 appealWindow;
        uint256 minBond;
        uint256 noShowPenalty;
        uint256 feeUsd6;
    }

    /// @notice One decision.
    /// @param workerBps What the worker gets, in basis points of what the task holds.
    struct Ruling {
        address arbitrator;
        uint16 workerBps;
        uint40 ruledAt;
        bytes32 rulingHash;
    }

    /// @notice A dispute. `tier` is zero if the task was never disputed.
    /// @param ruleBy Zero until an arbitrator is seated in the present tier.
    /// @param appealUntil Zero until there is a ruling in the present tier.
    /// @param arbitrator The seated one; zero while the seat is free.
    struct Dispute {
        address opener;
        uint8 tier;
        bool settled;
        uint40 openedAt;
        uint40 seatBy;
        uint40 ruleBy;
        uint40 appealUntil;
        address posterChoice;
        address workerChoice;
        address arbitrator;
        bytes32[] evidence;
        Ruling[] rulings;
    }

    /// @notice A verifier: a wallet that stands as arbitrator.
    struct Verifier {
        address verifier;
        uint256 bond;
        uint256 seats;
        uint256 ruled;
        uint256 noShows;
    }

    event DisputeOpened(uint256 indexed taskId, address indexed by, bytes32 evidenceHash);
    event ArbitratorRegistered(uint256 indexed taskId, address indexed arbitrator);
    event ArbitratorProposed(uint256 indexed taskId, address indexed by, address indexed arbitrator);
    event ArbitratorSeated(uint256 indexed taskId, uint256 tier, address indexed arbitrator, uint256 ruleBy);
    event DisputeRuled(
        uint256 indexed taskId,
        uint256 tier,
        address indexed arbitrator,
        uint256 workerBps,
        bytes32 rulingHash,
        uint256 appealUntil
    );
    event DisputeEscalated(uint256 indexed taskId, uint256 tier, address indexed by, bytes32 evidenceHash);
    /// @notice The last ruling was executed.
    event DisputeSettled(uint256 indexed taskId, uint256 workerBps);
    /// @notice The dispute ended although nobody had ruled.
    event DisputeUnruled(uint256 indexed taskId);
    event VerifierBonded(address indexed verifier, uint256 amount, uint256 bond);
    event VerifierUnbonded(address indexed verifier, uint256 amount, uint256 bond);
    event VerifierSlashed(address indexed verifier, uint256 indexed taskId, uint256 amount, uint256 bond);
    event SlashedSwept(address indexed treasury, uint256 amount);

    error ZeroAmount();
    error EvidenceHashMissing();
    /// @notice The task is not in dispute, or the dispute is settled.
    error NotInDispute(uint256 taskId);
    error NotParty(uint256 taskId, address caller);
    /// @notice A party cannot judge its own dispute.
    error PartyCannotArbitrate(uint256 taskId, address caller);
    error BondTooLow(address verifier, uint256 bond, uint256 needed);
    error AlreadyRegistered(uint256 taskId, address arbitrator);
    error NotRegistered(uint256 taskId, address arbitrator);
    /// @notice Every tier needs an arbitrator who has not sat on this task before.
    error SatBefore(uint256 taskId, address arbitrator);
    error SeatTaken(uint256 taskId, address arbitrator);
    error NotArbitrator(uint256 taskId, address caller, address arbitrator);
    error SeatingTimeOver(uint256 taskId, uint256 seatBy, uint256 nowAt);
    error RulingTimeOver(uint256 taskId, uint256 ruleBy, uint256 nowAt);
    error AlreadyRuled(uint256 taskId, uint256 tier);
    error BadBasisPoints(uint256 workerBps);
    /// @notice There is no ruling in this tier to appeal.
    error NothingToAppeal(uint256 taskId);
    error AppealOver(uint256 taskId, uint256 appealUntil, uint256 nowAt);
    error LastTier(uint256 taskId, uint256 tier);
    error TooEarly(uint256 taskId, uint256 availableAfter, uint256 nowAt);
    /// @notice A seated arbitrator keeps the bond until the seat is free again.
    error SeatHeld(address verifier, uint256 seats);
    error NotBonded(address verifier, uint256 requested, uint256 bond);
    error NothingSlashed();
    error WrongAmountReceived(uint256 expected, uint256 received);

    /// @notice Opens a dispute. Poster or worker, with the hash of the evidence; the poster only inside the review
    /// window once a milestone is delivered, and nobody after the deadline of an active task. ACTIVE, DELIVERED -> DISPUTED
    function openDispute(uint256 taskId, bytes32 evidenceHash) external;

    /// @notice Joins the pool of a disputed task. Any bonded wallet that is not a party.
    function registerArbitrator(uint256 taskId) external;

    /// @notice Names an arbitrator of the pool. Poster or worker; both naming the same one in time seats it. Its bond must
    /// cover the minimum and the penalty of every seat it holds already.
    function proposeArbitrator(uint256 taskId, address arbitrator) external;

    /// @notice Rules: the worker gets `workerBps` basis points of what the task holds. The seated arbitrator, in time.
    function resolveDispute(uint256 taskId, uint256 workerBps, bytes32 rulingHash) external;

    /// @notice Appeals a ruling: a new tier with a new arbitrator. Poster or worker, in the appeal window, twice at most.
    function escalate(uint256 taskId, bytes32 evidenceHash) external;

    /// @notice Executes an unappealed ruling, or ends a dispute nobody ruled in time. Anyone. DISPUTED -> RESOLVED
    function resolveTimedOut(uint256 taskId) external;

    /// @notice Adds to the caller's bond.
    function bondVerifier(uint256 amount) external;

    /// @notice Pays bond back to the caller. Not while seated.
    function unbondVerifier(uint256 amount) external;

    /// @notice Sends what was slashed to the treasury. Anyone.
    function sweepSlashed() external;

    /// @notice The dispute of a task.
    function disputeOf(uint256 taskId) external view returns (Dispute memory);

    /// @notice The disputes of several tasks, in the order asked.
    function disputesOf(uint256[] calldata taskIds) external view returns (Dispute[] memory);

    /// @notice The arbitrators registered for a task.
    function poolOf(uint256 taskId, uint256 from, uint256 count) external view returns (address[] memory);

    /// @notice Whether a wallet is in the pool of a task.
    function isRegistered(uint256 taskId, address arbitrator) external view returns (bool);

    /// @notice What is known of one verifier.
    function verifierOf(address verifier) external view returns (Verifier memory);

    /// @notice Number of wallets that ever bonded.
    function verifierCount() external view returns (uint256);

    /// @notice Up to `count` verifiers, beginning with index `from`.
    function verifiers(uint256 from, uint256 count) external view returns (Verifier[] memory);

    /// @notice Sum of all bonds.
    function totalBonds() external view returns (uint256);

    /// @notice Slashed bonds waiting for `sweepSlashed`.
    function slashed() external view returns (uint256);

    /// @notice The numbers of this market.
    function params() external view returns (Params memory);

    /// @notice The fee of a ruling in a tier, in USDC units.
    function feeOf(uint256 tier) external view returns (uint256);

    /// @notice The token bonds are kept in.
    function tok() external view returns (IERC20);
}
