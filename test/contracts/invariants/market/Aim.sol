// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IArbitration} from "../../../../contracts/interfaces/IArbitration.sol";
import {ITaskRegistry, TaskState} from "../../../../contracts/interfaces/ITaskRegistry.sol";
import {vm} from "../support/InvariantSuite.sol";
import {Act, Action} from "./Act.sol";
import {Effects} from "./Effects.sol";

/// @notice Turns a random number into a call, mostly one that the table allows.
abstract contract Aim is Effects {
    /// Makes a call that the table allows on some task, or discards the number if there is none.
    function _aim(Action action, uint256 seed) internal {
        _aim(action, seed, _statesFor(action));
    }

    /// The same, for tasks in some states only.
    function _aim(Action action, uint256 seed, uint256 states) internal {
        uint256 count = live.length;
        uint256 start = _draw(seed, "task", count);
        for (uint256 i = 0; i < count; i++) {
            uint256 id = live[(start + i) % count];
            Mark memory mark = marks[id];
            if (!_hasState(states, mark.state) || !_maySuit(action, mark)) continue;
            ITaskRegistry.TaskView memory task = registry.task(id);
            Act memory act = _suggest(action, seed, task);
            if (!_allows(act, task)) continue;
            _do(act, task, true);
            return;
        }
        vm.assume(false);
    }

    /// The likeliest way to make a call on a task.
    function _suggest(Action action, uint256 seed, ITaskRegistry.TaskView memory task)
        internal
        view
        returns (Act memory act)
    {
        act.action = action;
        act.taskId = task.id;
        act.hash = keccak256(abi.encode(seed));
        act.by = _suggestCaller(action, seed, task);
        if (action == Action.FUND) {
            uint256 missing = task.total - task.funded;
            act.number = _draw(seed, "whole", 4) != 0 ? missing : 1 + _draw(seed, "part", missing);
            act.expected = task.funded + act.number;
        }
        if (action == Action.SUBMIT || action == Action.ACCEPT) act.number = task.milestonesReleased;
        if (action == Action.RESUME) {
            act.other = depositOf[task.poster] < FLOOR ? task.poster : task.worker;
            uint256 has = depositOf[act.other];
            act.number = has < FLOOR ? FLOOR - has + _draw(seed, "more", 3) : 0;
        }
        if (action == Action.START) act.other = task.worker;
        if (action == Action.PROPOSE) (act.by, act.other) = _suggestArbitrator(seed, task);
        if (action == Action.RULE) {
            uint256 kind = _draw(seed, "ruling", 5);
            act.number = kind < 3 ? kind * 5_000 : _draw(seed, "bps", 10_001);
        }
    }

    /// Discards three seeds of four, so that one call does not crowd out others.
    function _rarely(uint256 seed) internal pure {
        vm.assume(_draw(seed, "rarely", 4) == 0);
    }

    function _person(uint256 seed) internal view returns (address) {
        return people[_draw(seed, "person", people.length)];
    }

    /// A number below `size`, decided by the seed and a name.
    function _draw(uint256 seed, bytes32 name, uint256 size) internal pure returns (uint256) {
        if (size == 0) return 0;
        assembly ("memory-safe") {
            mstore(0, seed)
            mstore(32, name)
            size := mod(keccak256(0, 64), size)
        }
        return size;
    }

    /// Rules out most tasks that a call cannot be for, without looking at them.
    function _maySuit(Action action, Mark memory mark) internal view returns (bool) {
        if (action == Action.FUND && mark.fullyFunded) return false;
        if (action == Action.START && !mark.fullyFunded) return false;
        if (action == Action.RELEASE || action == Action.EXPIRE) return block.timestamp > mark.edge;
        if (_hasDeadline(action)) return block.timestamp <= mark.deadline;
        if (action == Action.DISMISS || action == Action.PAUSE) return block.timestamp <= mark.edge;
        if (action == Action.PROPOSE) return mark.phase == Phase.SEATING && block.timestamp <= mark.edge;
        if (action == Action.RULE) return mark.phase == Phase.RULING && block.timestamp <= mark.edge;
        if (action == Action.ESCALATE) return mark.phase == Phase.APPEAL && block.timestamp <= mark.edge;
        return true;
    }

    function _suggestCaller(Action action, uint256 seed, ITaskRegistry.TaskView memory task)
        private
        view
        returns (address)
    {
        if (action == Action.SUBMIT || action == Action.LEAVE) return task.worker;
        if (action == Action.RULE) return arbitration.disputeOf(task.id).arbitrator;
        if (action == Action.RESUME || action == Action.DISPUTE || action == Action.ESCALATE) {
            return _draw(seed, "party", 2) == 0 ? task.poster : task.worker;
        }
        if (_isForAnyone(action)) return _person(seed);
        if (action != Action.CLAIM && action != Action.REGISTER) return task.poster;

        uint256 start = _draw(seed, "person", people.length);
        for (uint256 i = 0; i < people.length; i++) {
            address person = people[(start + i) % people.length];
            if (_isParty(person, task)) continue;
            if (action == Action.CLAIM && depositOf[person] >= ENTRY && _canPayFee(person)) return person;
            if (action == Action.REGISTER && bondOf[person] >= MIN_BOND && !arbitration.isRegistered(task.id, person)) {
                return person;
            }
        }
        return people[start];
    }

    /// Mostly lets a party agree with what the other party has chosen.
    function _suggestArbitrator(uint256 seed, ITaskRegistry.TaskView memory task)
        private
        view
        returns (address by, address arbitrator)
    {
        IArbitration.Dispute memory dispute = arbitration.disputeOf(task.id);
        if (_draw(seed, "agree", 8) != 0) {
            if (dispute.posterChoice != address(0)) return (task.worker, dispute.posterChoice);
            if (dispute.workerChoice != address(0)) return (task.poster, dispute.workerChoice);
        }
        by = _draw(seed, "party", 2) == 0 ? task.poster : task.worker;
        address[] memory pool = arbitration.poolOf(task.id, 0, people.length);
        uint256 start = _draw(seed, "pool", pool.length);
        for (uint256 i = 0; i < pool.length; i++) {
            arbitrator = pool[(start + i) % pool.length];
            if (!satOn[task.id][arbitrator]) return (by, arbitrator);
        }
    }
}
