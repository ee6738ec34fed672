// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {ShortString, ShortStrings} from "@openzeppelin/contracts/utils/ShortStrings.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {TaskTerms, TaskTermsHash} from "./TaskTerms.sol";
import {IArbitration} from "./interfaces/IArbitration.sol";
import {AccessAction} from "./interfaces/IPaymentGateway.sol";
import {Visibility} from "./interfaces/IScopeRegistry.sol";
import {ITaskRegistry, TaskState} from "./interfaces/ITaskRegistry.sol";

/// @notice See {ITaskRegistry}.
contract TaskRegistry is ITaskRegistry, EIP712, ReentrancyGuardTransient {
    using ShortStrings for ShortString;

    /// @dev `deadline` is the agreed one and part of the terms; `extension` is what pauses and reviews have added to it.
    /// `direct` marks a direct hire, whose terms carry a negotiation id and a salt of their own.
    struct Task {
        address poster;
        uint40 createdAt;
        TaskState state;
        TaskState resumesTo;
        uint8 firstMilestone;
        uint8 milestonesReleased;
        bool direct;
        address worker;
        uint40 claimedAt;
        uint40 deliveredAt;
        uint40 deadline;
        uint40 pausedAt;
        uint40 extension;
        uint32 reviewWindow;
        uint128 total;
        uint128 funded;
        uint128 released;
        uint128 refunded;
        bytes32 criteriaHash;
        bytes32 settlementDigest;
        bytes32 receiptHash;
        bytes16 negotiationId;
        uint256 salt;
        uint128[] milestoneAmounts;
    }

    /// @notice Most milestones a task may have.
    uint256 public constant MAX_MILESTONES = 20;

    uint256 private constant ALL_BPS = 10_000;
    uint256 private constant POSTED = 1 << uint256(TaskState.POSTED);
    uint256 private constant CLAIMED = 1 << uint256(TaskState.CLAIMED);
    uint256 private constant ACTIVE = 1 << uint256(TaskState.ACTIVE);
    uint256 private constant DELIVERED = 1 << uint256(TaskState.DELIVERED);
    uint256 private constant PAUSED = 1 << uint256(TaskState.PAUSED);
    uint256 private constant DISPUTED = 1 << uint256(TaskState.DISPUTED);

    ShortString private immutable _market;
    Links private _links;
    Windows private _windows;

    /// @inheritdoc ITaskRegistry
    uint256 public taskCount;
    /// @inheritdoc ITaskRegistry
    mapping(bytes32 digest => bool) public termsUsed;

    mapping(uint256 taskId => Task) private _tasks;

    modifier onlyArbitration() {
        if (msg.sender != address(_links.arbitration)) revert NotArbitration(msg.sender);
        _;
    }

    constructor(string memory market_, Links memory links_, Windows memory windows_) EIP712("svc Task Market", "2") {
        _market = ShortStrings.toShortString(market_);
        _links = links_;
        _windows = windows_;
        _requireCode(address(links_.tok));
        _requireCode(address(links_.depositVault));
        _requireCode(address(links_.escrowVault));
        _requireCode(address(links_.paymentGateway));
        _requireCode(address(links_.pricingPolicy));
        _requireCode(address(links_.scopeRegistry));
        _requireCode(address(links_.arbitration));
        _requireCode(address(links_.reputation));
    }

    /// @inheritdoc ITaskRegistry
    function postTask(NewTask calldata newTask, Visibility visibility, string calldata scopeText)
        external
        nonReentrant
        returns (uint256 taskId)
    {
        taskId = _store(newTask, visibility);
        _links.scopeRegistry.setScope(taskId, visibility, scopeText);
        _charge(taskId, AccessAction.POST);
    }

    /// @inheritdoc ITaskRegistry
    function createTask(
        TaskTerms calldata terms,
        bytes calldata workerSignature,
        Visibility visibility,
        string calldata scopeText
    ) external nonReentrant returns (uint256 taskId) {
        bytes32 digest = _requireAccepted(terms, workerSignature);
        termsUsed[digest] = true;

        taskId = _store(
            NewTask(
                terms.totalAmount, terms.milestoneAmounts, terms.deadline, terms.reviewWindow, terms.criteriaHash
            ),
            visibility
        );
        Task storage stored = _tasks[taskId];
        stored.direct = true;
        stored.negotiationId = terms.negotiationId;
        stored.salt = terms.salt;
        stored.settlementDigest = digest;
        _assign(taskId, stored, terms.worker);
        _links.scopeRegistry.setScope(taskId, visibility, scopeText);
        _charge(taskId, AccessAction.POST);
    }

    /// @inheritdoc ITaskRegistry
    function claimTask(uint256 taskId) external nonReentrant {
        Task storage stored = _in(taskId, POSTED);
        if (msg.sender == stored.poster) revert OwnTask(taskId, msg.sender);
        _requireBeforeDeadline(taskId, stored);
        _requireFloor(taskId, stored.poster);

        _assign(taskId, stored, msg.sender);
        _charge(taskId, AccessAction.CLAIM);
    }

    /// @inheritdoc ITaskRegistry
    function fundTask(uint256 taskId, uint256 amount, uint256 expectedFunded) external nonReentrant {
        Task storage stored = _in(taskId, POSTED | CLAIMED);
        _requirePoster(taskId, stored);
        _requireBeforeDeadline(taskId, stored);
        uint256 missing = stored.total - stored.funded;
        if (amount == 0 || amount > missing) revert BadFunding(taskId, amount, stored.funded, stored.total);
        uint256 funded = stored.funded + amount;
        if (funded != expectedFunded) revert UnexpectedFunding(taskId, funded, expectedFunded);

        stored.funded = uint128(funded);
        emit TaskFunded(taskId, amount, funded);
        _links.paymentGateway.forward(msg.sender, address(_links.escrowVault), amount);
        _links.escrowVault.deposit(taskId, amount);
    }

    /// @inheritdoc ITaskRegistry
    function startWork(uint256 taskId, address expectedWorker) external nonReentrant {
        Task storage stored = _in(taskId, CLAIMED);
        _requirePoster(taskId, stored);
        _requireBeforeDeadline(taskId, stored);
        if (stored.worker != expectedWorker) revert UnexpectedWorker(taskId, stored.worker, expectedWorker);
        if (stored.funded != stored.total) revert NotFullyFunded(taskId, stored.funded, stored.total);

        stored.state = TaskState.ACTIVE;
        stored.settlementDigest = termsDigest(_terms(taskId, stored));
        emit WorkStarted(taskId, stored.worker, stored.settlementDigest);
    }

    /// @inheritdoc ITaskRegistry
    function submitProof(uint256 taskId, uint256 milestone, bytes32 receiptHash) external nonReentrant {
        Task storage stored = _in(taskId, ACTIVE);
        _requireWorker(taskId, stored);
        _requireBeforeDeadline(taskId, stored);
        _requireDue(taskId, stored, milestone);
        if (receiptHash == 0) revert ReceiptHashMissing(taskId);

        stored.state = TaskState.DELIVERED;
        stored.deliveredAt = uint40(block.timestamp);
        stored.receiptHash = receiptHash;
        emit ProofSubmitted(taskId, milestone, receiptHash);
    }

    /// @inheritdoc ITaskRegistry
    function acceptMilestone(uint256 taskId, uint256 milestone) external nonReentrant {
        Task storage stored = _in(taskId, DELIVERED);
        _requirePoster(taskId, stored);
        _requireDue(taskId, stored, milestone);

        _releaseUntil(taskId, stored, milestone + 1);
    }

    /// @inheritdoc ITaskRegistry
    function completeTask(uint256 taskId) external nonReentrant {
        Task storage stored = _in(taskId, ACTIVE | DELIVERED);
        _requirePoster(taskId, stored);

        _releaseUntil(taskId, stored, stored.milestoneAmounts.length);
    }

    /// @inheritdoc ITaskRegistry
    function releaseAfterReview(uint256 taskId) external nonReentrant {
        Task storage stored = _in(taskId, DELIVERED);
        _requireAfter(taskId, stored.deliveredAt + stored.reviewWindow);

        _releaseUntil(taskId, stored, stored.milestonesReleased + 1);
    }

    /// @inheritdoc ITaskRegistry
    function leaveTask(uint256 taskId) external nonReentrant {
        Task storage stored = _in(taskId, CLAIMED | ACTIVE);
        _requireWorker(taskId, stored);
        _requireBeforeDeadline(taskId, stored);

        emit WorkerLeft(taskId, msg.sender);
        _vacate(stored);
        _links.reputation.recordLeft(msg.sender);
        _charge(taskId, AccessAction.LEAVE);
    }

    /// @inheritdoc ITaskRegistry
    function dismissWorker(uint256 taskId) external nonReentrant {
        Task storage stored = _in(taskId, CLAIMED);
        _requirePoster(taskId, stored);
        _requireUntil(taskId, _timeLimit(stored));

        emit WorkerDismissed(taskId, stored.worker);
        _vacate(stored);
        _links.reputation.recordDismissal(msg.sender);
        _charge(taskId, AccessAction.DISMISS);
    }

    /// @inheritdoc ITaskRegistry
    function cancelTask(uint256 taskId) external nonReentrant {
        Task storage stored = _in(taskId, POSTED);
        _requirePoster(taskId, stored);

        _close(stored, TaskState.CANCELLED);
        emit TaskCancelled(taskId, _refund(taskId, stored));
    }

    /// @inheritdoc ITaskRegistry
    function expireTask(uint256 taskId) external nonReentrant {
        Task storage stored = _in(taskId, POSTED | CLAIMED | ACTIVE | PAUSED);
        TaskState from = stored.state;
        uint256 share = 0;
        bool posterFailed = from == TaskState.CLAIMED && _fundingEnds(stored) <= _deadline(stored);
        bool workerFailed = from == TaskState.ACTIVE;
        _requireAfter(taskId, _timeLimit(stored));
        if (from == TaskState.PAUSED) {
            posterFailed = _isBelowFloor(stored.poster);
            workerFailed = _isBelowFloor(stored.worker);
            // Otherwise a party could mend its deposit for a moment and let the pause expire at no cost.
            if (!posterFailed && !workerFailed) revert DepositsInOrder(taskId, _links.depositVault.floorDeposit());
            if (!workerFailed && stored.resumesTo == TaskState.ACTIVE) share = _halfDue(stored);
        }

        _close(stored, TaskState.EXPIRED);
        if (posterFailed) _links.reputation.recordLapsed(stored.poster);
        if (workerFailed) _links.reputation.recordMissed(stored.worker);
        _payWorker(taskId, stored, share);
        emit TaskExpired(taskId, from, share, _refund(taskId, stored));
    }

    /// @inheritdoc ITaskRegistry
    function pauseTask(uint256 taskId) external nonReentrant {
        Task storage stored = _in(taskId, CLAIMED | ACTIVE);
        _requireUntil(taskId, _timeLimit(stored));
        address below = _isBelowFloor(stored.poster) ? stored.poster : stored.worker;
        if (!_isBelowFloor(below)) revert DepositsInOrder(taskId, _links.depositVault.floorDeposit());

        stored.resumesTo = stored.state;
        stored.state = TaskState.PAUSED;
        stored.pausedAt = uint40(block.timestamp);
        emit TaskPaused(taskId, below, _links.depositVault.depositOf(below));
    }

    /// @inheritdoc ITaskRegistry
    function emergencyTopUp(uint256 taskId, address party, uint256 amount) external nonReentrant {
        Task storage stored = _in(taskId, PAUSED);
        _requireParty(taskId, stored, msg.sender);
        _requireParty(taskId, stored, party);
        if (amount != 0) _links.depositVault.topUpFrom(msg.sender, party, amount);
        _requireFloor(taskId, stored.poster);
        _requireFloor(taskId, stored.worker);

        uint40 pausedFor = uint40(Math.min(block.timestamp - stored.pausedAt, _windows.pause));
        stored.state = stored.resumesTo;
        stored.resumesTo = TaskState.NONE;
        stored.pausedAt = 0;
        stored.extension += pausedFor;
        stored.claimedAt += pausedFor;
        emit TaskResumed(taskId, stored.state, _deadline(stored));
    }

    /// @inheritdoc ITaskRegistry
    function enterDispute(uint256 taskId, address by) external onlyArbitration nonReentrant {
        Task storage stored = _in(taskId, ACTIVE | DELIVERED);
        _requireParty(taskId, stored, by);
        if (stored.state == TaskState.ACTIVE) {
            _requireBeforeDeadline(taskId, stored);
        } else if (by == stored.poster) {
            uint256 reviewEnds = stored.deliveredAt + stored.reviewWindow;
            if (block.timestamp > reviewEnds) revert ReviewOver(taskId, reviewEnds, block.timestamp);
        }

        stored.resumesTo = stored.state;
        stored.state = TaskState.DISPUTED;
        emit TaskDisputed(taskId, by);
    }

    /// @inheritdoc ITaskRegistry
    function settleDispute(uint256 taskId, uint256 workerBps) external onlyArbitration nonReentrant {
        Task storage stored = _in(taskId, DISPUTED);
        _links.reputation.recordResolved(stored.poster, stored.worker, workerBps);
        _resolve(taskId, stored, Math.mulDiv(_locked(stored), workerBps, ALL_BPS));
    }

    /// @inheritdoc ITaskRegistry
    function settleUnruled(uint256 taskId, address opener) external onlyArbitration nonReentrant {
        Task storage stored = _in(taskId, DISPUTED);
        bool undelivered = stored.resumesTo == TaskState.ACTIVE;
        _links.reputation.recordUnruled(stored.poster, stored.worker);
        _resolve(taskId, stored, undelivered && opener == stored.worker ? 0 : _halfDue(stored));
    }

    /// @inheritdoc ITaskRegistry
    function task(uint256 taskId) external view returns (TaskView memory) {
        return _view(taskId);
    }

    /// @inheritdoc ITaskRegistry
    function tasks(uint256 from, uint256 count) external view returns (TaskView[] memory page) {
        (uint256 first, uint256 end) = _range(from, count);
        page = new TaskView[](end - first);
        for (uint256 id = first; id < end; id++) {
            page[id - first] = _view(id);
        }
    }

    /// @inheritdoc ITaskRegistry
    function tasksById(uint256[] calldata taskIds) external view returns (TaskView[] memory page) {
        page = new TaskView[](taskIds.length);
        for (uint256 i = 0; i < taskIds.length; i++) {
            page[i] = _view(taskIds[i]);
        }
    }

    /// @inheritdoc ITaskRegistry
    function findTasks(Filter calldata filter, uint256 from, uint256 count)
        external
        view
        returns (TaskView[] memory page)
    {
        (uint256 first, uint256 end) = _range(from, count);
        uint256[] memory matches = new uint256[](end - first);
        uint256 found = 0;
        for (uint256 id = first; id < end; id++) {
            if (_matches(filter, _tasks[id])) matches[found++] = id;
        }
        page = new TaskView[](found);
        for (uint256 i = 0; i < found; i++) {
            page[i] = _view(matches[i]);
        }
    }

    /// @inheritdoc ITaskRegistry
    function parties(uint256 taskId) external view returns (address poster, address worker, TaskState state) {
        Task storage stored = _load(taskId);
        return (stored.poster, stored.worker, stored.state);
    }

    /// @inheritdoc ITaskRegistry
    function termsOf(uint256 taskId) external view returns (TaskTerms memory) {
        return _terms(taskId, _load(taskId));
    }

    /// @inheritdoc ITaskRegistry
    function termsDigest(TaskTerms memory terms) public view returns (bytes32) {
        return _hashTypedDataV4(TaskTermsHash.hash(terms));
    }

    /// @inheritdoc ITaskRegistry
    function market() external view returns (string memory) {
        return _market.toString();
    }

    /// @inheritdoc ITaskRegistry
    function links() external view returns (Links memory) {
        return _links;
    }

    /// @inheritdoc ITaskRegistry
    function windows() external view returns (Windows memory) {
        return _windows;
    }

    /// @inheritdoc ITaskRegistry
    function arbitration() external view returns (IArbitration) {
        return _links.arbitration;
    }

    /// Checks and stores a new task of the caller.
    function _store(NewTask memory newTask, Visibility visibility) private returns (uint256 taskId) {
        _requireValid(newTask);
        taskId = ++taskCount;
        Task storage stored = _tasks[taskId];
        stored.poster = msg.sender;
        stored.createdAt = uint40(block.timestamp);
        stored.state = TaskState.POSTED;
        stored.deadline = uint40(newTask.deadline);
        stored.reviewWindow = newTask.reviewWindow;
        stored.total = uint128(newTask.totalAmount);
        stored.criteriaHash = newTask.criteriaHash;
        for (uint256 i = 0; i < newTask.milestoneAmounts.length; i++) {
            stored.milestoneAmounts.push(uint128(newTask.milestoneAmounts[i]));
        }
        emit TaskPosted(
            taskId, msg.sender, newTask.totalAmount, newTask.deadline, newTask.criteriaHash, visibility
        );
        _links.depositVault.engage(msg.sender);
    }

    /// Gives a posted task to a worker.
    function _assign(uint256 taskId, Task storage stored, address worker) private {
        stored.state = TaskState.CLAIMED;
        stored.worker = worker;
        stored.claimedAt = uint40(block.timestamp);
        emit TaskClaimed(taskId, worker);
        _links.depositVault.engage(worker);
    }

    /// Puts a task back on the market; what its next worker agrees on begins with the first unpaid milestone.
    function _vacate(Task storage stored) private {
        address worker = stored.worker;
        stored.state = TaskState.POSTED;
        stored.worker = address(0);
        stored.claimedAt = 0;
        stored.deliveredAt = 0;
        stored.receiptHash = 0;
        stored.settlementDigest = 0;
        stored.direct = false;
        stored.negotiationId = 0;
        stored.deadline = uint40(_deadline(stored));
        stored.extension = 0;
        stored.firstMilestone = stored.milestonesReleased;
        _links.depositVault.disengage(worker);
    }

    /// Pays the milestones up to, not including, `end`.
    function _releaseUntil(uint256 taskId, Task storage stored, uint256 end) private {
        uint256 amount = 0;
        for (uint256 i = stored.milestonesReleased; i < end; i++) {
            uint256 part = stored.milestoneAmounts[i];
            amount += part;
            emit MilestoneReleased(taskId, i, stored.worker, part);
        }
        stored.milestonesReleased = uint8(end);
        if (end == stored.milestoneAmounts.length) {
            _close(stored, TaskState.COMPLETED);
            _links.reputation.recordCompleted(stored.poster, stored.worker);
            emit TaskCompleted(taskId, stored.released + amount);
        } else {
            // The time a proof was under review is not the worker's.
            stored.state = TaskState.ACTIVE;
            stored.extension += uint40(block.timestamp) - stored.deliveredAt;
        }
        _payWorker(taskId, stored, amount);
    }

    function _resolve(uint256 taskId, Task storage stored, uint256 share) private {
        _close(stored, TaskState.RESOLVED);
        _payWorker(taskId, stored, share);
        emit TaskResolved(taskId, share, _refund(taskId, stored));
    }

    function _payWorker(uint256 taskId, Task storage stored, uint256 amount) private {
        if (amount == 0) return;
        stored.released += uint128(amount);
        _links.reputation.recordPayment(stored.poster, stored.worker, amount);
        _links.escrowVault.pay(taskId, stored.worker, amount);
    }

    function _refund(uint256 taskId, Task storage stored) private returns (uint256 amount) {
        amount = _locked(stored);
        if (amount == 0) return 0;
        stored.refunded += uint128(amount);
        _links.escrowVault.pay(taskId, stored.poster, amount);
    }

    function _close(Task storage stored, TaskState state) private {
        stored.state = state;
        stored.resumesTo = TaskState.NONE;
        _links.depositVault.disengage(stored.poster);
        if (stored.worker != address(0)) _links.depositVault.disengage(stored.worker);
    }

    function _charge(uint256 taskId, AccessAction action) private {
        _links.paymentGateway.chargeAccessFee(msg.sender, taskId, action);
    }

    function _load(uint256 taskId) private view returns (Task storage stored) {
        stored = _tasks[taskId];
        if (stored.state == TaskState.NONE) revert TaskNotFound(taskId);
    }

    /// Returns a task that is in one of the states of the mask.
    function _in(uint256 taskId, uint256 stateMask) private view returns (Task storage stored) {
        stored = _load(taskId);
        if ((stateMask >> uint256(stored.state)) & 1 == 0) revert WrongState(taskId, stored.state);
    }

    function _requirePoster(uint256 taskId, Task storage stored) private view {
        if (msg.sender != stored.poster) revert NotPoster(taskId, msg.sender, stored.poster);
    }

    function _requireWorker(uint256 taskId, Task storage stored) private view {
        if (msg.sender != stored.worker) revert NotWorker(taskId, msg.sender, stored.worker);
    }

    function _requireParty(uint256 taskId, Task storage stored, address account) private view {
        if (account != stored.poster && account != stored.worker) revert NotParty(taskId, account);
    }

    function _requireBeforeDeadline(uint256 taskId, Task storage stored) private view {
        _requireUntil(taskId, _deadline(stored));
    }

    function _requireUntil(uint256 taskId, uint256 limit) private view {
        if (block.timestamp > limit) revert DeadlinePassed(taskId, limit, block.timestamp);
    }

    function _requireAfter(uint256 taskId, uint256 availableAfter) private view {
        if (block.timestamp <= availableAfter) revert TooEarly(taskId, availableAfter, block.timestamp);
    }

    function _requireFloor(uint256 taskId, address party) private view {
        uint256 deposit = _links.depositVault.depositOf(party);
        uint256 floor = _links.depositVault.floorDeposit();
        if (deposit < floor) revert DepositBelowFloor(taskId, party, deposit, floor);
    }

    function _requireDue(uint256 taskId, Task storage stored, uint256 milestone) private view {
        if (milestone != stored.milestonesReleased) {
            revert WrongMilestone(taskId, milestone, stored.milestonesReleased);
        }
    }

    function _requireValid(NewTask memory newTask) private view {
        uint256 max = _links.pricingPolicy.maxTaskAmount();
        if (newTask.totalAmount == 0 || newTask.totalAmount > max) revert BadTotalAmount(newTask.totalAmount, max);
        uint256 count = newTask.milestoneAmounts.length;
        if (count == 0 || count > MAX_MILESTONES) revert BadMilestoneCount(count, MAX_MILESTONES);
        uint256 sum = 0;
        for (uint256 i = 0; i < count; i++) {
            if (newTask.milestoneAmounts[i] == 0) revert EmptyMilestone(i);
            sum = Math.saturatingAdd(sum, newTask.milestoneAmounts[i]);
        }
        if (sum != newTask.totalAmount) revert MilestoneSumWrong(sum, newTask.totalAmount);
        uint256 latest = block.timestamp + _windows.maxHorizon;
        if (newTask.deadline <= block.timestamp || newTask.deadline > latest) {
            revert BadDeadline(newTask.deadline, block.timestamp, latest);
        }
        if (newTask.reviewWindow < _windows.minReview || newTask.reviewWindow > _windows.maxReview) {
            revert BadReviewWindow(newTask.reviewWindow, _windows.minReview, _windows.maxReview);
        }
        if (newTask.criteriaHash == 0) revert CriteriaHashMissing();
    }

    /// Checks that terms are for this market, from the caller, fresh and signed by their worker.
    function _requireAccepted(TaskTerms calldata terms, bytes calldata signature)
        private
        view
        returns (bytes32 digest)
    {
        if (terms.negotiationId == 0) revert NegotiationIdMissing();
        string memory expected = _market.toString();
        if (keccak256(bytes(terms.market)) != keccak256(bytes(expected))) {
            revert TermsForOtherMarket(terms.market, expected);
        }
        address tok = address(_links.tok);
        if (terms.token != tok) revert TermsForOtherToken(terms.token, tok);
        if (terms.poster != msg.sender) revert TermsForOtherPoster(terms.poster, msg.sender);
        if (terms.worker == msg.sender) revert OwnTask(0, msg.sender);
        digest = termsDigest(terms);
        if (termsUsed[digest]) revert TermsUsed(digest);
        if (!SignatureChecker.isValidSignatureNow(terms.worker, digest, signature)) {
            revert BadWorkerSignature(terms.worker, digest);
        }
    }

    function _requireCode(address link) private view {
        if (link.code.length == 0) revert LinkWithoutCode(link);
    }

    function _deadline(Task storage stored) private view returns (uint256) {
        return uint256(stored.deadline) + stored.extension;
    }

    function _fundingEnds(Task storage stored) private view returns (uint256) {
        return uint256(stored.claimedAt) + _windows.funding;
    }

    /// After this time anyone may expire the task, as it stands now.
    function _timeLimit(Task storage stored) private view returns (uint256) {
        if (stored.state == TaskState.PAUSED) return uint256(stored.pausedAt) + _windows.pause;
        if (stored.state == TaskState.CLAIMED) return Math.min(_deadline(stored), _fundingEnds(stored));
        return _deadline(stored);
    }

    function _locked(Task storage stored) private view returns (uint256) {
        return uint256(stored.funded) - stored.released - stored.refunded;
    }

    /// Half of the milestone that is delivered or in work.
    function _halfDue(Task storage stored) private view returns (uint256) {
        return stored.milestoneAmounts[stored.milestonesReleased] / 2;
    }

    function _isBelowFloor(address party) private view returns (bool) {
        return _links.depositVault.depositOf(party) < _links.depositVault.floorDeposit();
    }

    function _matches(Filter calldata filter, Task storage stored) private view returns (bool) {
        if (filter.poster != address(0) && stored.poster != filter.poster) return false;
        if (filter.worker != address(0) && stored.worker != filter.worker) return false;
        return filter.stateMask == 0 || (filter.stateMask >> uint256(stored.state)) & 1 == 1;
    }

    /// Cuts a range of ids to the tasks that exist; `end` is not included.
    function _range(uint256 from, uint256 count) private view returns (uint256 first, uint256 end) {
        first = Math.max(from, 1);
        end = Math.min(Math.saturatingAdd(first, count), taskCount + 1);
        if (end < first) end = first;
    }

    function _terms(uint256 taskId, Task storage stored) private view returns (TaskTerms memory terms) {
        uint256 first = stored.firstMilestone;
        uint256[] memory amounts = new uint256[](stored.milestoneAmounts.length - first);
        for (uint256 i = 0; i < amounts.length; i++) {
            amounts[i] = stored.milestoneAmounts[first + i];
            terms.totalAmount += amounts[i];
        }
        terms.negotiationId = stored.negotiationId;
        terms.market = _market.toString();
        terms.poster = stored.poster;
        terms.worker = stored.worker;
        terms.token = address(_links.tok);
        terms.milestoneAmounts = amounts;
        terms.deadline = stored.deadline;
        terms.reviewWindow = stored.reviewWindow;
        terms.criteriaHash = stored.criteriaHash;
        terms.salt = stored.direct ? stored.salt : taskId;
    }

    function _view(uint256 taskId) private view returns (TaskView memory shown) {
        Task storage stored = _load(taskId);
        shown.id = taskId;
        shown.poster = stored.poster;
        shown.worker = stored.worker;
        shown.state = stored.state;
        shown.resumesTo = stored.resumesTo;
        shown.firstMilestone = stored.firstMilestone;
        shown.milestonesReleased = stored.milestonesReleased;
        shown.reviewWindow = stored.reviewWindow;
        shown.createdAt = stored.createdAt;
        shown.claimedAt = stored.claimedAt;
        shown.deliveredAt = stored.deliveredAt;
        shown.pausedAt = stored.pausedAt;
        shown.deadline = uint40(_deadline(stored));
        shown.total = stored.total;
        shown.funded = stored.funded;
        shown.released = stored.released;
        shown.refunded = stored.refunded;
        shown.negotiationId = stored.negotiationId;
        shown.criteriaHash = stored.criteriaHash;
        shown.settlementDigest = stored.settlementDigest;
        shown.receiptHash = stored.receiptHash;
        shown.milestoneAmounts = new uint256[](stored.milestoneAmounts.length);
        for (uint256 i = 0; i < shown.milestoneAmounts.length; i++) {
            shown.milestoneAmounts[i] = stored.milestoneAmounts[i];
        }
        (shown.visibility, shown.scopeText) = _links.scopeRegistry.scopeOf(taskId);
    }
}
