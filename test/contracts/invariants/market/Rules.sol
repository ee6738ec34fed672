// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IArbitration} from "../../../../contracts/interfaces/IArbitration.sol";
import {ITaskRegistry, TaskState} from "../../../../contracts/interfaces/ITaskRegistry.sol";
import {Act, Action} from "./Act.sol";
import {Checks} from "./Checks.sol";

/// @notice The table of a task's life: who may do what, when, and where it leads.
/// @dev Written from the manual, not from the contracts, so that each can be wrong without the other.
abstract contract Rules is Checks {
    /// Whether the market must let a call through; all others it must refuse.
    function _allows(Act memory act, ITaskRegistry.TaskView memory task) internal view returns (bool) {
        Action action = act.action;
        if (!_hasState(_statesFor(action), task.state)) return false;
        if (!_mayAct(act, task)) return false;
        if (_hasDeadline(action) && block.timestamp > task.deadline) return false;
        if (_costsFee(action) && !_canPayFee(act.by)) return false;

        if (action == Action.CLAIM) return depositOf[act.by] >= ENTRY && depositOf[task.poster] >= FLOOR;
        if (action == Action.FUND) return _allowsFunding(act, task);
        if (action == Action.START) return task.funded == task.total && act.other == task.worker;
        if (action == Action.SUBMIT) return act.number == task.milestonesReleased && act.hash != 0;
        if (action == Action.ACCEPT) return act.number == task.milestonesReleased;
        if (action == Action.RELEASE) return block.timestamp > _edgeOf(task);
        if (action == Action.DISMISS) return block.timestamp <= _edgeOf(task);
        if (action == Action.PAUSE) return block.timestamp <= _edgeOf(task) && _isUncovered(task);
        if (action == Action.EXPIRE) {
            return block.timestamp > _edgeOf(task) && (task.state != TaskState.PAUSED || _isUncovered(task));
        }
        if (action == Action.RESUME) return _allowsResuming(act, task);
        if (action == Action.DISPUTE) return _allowsDispute(act, task);
        if (action >= Action.REGISTER) return _allowsInDispute(act, arbitration.disputeOf(act.taskId));
        return true;
    }

    /// States a task can be in for a call, as a mask.
    function _statesFor(Action action) internal pure returns (uint256) {
        if (action == Action.CLAIM || action == Action.CANCEL) return _mask(TaskState.POSTED);
        if (action == Action.FUND) return _mask(TaskState.POSTED) | _mask(TaskState.CLAIMED);
        if (action == Action.START || action == Action.DISMISS) return _mask(TaskState.CLAIMED);
        if (action == Action.SUBMIT) return _mask(TaskState.ACTIVE);
        if (action == Action.ACCEPT || action == Action.RELEASE) return _mask(TaskState.DELIVERED);
        if (action == Action.COMPLETE || action == Action.DISPUTE) {
            return _mask(TaskState.ACTIVE) | _mask(TaskState.DELIVERED);
        }
        if (action == Action.LEAVE || action == Action.PAUSE) return _mask(TaskState.CLAIMED) | _mask(TaskState.ACTIVE);
        if (action == Action.EXPIRE) {
            return _mask(TaskState.POSTED) | _mask(TaskState.CLAIMED) | _mask(TaskState.ACTIVE)
                | _mask(TaskState.PAUSED);
        }
        if (action == Action.RESUME) return _mask(TaskState.PAUSED);
        return _mask(TaskState.DISPUTED);
    }

    /// State of a task after a call.
    function _next(Act memory act, ITaskRegistry.TaskView memory task) internal pure returns (TaskState) {
        Action action = act.action;
        if (action == Action.CLAIM) return TaskState.CLAIMED;
        if (action == Action.START) return TaskState.ACTIVE;
        if (action == Action.SUBMIT) return TaskState.DELIVERED;
        if (action == Action.ACCEPT || action == Action.RELEASE) {
            bool last = task.milestonesReleased + 1 == task.milestoneAmounts.length;
            return last ? TaskState.COMPLETED : TaskState.ACTIVE;
        }
        if (action == Action.COMPLETE) return TaskState.COMPLETED;
        if (action == Action.LEAVE || action == Action.DISMISS) return TaskState.POSTED;
        if (action == Action.CANCEL) return TaskState.CANCELLED;
        if (action == Action.EXPIRE) return TaskState.EXPIRED;
        if (action == Action.PAUSE) return TaskState.PAUSED;
        if (action == Action.RESUME) return task.resumesTo;
        if (action == Action.DISPUTE) return TaskState.DISPUTED;
        if (action == Action.SETTLE) return TaskState.RESOLVED;
        return task.state;
    }

    /// Whether a call can only be made until the deadline.
    function _hasDeadline(Action action) internal pure returns (bool) {
        return action <= Action.SUBMIT || action == Action.LEAVE;
    }

    /// Whether the deposit of a party is below the floor.
    function _isUncovered(ITaskRegistry.TaskView memory task) internal view returns (bool) {
        return depositOf[task.poster] < FLOOR || depositOf[task.worker] < FLOOR;
    }

    function _isForAnyone(Action action) internal pure returns (bool) {
        return action == Action.RELEASE || action == Action.EXPIRE || action == Action.PAUSE || action == Action.SETTLE;
    }

    function _costsFee(Action action) internal pure returns (bool) {
        return action == Action.CLAIM || action == Action.LEAVE || action == Action.DISMISS;
    }

    function _canPayFee(address person) internal view returns (bool) {
        return _hasCredit(person) || tok.balanceOf(person) >= ACCESS_FEE;
    }

    function _hasCredit(address person) internal view returns (bool) {
        return staking.accountOf(person).credits >= 1e18;
    }

    function _isParty(address person, ITaskRegistry.TaskView memory task) internal pure returns (bool) {
        return person == task.poster || person == task.worker;
    }

    function _mask(TaskState state) internal pure returns (uint256) {
        return 1 << uint256(state);
    }

    function _hasState(uint256 mask, TaskState state) internal pure returns (bool) {
        return mask & _mask(state) != 0;
    }

    function _mayAct(Act memory act, ITaskRegistry.TaskView memory task) private pure returns (bool) {
        Action action = act.action;
        if (action == Action.CLAIM) return act.by != task.poster;
        if (action == Action.SUBMIT || action == Action.LEAVE) return act.by == task.worker;
        if (action == Action.REGISTER) return !_isParty(act.by, task);
        if (
            action == Action.RESUME || action == Action.DISPUTE || action == Action.PROPOSE
                || action == Action.ESCALATE
        ) return _isParty(act.by, task);
        // The seated arbitrator is looked up with the rest of the dispute.
        return _isForAnyone(action) || action == Action.RULE || act.by == task.poster;
    }

    function _allowsFunding(Act memory act, ITaskRegistry.TaskView memory task) private view returns (bool) {
        if (act.number == 0 || act.number > task.total - task.funded) return false;
        return task.funded + act.number == act.expected && tok.balanceOf(act.by) >= act.number;
    }

    function _allowsResuming(Act memory act, ITaskRegistry.TaskView memory task) private view returns (bool) {
        if (!_isParty(act.other, task) || usdc.balanceOf(act.by) < act.number) return false;
        uint256 posterHas = depositOf[task.poster] + (act.other == task.poster ? act.number : 0);
        uint256 workerHas = depositOf[task.worker] + (act.other == task.worker ? act.number : 0);
        return posterHas >= FLOOR && workerHas >= FLOOR;
    }

    function _allowsDispute(Act memory act, ITaskRegistry.TaskView memory task) private view returns (bool) {
        if (act.hash == 0) return false;
        if (task.state == TaskState.ACTIVE) return block.timestamp <= task.deadline;
        return act.by == task.worker || block.timestamp <= uint256(task.deliveredAt) + task.reviewWindow;
    }

    function _allowsInDispute(Act memory act, IArbitration.Dispute memory dispute) private view returns (bool) {
        if (act.action == Action.REGISTER) {
            return bondOf[act.by] >= MIN_BOND && !arbitration.isRegistered(act.taskId, act.by);
        }
        if (act.action == Action.PROPOSE) {
            return dispute.arbitrator == address(0) && block.timestamp <= dispute.seatBy
                && bondOf[act.other] >= MIN_BOND + seatsOf[act.other] * NO_SHOW_PENALTY
                && arbitration.isRegistered(act.taskId, act.other) && !satOn[act.taskId][act.other];
        }
        if (act.action == Action.RULE) {
            return act.by == dispute.arbitrator && dispute.appealUntil == 0 && block.timestamp <= dispute.ruleBy
                && act.number <= 10_000;
        }
        if (act.action == Action.ESCALATE) {
            return dispute.appealUntil != 0 && dispute.tier < 3 && block.timestamp <= dispute.appealUntil
                && act.hash != 0;
        }
        return block.timestamp > _tierEndsAt(dispute);
    }
}
