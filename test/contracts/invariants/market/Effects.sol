// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IArbitration} from "../../../../contracts/interfaces/IArbitration.sol";
import {ITaskRegistry, TaskState} from "../../../../contracts/interfaces/ITaskRegistry.sol";
import {vm} from "../support/InvariantSuite.sol";
import {Act, Action, encodeAct} from "./Act.sol";
import {Rules} from "./Rules.sol";

/// @notice Makes a call, compares its outcome with the table, and writes what it must have done into the books.
abstract contract Effects is Rules {
    /// What a call moves: from the poster into the task, from the task to its worker, back to its poster.
    struct Flow {
        uint256 funded;
        uint256 released;
        uint256 refunded;
    }

    /// Makes a call on a task as it stands and answers whether the market let it through.
    function _do(Act memory act, ITaskRegistry.TaskView memory before) internal returns (bool) {
        return _do(act, before, _allows(act, before));
    }

    /// The same, for a caller who knows what the table says.
    function _do(Act memory act, ITaskRegistry.TaskView memory before, bool allowed) internal returns (bool done) {
        Flow memory flow;
        if (allowed) flow = _flow(act, before);
        bool waived = _costsFee(act.action) && _hasCredit(act.by);

        address target = act.action >= Action.DISPUTE ? address(arbitration) : address(registry);
        if (act.action == Action.SETTLE && allowed) _bookSettlement(act.taskId, before);
        vm.prank(act.by);
        (done,) = target.call(encodeAct(act));
        _expect(!done || allowed, "table: a forbidden call worked");
        _expect(done || !allowed, "table: an allowed call was refused");
        if (!done || !allowed) return done;

        if (_costsFee(act.action)) _bookFee(act.by, waived);
        if (act.action == Action.RESUME) _bookTopUp(act.by, act.other, act.number);
        if (act.action == Action.PROPOSE) _bookSeat(act.taskId);
        if (act.action == Action.RULE) seatsOf[act.by]--;
        _bookTask(act, before, flow);
    }

    /// Books a task that has just been made.
    function _bookNew(address poster, address worker, bool waived) internal {
        marks.push();
        live.push(marks.length - 1);
        (ITaskRegistry.TaskView memory task, bytes32 fingerprint) = _look(marks.length - 1);
        TaskState state = worker == address(0) ? TaskState.POSTED : TaskState.CLAIMED;
        _expect(task.state == state, "new task: wrong state");
        _expect(task.poster == poster && task.worker == worker, "new task: wrong parties");
        _expect(task.funded == 0 && task.released == 0 && task.refunded == 0, "new task: has moved money");
        liveTasksOf[poster]++;
        if (worker != address(0)) liveTasksOf[worker]++;
        _bookFee(poster, waived);
        _remember(task, fingerprint);
    }

    function _bookTopUp(address payer, address person, uint256 amount) internal {
        usdcOf[payer] -= amount;
        depositOf[person] += amount;
    }

    function _bookFee(address payer, bool waived) private {
        if (waived) {
            creditsSpent += 1e18;
        } else {
            tokOf[payer] -= ACCESS_FEE;
            tokOf[TREASURY] += ACCESS_FEE;
        }
    }

    function _bookSeat(uint256 taskId) private {
        address arbitrator = arbitration.disputeOf(taskId).arbitrator;
        if (arbitrator == address(0)) return;
        satOn[taskId][arbitrator] = true;
        seatsOf[arbitrator]++;
    }

    /// Books the fees of the arbitrators who ruled, and what one who did not come loses.
    function _bookSettlement(uint256 taskId, ITaskRegistry.TaskView memory task) private {
        IArbitration.Dispute memory dispute = arbitration.disputeOf(taskId);
        uint256 workerBps = _lastRuling(dispute);
        for (uint256 i = 0; i < dispute.rulings.length; i++) {
            uint256 fee = RULING_FEE * 2 ** i;
            uint256 workerPays = workerBps == 5_000 ? fee / 2 : workerBps < 5_000 ? fee : 0;
            _bookCharge(task.worker, dispute.rulings[i].arbitrator, workerPays);
            _bookCharge(task.poster, dispute.rulings[i].arbitrator, fee - workerPays);
        }
        if (dispute.arbitrator == address(0) || dispute.appealUntil != 0) return;

        uint256 bond = bondOf[dispute.arbitrator];
        uint256 lost = bond < NO_SHOW_PENALTY ? bond : NO_SHOW_PENALTY;
        seatsOf[dispute.arbitrator]--;
        bondOf[dispute.arbitrator] -= lost;
        bonded -= lost;
        slashed += lost;
    }

    function _bookCharge(address from, address to, uint256 amount) private {
        uint256 charged = amount < depositOf[from] ? amount : depositOf[from];
        depositOf[from] -= charged;
        depositOf[to] += charged;
    }

    function _bookTask(Act memory act, ITaskRegistry.TaskView memory before, Flow memory flow) private {
        (ITaskRegistry.TaskView memory task, bytes32 fingerprint) = _look(act.taskId);
        _expect(task.state == _next(act, before), "table: the call led to another state");
        _expect(task.resumesTo == _resumesAfter(act, before), "table: the call forgot the state before");
        _expect(task.poster == before.poster && task.total == before.total, "task: poster or total changed");
        _expect(task.worker == _workerAfter(act, before), "task: another worker than the table says");
        uint256 milestones = _milestonesAfter(act, before);
        _expect(task.milestonesReleased == milestones, "task: another milestone than the table says");
        _expect(task.deadline == _deadlineAfter(act, before, task.state), "task: the deadline is wrong");
        _expect(task.funded == before.funded + flow.funded, "task: funded is wrong");
        _expect(task.released == before.released + flow.released, "task: released is wrong");
        _expect(task.refunded == before.refunded + flow.refunded, "task: refunded is wrong");

        tokOf[before.poster] = tokOf[before.poster] + flow.refunded - flow.funded;
        tokOf[before.worker] += flow.released;
        heldForTasks = heldForTasks + flow.funded - flow.released - flow.refunded;
        if (_isFinal(task.state)) liveTasksOf[before.poster]--;
        if (before.worker == address(0) && task.worker != address(0)) liveTasksOf[task.worker]++;
        bool freed = task.worker == address(0) || _isFinal(task.state);
        if (before.worker != address(0) && freed) liveTasksOf[before.worker]--;
        _remember(task, fingerprint);
    }

    function _flow(Act memory act, ITaskRegistry.TaskView memory task) private view returns (Flow memory flow) {
        uint256 held = task.funded - task.released - task.refunded;
        if (act.action == Action.FUND) flow.funded = act.number;
        if (act.action == Action.COMPLETE) flow.released = held;
        if (act.action == Action.ACCEPT || act.action == Action.RELEASE) flow.released = _milestoneDue(task);
        if (act.action == Action.CANCEL) flow.refunded = held;
        if (act.action == Action.EXPIRE) flow.released = _shareOfExpired(task);
        if (act.action == Action.SETTLE) flow.released = _shareOfSettled(task, held);
        if (act.action == Action.EXPIRE || act.action == Action.SETTLE) flow.refunded = held - flow.released;
    }

    /// A poster who let a pause run out while work was under way pays half of the milestone in work.
    function _shareOfExpired(ITaskRegistry.TaskView memory task) private view returns (uint256) {
        bool working = task.state == TaskState.PAUSED && task.resumesTo == TaskState.ACTIVE;
        return working && depositOf[task.worker] >= FLOOR ? _milestoneDue(task) / 2 : 0;
    }

    /// Without a ruling the milestone in question is halved, unless the worker disputed empty-handed.
    function _shareOfSettled(ITaskRegistry.TaskView memory task, uint256 held) private view returns (uint256) {
        IArbitration.Dispute memory dispute = arbitration.disputeOf(task.id);
        if (dispute.rulings.length != 0) return held * _lastRuling(dispute) / 10_000;
        bool empty = task.resumesTo == TaskState.ACTIVE && dispute.opener == task.worker;
        return empty ? 0 : _milestoneDue(task) / 2;
    }

    function _milestoneDue(ITaskRegistry.TaskView memory task) private pure returns (uint256) {
        bool left = task.milestonesReleased < task.milestoneAmounts.length;
        return left ? task.milestoneAmounts[task.milestonesReleased] : 0;
    }

    /// State a task goes back to after a call, as the table says.
    function _resumesAfter(Act memory act, ITaskRegistry.TaskView memory task) private pure returns (TaskState) {
        if (act.action == Action.PAUSE || act.action == Action.DISPUTE) return task.state;
        return act.action == Action.RESUME || act.action == Action.EXPIRE || act.action == Action.SETTLE
            ? TaskState.NONE
            : task.resumesTo;
    }

    function _workerAfter(Act memory act, ITaskRegistry.TaskView memory task) private pure returns (address) {
        if (act.action == Action.CLAIM) return act.by;
        return act.action == Action.LEAVE || act.action == Action.DISMISS ? address(0) : task.worker;
    }

    function _milestonesAfter(Act memory act, ITaskRegistry.TaskView memory task) private pure returns (uint256) {
        if (act.action == Action.COMPLETE) return task.milestoneAmounts.length;
        bool one = act.action == Action.ACCEPT || act.action == Action.RELEASE;
        return one ? task.milestonesReleased + 1 : task.milestonesReleased;
    }

    /// A pause, and a review that leads to another milestone, move the deadline by their length.
    function _deadlineAfter(Act memory act, ITaskRegistry.TaskView memory task, TaskState state)
        private
        view
        returns (uint256)
    {
        if (act.action == Action.RESUME) {
            uint256 paused = block.timestamp - task.pausedAt;
            return task.deadline + (paused < PAUSE_WINDOW ? paused : PAUSE_WINDOW);
        }
        bool reviewed = act.action == Action.ACCEPT || act.action == Action.RELEASE;
        if (!reviewed || state != TaskState.ACTIVE) return task.deadline;
        return task.deadline + (block.timestamp - task.deliveredAt);
    }

    /// The ruling that stands; zero if there is none.
    function _lastRuling(IArbitration.Dispute memory dispute) private pure returns (uint256) {
        uint256 rulings = dispute.rulings.length;
        return rulings == 0 ? 0 : dispute.rulings[rulings - 1].workerBps;
    }
}
