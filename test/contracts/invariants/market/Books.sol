// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IArbitration} from "../../../../contracts/interfaces/IArbitration.sol";
import {ITaskRegistry, TaskState} from "../../../../contracts/interfaces/ITaskRegistry.sol";
import {Market} from "./Market.sol";

/// @notice What everybody must own and every task must be, kept apart from the contracts and compared with them.
abstract contract Books is Market {
    /// What is worth knowing of a task before looking at it.
    /// @param edge Last second of the window the task is in; zero for one that has ended.
    struct Mark {
        TaskState state;
        Phase phase;
        bool fullyFunded;
        uint40 deadline;
        uint40 edge;
    }

    /// Where a dispute is in its tier.
    enum Phase {
        NONE,
        SEATING,
        RULING,
        APPEAL,
        LAST_APPEAL
    }

    /// The first rule that was broken; empty while all is well.
    string internal broken;
    /// How many calls went through.
    uint256 internal calls;

    /// What a wallet has and what the escrow owes it.
    mapping(address wallet => uint256) internal tokOf;
    mapping(address wallet => uint256) internal usdcOf;
    mapping(address person => uint256) internal depositOf;
    mapping(address person => uint256) internal liveTasksOf;
    mapping(address person => uint256) internal bondOf;
    mapping(address person => uint256) internal seatsOf;
    mapping(address person => uint256) internal stakeOf;
    uint256 internal heldForTasks;
    uint256 internal bonded;
    uint256 internal slashed;
    uint256 internal staked;
    uint256 internal rewardReserve;
    uint256 internal creditsSpent;

    /// One more than there are tasks: numbers begin with 1.
    Mark[] internal marks;
    /// Numbers of the tasks that have not ended.
    uint256[] internal live;
    mapping(uint256 taskId => bytes32) internal fingerprintOf;
    mapping(uint256 taskId => mapping(address person => bool)) internal satOn;

    modifier counted() {
        calls++;
        _;
    }

    constructor() {
        marks.push();
    }

    /// A task as it stands, and the hash of all that can be seen of it.
    function _look(uint256 taskId) internal view returns (ITaskRegistry.TaskView memory task, bytes32 fingerprint) {
        (, bytes memory seen) = address(registry).staticcall(abi.encodeCall(ITaskRegistry.task, (taskId)));
        return (abi.decode(seen, (ITaskRegistry.TaskView)), keccak256(seen));
    }

    /// Compares a task with itself and with the escrow, and remembers it.
    function _remember(ITaskRegistry.TaskView memory task, bytes32 fingerprint) internal {
        uint256 held = task.funded - task.released - task.refunded;
        _expect(escrow.heldFor(task.id) == held, "task: the escrow holds another sum");
        _expect(task.funded <= task.total, "task: funded above the total");
        uint256 paid = 0;
        for (uint256 i = 0; i < task.milestonesReleased; i++) {
            paid += task.milestoneAmounts[i];
        }
        bool split = task.state == TaskState.RESOLVED || task.state == TaskState.EXPIRED;
        _expect(task.released == paid || split, "task: released differs from its paid milestones");
        _expect(task.released >= paid, "task: its end took back a paid milestone");
        _expect(held == 0 || !_isFinal(task.state), "task: final and still holds money");
        bool completed = task.state == TaskState.COMPLETED;
        _expect(task.released == task.total || !completed, "task: completed and not fully paid");

        if (_isFinal(task.state)) _bury(task.id);
        fingerprintOf[task.id] = fingerprint;
        Phase phase = task.state == TaskState.DISPUTED ? _phaseOf(arbitration.disputeOf(task.id)) : Phase.NONE;
        marks[task.id] = Mark(task.state, phase, task.funded == task.total, task.deadline, uint40(_edgeOf(task)));
    }

    /// Last second before a task can be expired, released or settled; zero for one that has ended.
    function _edgeOf(ITaskRegistry.TaskView memory task) internal view returns (uint256) {
        if (_isFinal(task.state)) return 0;
        if (task.state == TaskState.DISPUTED) return _tierEndsAt(arbitration.disputeOf(task.id));
        if (task.state == TaskState.DELIVERED) return uint256(task.deliveredAt) + task.reviewWindow;
        if (task.state == TaskState.PAUSED) return uint256(task.pausedAt) + PAUSE_WINDOW;
        uint256 fundingEnds = uint256(task.claimedAt) + FUNDING_WINDOW;
        if (task.state == TaskState.CLAIMED && fundingEnds < task.deadline) return fundingEnds;
        return task.deadline;
    }

    function _tierEndsAt(IArbitration.Dispute memory dispute) internal pure returns (uint256) {
        if (dispute.appealUntil != 0) return dispute.appealUntil;
        return dispute.arbitrator != address(0) ? dispute.ruleBy : dispute.seatBy;
    }

    function _bury(uint256 taskId) private {
        uint256 i = 0;
        while (live[i] != taskId) i++;
        live[i] = live[live.length - 1];
        live.pop();
    }

    function _expect(bool holds, string memory rule) internal {
        if (!holds && bytes(broken).length == 0) broken = rule;
    }

    function _isFinal(TaskState state) internal pure returns (bool) {
        return state >= TaskState.COMPLETED;
    }

    function _phaseOf(IArbitration.Dispute memory dispute) private pure returns (Phase) {
        if (dispute.appealUntil != 0) return dispute.tier == 3 ? Phase.LAST_APPEAL : Phase.APPEAL;
        return dispute.arbitrator != address(0) ? Phase.RULING : Phase.SEATING;
    }
}
