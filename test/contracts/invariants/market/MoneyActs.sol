// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IDepositVault} from "../../../../contracts/interfaces/IDepositVault.sol";
import {IStakingVault} from "../../../../contracts/interfaces/IStakingVault.sol";
import {vm} from "../support/InvariantSuite.sol";
import {Aim} from "./Aim.sol";

/// @notice What wallets do with money that is in no task: deposits, stakes, rewards, plans.
abstract contract MoneyActs is Aim {
    function topUp(uint256 seed) external counted {
        address person = _person(seed);
        uint256 amount = 1 + _draw(seed, "amount", ENTRY);
        vm.assume(usdc.balanceOf(person) >= amount);
        vm.prank(person);
        deposits.topUp(amount);
        _bookTopUp(person, person, amount);
    }

    function topUpFor(uint256 seed) external counted {
        address person = _person(seed);
        address agent = people[_draw(seed, "agent", people.length)];
        uint256 amount = 1 + _draw(seed, "amount", ENTRY);
        vm.assume(usdc.balanceOf(person) >= amount);
        vm.prank(person);
        deposits.topUpFor(agent, amount);
        _bookTopUp(person, agent, amount);
    }

    /// @notice Takes free collateral back; nothing may block it.
    function withdraw(uint256 seed) external counted {
        address person = _person(seed);
        uint256 free = _freeOf(person);
        vm.assume(free != 0);
        uint256 amount = _draw(seed, "all", 2) == 0 ? free : 1 + _draw(seed, "amount", free);
        _expect(_withdraw(person, amount), "deposits: free collateral was not paid back");
    }

    /// @notice Asks for more than is free; an engaged wallet keeps the entry deposit.
    function withdrawTooMuch(uint256 seed) external counted {
        address person = _person(seed);
        uint256 amount = _freeOf(person) + 1 + _draw(seed, "amount", ENTRY);
        _expect(!_withdraw(person, amount), "deposits: collateral that is not free was paid out");
    }

    function stake(uint256 seed) external counted {
        address person = _person(seed);
        uint256 amount = 1 + _draw(seed, "amount", 50_000e18);
        vm.assume(tok.balanceOf(person) >= amount);
        vm.prank(person);
        staking.stake(amount);
        tokOf[person] -= amount;
        stakeOf[person] += amount;
        staked += amount;
    }

    /// @notice Takes stake back; nothing may block it.
    function unstake(uint256 seed) external counted {
        address person = _person(seed);
        vm.assume(stakeOf[person] != 0);
        uint256 amount = _draw(seed, "all", 3) == 0 ? stakeOf[person] : 1 + _draw(seed, "amount", stakeOf[person]);
        vm.prank(person);
        (bool done,) = address(staking).call(abi.encodeCall(IStakingVault.unstake, (amount)));
        _expect(done, "staking: stake was not paid back");
        if (!done) return;

        tokOf[person] += amount;
        stakeOf[person] -= amount;
        staked -= amount;
    }

    /// @notice Funds rewards, unless it would slow down the payout that is running.
    function fundRewards(uint256 seed) external counted {
        address person = _person(seed);
        uint256 amount = 1 + _draw(seed, "amount", 20_000e18);
        vm.prank(person);
        (bool done,) = address(staking).call(abi.encodeCall(IStakingVault.fundRewards, (amount)));
        vm.assume(done);
        tokOf[person] -= amount;
        rewardReserve += amount;
    }

    function claimRewards(uint256 seed) external counted {
        address person = _person(seed);
        uint256 due = staking.accountOf(person).rewards;
        vm.assume(due != 0);
        vm.prank(person);
        (bool done,) = address(staking).call(abi.encodeCall(IStakingVault.claimRewards, ()));
        _expect(done, "staking: rewards were not paid");
        if (!done) return;

        tokOf[person] += due;
        rewardReserve -= due;
    }

    /// @notice Ends the issuing of credits, in some runs.
    function closeCreditIssuance(uint256 seed) external counted {
        vm.assume(_draw(seed, "close", 16) == 0 && !staking.overview().creditIssuanceClosed);
        staking.closeCreditIssuance();
    }

    function payPlanInTok(uint256 seed) external counted {
        address person = _person(seed);
        uint256 price = gateway.quotePlan("basic", tok);
        vm.assume(tok.balanceOf(person) >= price);
        vm.prank(person);
        gateway.payPlan("basic", tok, price);
        tokOf[person] -= price;
        tokOf[TREASURY] += price;
    }

    function payPlanInUsdc(uint256 seed) external counted {
        address person = _person(seed);
        uint256 price = gateway.quotePlan("basic", usdc);
        vm.assume(usdc.balanceOf(person) >= price);
        vm.prank(person);
        gateway.payPlan("basic", usdc, price);
        usdcOf[person] -= price;
        usdcOf[TREASURY] += price;
    }

    /// @notice Makes the token refuse what the escrow pays to one wallet.
    function refuse(uint256 seed) external counted {
        tok.refuse(address(escrow), _person(seed));
    }

    /// @notice Sends a wallet what it is owed; anybody may.
    function collect(uint256 seed) external counted {
        uint256 start = _draw(seed, "owed", people.length);
        for (uint256 i = 0; i < people.length; i++) {
            address person = people[(start + i) % people.length];
            if (escrow.owedTo(person) == 0) continue;
            if (tok.refused() == person) tok.refuse(address(escrow), address(0));
            vm.prank(_person(seed));
            escrow.collect(person);
            return;
        }
        vm.assume(false);
    }

    function _withdraw(address person, uint256 amount) internal returns (bool done) {
        vm.prank(person);
        (done,) = address(deposits).call(abi.encodeCall(IDepositVault.withdraw, (amount)));
        if (!done) return false;

        depositOf[person] -= amount;
        usdcOf[person] += amount;
    }

    function _freeOf(address person) internal view returns (uint256) {
        uint256 kept = liveTasksOf[person] == 0 ? 0 : ENTRY;
        return depositOf[person] > kept ? depositOf[person] - kept : 0;
    }
}
