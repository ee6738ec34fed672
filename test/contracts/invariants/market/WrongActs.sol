// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IArbitration} from "../../../../contracts/interfaces/IArbitration.sol";
import {IBound} from "../../../../contracts/interfaces/IBound.sol";
import {IDepositVault} from "../../../../contracts/interfaces/IDepositVault.sol";
import {IEscrowVault} from "../../../../contracts/interfaces/IEscrowVault.sol";
import {AccessAction, IPaymentGateway} from "../../../../contracts/interfaces/IPaymentGateway.sol";
import {IPricingPolicy} from "../../../../contracts/interfaces/IPricingPolicy.sol";
import {IReputation} from "../../../../contracts/interfaces/IReputation.sol";
import {IScopeRegistry, Visibility} from "../../../../contracts/interfaces/IScopeRegistry.sol";
import {IStakingVault} from "../../../../contracts/interfaces/IStakingVault.sol";
import {ITaskRegistry, TaskState} from "../../../../contracts/interfaces/ITaskRegistry.sol";
import {vm} from "../support/InvariantSuite.sol";
import {Act, Action} from "./Act.sol";
import {Aim} from "./Aim.sol";

/// @notice Calls nobody advised: any action of anybody on any task, and doors that are closed to wallets.
abstract contract WrongActs is Aim {
    /// @notice Does anything to any task as anybody; the table says whether it works.
    function tryAnything(uint256 seed) external counted {
        Action action = Action(_draw(seed, "action", uint256(type(Action).max) + 1));
        uint256 taskId = 1 + _draw(seed, "task", marks.length - 1);
        ITaskRegistry.TaskView memory task = registry.task(taskId);
        Act memory act = _suggest(action, seed, task);
        uint256 twist = _draw(seed, "twist", 5);
        if (twist == 0) act.by = _person(seed);
        if (twist == 1) act.number = _draw(seed, "number", 4) == 0 ? type(uint256).max : act.number + 1;
        if (twist == 2) act.other = people[_draw(seed, "other", people.length)];
        if (twist == 3) act.hash = 0;
        if (act.by == address(0)) act.by = _person(seed);
        _do(act, task);
    }

    /// @notice Takes a call that would work, makes one thing of it wrong, and expects a refusal.
    function nearMiss(uint256 seed) external counted {
        vm.assume(live.length != 0);
        uint256 taskId = live[_draw(seed, "task", live.length)];
        ITaskRegistry.TaskView memory task = registry.task(taskId);
        Act memory act = _findAllowed(seed, task, marks[taskId]);
        uint256 twist = _draw(seed, "twist", 8);
        if (twist == 0) act.number++;
        else if (twist == 1) act.other = people[_draw(seed, "other", people.length)];
        else if (twist == 2) act.hash = 0;
        else act.by = people[_draw(seed, "by", people.length)];
        vm.assume(!_allows(act, task));
        _do(act, task, false);
    }

    /// @notice Goes to the last second of a window and tries what only the next second allows.
    function tryAtEdge(uint256 seed) external counted {
        vm.assume(live.length != 0);
        uint256 id = live[_draw(seed, "task", live.length)];
        Mark memory mark = marks[id];
        bool longWindow = mark.state == TaskState.POSTED || mark.state == TaskState.ACTIVE;
        vm.assume(mark.edge >= block.timestamp && (!longWindow || _draw(seed, "long", 8) == 0));
        vm.warp(mark.edge);
        Act memory act;
        act.action = mark.state == TaskState.DISPUTED
            ? Action.SETTLE
            : mark.state == TaskState.DELIVERED ? Action.RELEASE : Action.EXPIRE;
        act.taskId = id;
        act.by = _person(seed);
        _do(act, registry.task(id));
    }

    /// @notice Knocks at a door that only another contract or the owner may use.
    function trespass(uint256 seed) external counted {
        address person = _person(seed);
        address victim = people[_draw(seed, "victim", people.length)];
        uint256 taskId = 1 + _draw(seed, "task", marks.length - 1);
        (address target, bytes memory data) = _closedDoor(_draw(seed, "door", 21), person, victim, taskId);
        vm.prank(person);
        (bool done,) = target.call(data);
        _expect(!done, "door: a wallet got in");
    }

    /// A call that the table allows on a task to some people only; discards the seed if there is none.
    function _findAllowed(uint256 seed, ITaskRegistry.TaskView memory task, Mark memory mark)
        private
        view
        returns (Act memory act)
    {
        uint256 actions = uint256(type(Action).max) + 1;
        uint256 start = _draw(seed, "action", actions);
        for (uint256 i = 0; i < actions; i++) {
            Action action = Action((start + i) % actions);
            if (_isForAnyone(action) || !_hasState(_statesFor(action), task.state)) continue;
            if (!_maySuit(action, mark)) continue;
            act = _suggest(action, seed, task);
            if (_allows(act, task)) return act;
        }
        vm.assume(false);
    }

    function _closedDoor(uint256 door, address person, address victim, uint256 taskId)
        private
        view
        returns (address, bytes memory)
    {
        if (door == 0) {
            uint256 held = escrow.heldFor(taskId);
            return (address(escrow), abi.encodeCall(IEscrowVault.pay, (taskId, person, held)));
        }
        if (door == 1) return (address(escrow), abi.encodeCall(IEscrowVault.deposit, (taskId, 0)));
        if (door == 2) return (address(deposits), abi.encodeCall(IDepositVault.engage, (victim)));
        if (door == 3) return (address(deposits), abi.encodeCall(IDepositVault.disengage, (person)));
        if (door == 4) return (address(deposits), abi.encodeCall(IDepositVault.charge, (victim, person, 1e6)));
        if (door == 5) return (address(deposits), abi.encodeCall(IDepositVault.topUpFrom, (victim, person, 1e6)));
        if (door == 6) return (address(gateway), abi.encodeCall(IPaymentGateway.forward, (victim, person, 1)));
        if (door == 7) {
            AccessAction action = AccessAction.POST;
            return (address(gateway), abi.encodeCall(IPaymentGateway.chargeAccessFee, (victim, taskId, action)));
        }
        if (door == 8) return (address(gateway), abi.encodeCall(IPaymentGateway.setTreasury, (person)));
        if (door == 9) return (address(staking), abi.encodeCall(IStakingVault.spendCredit, (victim)));
        if (door == 10) return (address(staking), abi.encodeCall(IStakingVault.closeCreditIssuance, ()));
        if (door == 11) return (address(registry), abi.encodeCall(ITaskRegistry.enterDispute, (taskId, person)));
        if (door == 12) return (address(registry), abi.encodeCall(ITaskRegistry.settleDispute, (taskId, 10_000)));
        if (door == 13) {
            return (address(scopes), abi.encodeCall(IScopeRegistry.setScope, (taskId + 1, Visibility.PRIVATE, "")));
        }
        if (door == 14) return (address(reputation), abi.encodeCall(IReputation.recordPayment, (victim, person, 1e18)));
        if (door == 15) return (address(policy), abi.encodeCall(IPricingPolicy.setAccessFee, (0)));
        if (door == 16) return (address(arbitration), abi.encodeCall(IBound.bind, (address(registry))));
        if (door == 17) return (address(escrow), abi.encodeCall(IEscrowVault.collect, (address(escrow))));
        if (door == 18) return (address(arbitration), abi.encodeCall(IArbitration.bondVerifier, (0)));
        if (door == 19) return (address(registry), abi.encodeCall(ITaskRegistry.settleUnruled, (taskId, person)));
        return (address(policy), abi.encodeCall(IPricingPolicy.removePlan, ("basic")));
    }
}
