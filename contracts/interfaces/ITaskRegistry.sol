// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {TaskTerms} from "../TaskTerms.sol";
import {IArbitration} from "./IArbitration.sol";
import {IDepositVault} from "./IDepositVault.sol";
import {IEscrowVault} from "./IEscrowVault.sol";
import {IPaymentGateway} from "./IPaymentGateway.sol";
import {IPricingPolicy} from "./IPricingPolicy.sol";
import {IReputation} from "./IReputation.sol";
import {IScopeRegistry, Visibility} from "./IScopeRegistry.sol";

/// @notice Where a task is in its life. The last four are final.
enum TaskState {
    NONE,
    POSTED,
    CLAIMED,
    ACTIVE,
    DELIVERED,
    PAUSED,
    DISPUTED,
    COMPLETED,
    CANCELLED,
    EXPIRED,
    RESOLVED
}

/// @notice The tasks of one market and everything that can happen to them.
/// @dev Who may call what, from which state, with which rule, stands at each function. The registry has no owner.
/// Money always gets out: by the poster's acceptance, by the poster's silence, by expiry, or by a dispute that ends by
/// itself. A deposit can be withdrawn as soon as its owner is in no live task.
interface ITaskRegistry {
    /// @notice What a poster says of a new task.
    struct NewTask {
        uint256 totalAmount;
        uint256[] milestoneAmounts;
        uint64 deadline;
        uint32 reviewWindow;
        bytes32 criteriaHash;
    }

    /// @notice The contracts this market consists of.
    struct Links {
        IERC20 tok;
        IDepositVault depositVault;
        IEscrowVault escrowVault;
        IPaymentGateway paymentGateway;
        IPricingPolicy pricingPolicy;
        IScopeRegistry scopeRegistry;
        IArbitration arbitration;
        IReputation reputation;
    }

    /// @notice The windows of this market, in seconds; fixed at deployment.
    /// @param funding From a claim until anyone may expire a task whose poster has not started the work.
    /// @param pause From a pause until the task can be expired.
    /// @param minReview Shortest review window a task may have.
    /// @param maxReview Longest review window a task may have.
    /// @param maxHorizon Latest deadline a new task may have, counted from now.
    struct Windows {
        uint32 funding;
        uint32 pause;
        uint32 minReview;
        uint32 maxReview;
        uint32 maxHorizon;
    }

    /// @notice A task as it stands at this block.
    /// @param resumesTo While paused or disputed: the state it had before.
    /// @param firstMilestone Index of the first milestone that belongs to the present worker.
    /// @param milestonesReleased How many milestones have been paid.
    /// @param deadline Deadline in force, moved by pauses and by the time proofs were under review.
    /// @param receiptHash Hash of the latest proof.
    /// @param settlementDigest Digest of the terms with the present worker; zero before work starts.
    struct TaskView {
        uint256 id;
        address poster;
        address worker;
        TaskState state;
        TaskState resumesTo;
        Visibility visibility;
        uint8 firstMilestone;
        uint8 milestonesReleased;
        uint32 reviewWindow;
        uint40 createdAt;
        uint40 claimedAt;
        uint40 deliveredAt;
        uint40 pausedAt;
        uint40 deadline;
        uint256 total;
        uint256 funded;
        uint256 released;
        uint256 refunded;
        bytes16 negotiationId;
        bytes32 criteriaHash;
        bytes32 settlementDigest;
        bytes32 receiptHash;
        uint256[] milestoneAmounts;
        string scopeText;
    }

    /// @notice Which tasks a filtered page contains. A zero address or an empty mask matches everything.
    /// @param stateMask Bit `n` stands for the state with number `n`.
    struct Filter {
        address poster;
        address worker;
        uint256 stateMask;
    }

    event TaskPosted(
        uint256 indexed taskId,
        address indexed poster,
        uint256 totalAmount,
        uint64 deadline,
        bytes32 criteriaHash,
        Visibility visibility
    );
    event TaskClaimed(uint256 indexed taskId, address indexed worker);
    event TaskFunded(uint256 indexed taskId, uint256 amount, uint256 funded);
    event WorkStarted(uint256 indexed taskId, address indexed worker, bytes32 settlementDigest);
    event ProofSubmitted(uint256 indexed taskId, uint256 milestone, bytes32 receiptHash);
    event MilestoneReleased(uint256 indexed taskId, uint256 milestone, address indexed worker, uint256 amount);
    event TaskCompleted(uint256 indexed taskId, uint256 released);
    event WorkerLeft(uint256 indexed taskId, address indexed worker);
    event WorkerDismissed(uint256 indexed taskId, address indexed worker);
    event TaskCancelled(uint256 indexed taskId, uint256 refunded);
    event TaskExpired(uint256 indexed taskId, TaskState from, uint256 released, uint256 refunded);
    event TaskPaused(uint256 indexed taskId, address indexed below, uint256 deposit);
    event TaskResumed(uint256 indexed taskId, TaskState state, uint256 deadline);
    event TaskDisputed(uint256 indexed taskId, address indexed by);
    event TaskResolved(uint256 indexed taskId, uint256 released, uint256 refunded);

    error TaskNotFound(uint256 taskId);
    /// @notice The task is in a state that does not allow this.
    error WrongState(uint256 taskId, TaskState state);
    error NotPoster(uint256 taskId, address caller, address poster);
    error NotWorker(uint256 taskId, address caller, address worker);
    error NotParty(uint256 taskId, address caller);
    error NotArbitration(address caller);
    /// @notice A poster cannot work on its own task.
    error OwnTask(uint256 taskId, address caller);
    /// @notice The amount of a task is above zero and at most what the market allows.
    error BadTotalAmount(uint256 amount, uint256 max);
    /// @notice A task has 1 to `max` milestones.
    error BadMilestoneCount(uint256 count, uint256 max);
    error EmptyMilestone(uint256 index);
    error MilestoneSumWrong(uint256 sum, uint256 totalAmount);
    /// @notice The deadline must lie after now and not after `latest`.
    error BadDeadline(uint256 deadline, uint256 nowAt, uint256 latest);
    error BadReviewWindow(uint256 window, uint256 min, uint256 max);
    error CriteriaHashMissing();
    /// @notice The task has run out of time and can be expired.
    error DeadlinePassed(uint256 taskId, uint256 deadline, uint256 nowAt);
    /// @notice It is too early for this: it can be done after `availableAfter`.
    error TooEarly(uint256 taskId, uint256 availableAfter, uint256 nowAt);
    /// @notice Funding zero, or above the total.
    error BadFunding(uint256 taskId, uint256 amount, uint256 funded, uint256 total);
    /// @notice The task would then hold another sum than the caller expects, so this may be a repeated payment.
    error UnexpectedFunding(uint256 taskId, uint256 wouldBeFunded, uint256 expectedFunded);
    /// @notice Another worker holds the task than the caller expects.
    error UnexpectedWorker(uint256 taskId, address worker, address expectedWorker);
    error NotFullyFunded(uint256 taskId, uint256 funded, uint256 total);
    /// @notice Another milestone is due.
    error WrongMilestone(uint256 taskId, uint256 given, uint256 due);
    error ReceiptHashMissing(uint256 taskId);
    /// @notice The poster had until `reviewEnded` to dispute this proof.
    error ReviewOver(uint256 taskId, uint256 reviewEnded, uint256 nowAt);
    /// @notice Both deposits are at or above the floor; there is no reason to pause, or to expire a pause: resume the task.
    error DepositsInOrder(uint256 taskId, uint256 floorDeposit);
    /// @notice This party's deposit is still below the floor.
    error DepositBelowFloor(uint256 taskId, address party, uint256 deposit, uint256 floorDeposit);
    /// @notice A direct hire comes from a negotiation; without its id the terms could be those of an open post.
    error NegotiationIdMissing();
    error TermsForOtherMarket(string given, string expected);
    error TermsForOtherToken(address given, address expected);
    error TermsForOtherPoster(address given, address caller);
    /// @notice The worker's signature is not over these terms.
    error BadWorkerSignature(address worker, bytes32 digest);
    /// @notice These terms have become a task already.
    error TermsUsed(bytes32 digest);
    /// @notice One of the constructor's addresses has no code.
    error LinkWithoutCode(address link);

    /// @notice Posts an open task. Anyone with the entry deposit; costs the access fee. -> POSTED
    function postTask(NewTask calldata newTask, Visibility visibility, string calldata scopeText)
        external
        returns (uint256 taskId);

    /// @notice Direct hire: makes a task of terms the worker has signed. The poster of the terms, both parties with the
    /// entry deposit; costs the poster the access fee. -> CLAIMED
    /// @param workerSignature The worker's EIP-712 signature of the terms, by a key or by ERC-1271.
    function createTask(
        TaskTerms calldata terms,
        bytes calldata workerSignature,
        Visibility visibility,
        string calldata scopeText
    ) external returns (uint256 taskId);

    /// @notice Takes a task. Any wallet but the poster, with the entry deposit, before the deadline, while the poster's
    /// deposit reaches the floor; costs the access fee. POSTED -> CLAIMED
    function claimTask(uint256 taskId) external;

    /// @notice Puts money of the poster into escrow; parts are allowed, never above the total. POSTED, CLAIMED
    /// @param expectedFunded What the task will hold after this call; a repeated call is refused by it.
    function fundTask(uint256 taskId, uint256 amount, uint256 expectedFunded) external;

    /// @notice Starts the work of a fully funded task and stores the digest of the terms. Poster. CLAIMED -> ACTIVE
    /// @param expectedWorker The worker the poster means; another one may have come in its place meanwhile.
    function startWork(uint256 taskId, address expectedWorker) external;

    /// @notice Delivers the next milestone. Worker, until the deadline. ACTIVE -> DELIVERED
    function submitProof(uint256 taskId, uint256 milestone, bytes32 receiptHash) external;

    /// @notice Accepts and pays the delivered milestone; the deadline moves by the time it was under review. Poster.
    /// DELIVERED -> ACTIVE, or COMPLETED after the last
    function acceptMilestone(uint256 taskId, uint256 milestone) external;

    /// @notice Pays everything that is left. Poster. ACTIVE, DELIVERED -> COMPLETED
    function completeTask(uint256 taskId) external;

    /// @notice Pays the delivered milestone because the poster stayed silent for the review window. Anyone.
    /// DELIVERED -> ACTIVE, or COMPLETED after the last
    function releaseAfterReview(uint256 taskId) external;

    /// @notice Gives a task back. Worker, until the deadline; costs the access fee and is counted.
    /// CLAIMED, ACTIVE -> POSTED
    function leaveTask(uint256 taskId) external;

    /// @notice Sends the worker away before work starts. Poster, until the task can be expired; costs the access fee.
    /// CLAIMED -> POSTED
    function dismissWorker(uint256 taskId) external;

    /// @notice Takes a task nobody has claimed off the market and refunds it. Poster. POSTED -> CANCELLED
    function cancelTask(uint256 taskId) external;

    /// @notice Ends a task that ran out of time and refunds what was not released. Anyone. POSTED past the deadline,
    /// CLAIMED past the funding window or the deadline, ACTIVE past the deadline, PAUSED past the pause window while a
    /// deposit is still below the floor -> EXPIRED
    /// @dev If work was under way and only the poster's deposit is still below the floor when a pause expires, the worker
    /// gets half of the milestone in work: not keeping a deposit must not be a way to take a task back for nothing.
    function expireTask(uint256 taskId) external;

    /// @notice Stops the clock because a party's deposit is below the floor. Anyone, until the task can be expired.
    /// CLAIMED, ACTIVE -> PAUSED
    function pauseTask(uint256 taskId) external;

    /// @notice Adds USDC of the caller to a party's deposit (zero: nothing to add) and resumes the task; the deadline
    /// moves by the pause, at most by the pause window. Poster or worker; afterwards both deposits reach the floor.
    /// PAUSED -> what it was
    function emergencyTopUp(uint256 taskId, address party, uint256 amount) external;

    /// @notice Freezes a task for a dispute. Only the arbitration. ACTIVE, DELIVERED -> DISPUTED
    function enterDispute(uint256 taskId, address by) external;

    /// @notice Splits what a disputed task holds. Only the arbitration. DISPUTED -> RESOLVED
    function settleDispute(uint256 taskId, uint256 workerBps) external;

    /// @notice Ends a dispute nobody ruled on: half of the milestone in question for the worker, nothing if the worker
    /// opened it without having delivered; the rest for the poster. Only the arbitration. DISPUTED -> RESOLVED
    function settleUnruled(uint256 taskId, address opener) external;

    /// @notice Number of tasks; ids run from 1 to this number.
    function taskCount() external view returns (uint256);

    /// @notice One task; reverts if there is none.
    function task(uint256 taskId) external view returns (TaskView memory);

    /// @notice The tasks with ids `from` to `from + count - 1`, as far as they exist. Ids begin with 1; zero counts as 1.
    function tasks(uint256 from, uint256 count) external view returns (TaskView[] memory);

    /// @notice The tasks with the given ids, in that order; reverts if one does not exist.
    function tasksById(uint256[] calldata taskIds) external view returns (TaskView[] memory);

    /// @notice Those of the tasks `from` to `from + count - 1` that match a filter.
    function findTasks(Filter calldata filter, uint256 from, uint256 count) external view returns (TaskView[] memory);

    /// @notice Poster, worker and state of a task; reverts if there is none.
    function parties(uint256 taskId) external view returns (address poster, address worker, TaskState state);

    /// @notice The terms a task stands for with its present worker.
    function termsOf(uint256 taskId) external view returns (TaskTerms memory);

    /// @notice EIP-712 digest of terms in the domain of this registry.
    function termsDigest(TaskTerms calldata terms) external view returns (bytes32);

    /// @notice Whether terms with this digest have become a task.
    function termsUsed(bytes32 digest) external view returns (bool);

    /// @notice Name of the market.
    function market() external view returns (string memory);

    /// @notice The contracts of the market.
    function links() external view returns (Links memory);

    /// @notice The windows of the market.
    function windows() external view returns (Windows memory);

    /// @notice The arbitration of the market.
    function arbitration() external view returns (IArbitration);
}
