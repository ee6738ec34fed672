// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IStakingVault} from "../../../../contracts/interfaces/IStakingVault.sol";
import {ITaskRegistry, TaskState} from "../../../../contracts/interfaces/ITaskRegistry.sol";
import {vm} from "../support/InvariantSuite.sol";
import {Act, Action} from "./Act.sol";
import {DisputeActs} from "./DisputeActs.sol";
import {MoneyActs} from "./MoneyActs.sol";
import {PostActs} from "./PostActs.sol";
import {TaskActs} from "./TaskActs.sol";
import {TimeActs} from "./TimeActs.sol";
import {WrongActs} from "./WrongActs.sol";

/// @notice Acts for all people of one market.
contract MarketHandler is PostActs, TaskActs, DisputeActs, MoneyActs, WrongActs, TimeActs {
    /// Everybody is rich, has the entry deposit and is bonded, but for the stranger, who cannot even pay a fee.
    constructor() {
        for (uint256 i = 0; i < people.length; i++) {
            address person = people[i];
            bool stranger = i == people.length - 1;
            tokOf[person] = stranger ? ACCESS_FEE / 2 : 1_000_000e18;
            usdcOf[person] = 500e6;
            tok.faucet(person, tokOf[person]);
            usdc.faucet(person, usdcOf[person]);
            if (!stranger) _settleIn(person);
        }
    }

    /// @notice Makes tasks in every stage, so that a run need not begin with the long way to a dispute.
    function begin() external {
        Action[10] memory way = [
            Action.CLAIM,
            Action.FUND,
            Action.START,
            Action.SUBMIT,
            Action.DISPUTE,
            Action.REGISTER,
            Action.REGISTER,
            Action.REGISTER,
            Action.PROPOSE,
            Action.PROPOSE
        ];
        for (uint256 steps = 0; steps <= way.length; steps++) {
            this.postTask(steps);
            for (uint256 i = 0; i < steps; i++) {
                ITaskRegistry.TaskView memory task = registry.task(steps + 1);
                Act memory act = _suggest(way[i], steps, task);
                if (way[i] == Action.FUND) act.number = act.expected = task.total;
                _expect(_do(act, task), "begin: a step was refused");
            }
        }
    }

    /// @notice Ends every task, pays everybody out, and expects that nothing is left: money can always get out.
    function windDown() external {
        tok.refuse(address(escrow), address(0));
        for (uint256 id = 1; id < marks.length; id++) {
            while (!_isFinal(marks[id].state) && bytes(broken).length == 0) {
                vm.warp(block.timestamp + 60 days);
                _end(id);
            }
        }
        for (uint256 i = 0; i < people.length && bytes(broken).length == 0; i++) {
            _payOut(people[i]);
        }
        if (bytes(broken).length != 0) return;

        _expect(escrow.liabilities() == 0, "end: the escrow still owes");
        _expect(tok.balanceOf(address(escrow)) == 0, "end: the escrow still holds tokens");
        _expect(usdc.balanceOf(address(deposits)) == 0, "end: the vault still holds deposits");
        _expect(tok.balanceOf(address(staking)) == rewardReserve, "end: the Union holds more than its reserve");
        _expect(tok.balanceOf(address(arbitration)) == slashed, "end: the arbitration still holds bonds");
    }

    function _settleIn(address person) private {
        vm.startPrank(person);
        deposits.topUp(2 * ENTRY);
        arbitration.bondVerifier(MIN_BOND);
        vm.stopPrank();
        _bookTopUp(person, person, 2 * ENTRY);
        tokOf[person] -= MIN_BOND;
        bondOf[person] += MIN_BOND;
        bonded += MIN_BOND;
    }

    /// Moves a task towards its end with nobody's help but a stranger's; a pause without a reason ends its poster.
    function _end(uint256 id) private {
        ITaskRegistry.TaskView memory task = registry.task(id);
        Act memory act;
        act.taskId = id;
        act.by = people[people.length - 1];
        act.action = task.state == TaskState.DELIVERED
            ? Action.RELEASE
            : task.state == TaskState.DISPUTED ? Action.SETTLE : Action.EXPIRE;
        if (task.state == TaskState.PAUSED && !_isUncovered(task)) {
            act.action = Action.RESUME;
            act.by = act.other = task.poster;
        }
        _expect(_do(act, task), "end: a task cannot be ended");
    }

    function _payOut(address person) private {
        if (escrow.owedTo(person) != 0) escrow.collect(person);
        if (depositOf[person] != 0) _expect(_withdraw(person, depositOf[person]), "end: a deposit cannot be withdrawn");
        IStakingVault.Account memory account = staking.accountOf(person);
        vm.startPrank(person);
        if (account.rewards != 0) staking.claimRewards();
        if (account.staked != 0) staking.unstake(account.staked);
        if (bondOf[person] != 0) arbitration.unbondVerifier(bondOf[person]);
        vm.stopPrank();
        tokOf[person] += account.rewards + account.staked + bondOf[person];
        rewardReserve -= account.rewards;
        staked -= account.staked;
        stakeOf[person] = 0;
        bonded -= bondOf[person];
        bondOf[person] = 0;
    }
}
