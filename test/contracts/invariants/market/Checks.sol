// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IArbitration} from "../../../../contracts/interfaces/IArbitration.sol";
import {IStakingVault} from "../../../../contracts/interfaces/IStakingVault.sol";
import {Books} from "./Books.sol";

/// @notice Compares the contracts with the books.
abstract contract Checks is Books {
    /// @notice Reverts if a rule was broken or the totals are wrong; looks at every wallet and live task now and then.
    function check() external view {
        require(bytes(broken).length == 0, broken);
        _requireTotals();
        if (calls % 50 != 0) return;
        _requireWallets();
        for (uint256 i = 0; i < live.length; i++) {
            _requireUnchanged(live[i]);
        }
    }

    /// @notice Reverts if anything is wrong, also with tasks that ended long ago.
    function checkEverything() external view {
        require(bytes(broken).length == 0, broken);
        _requireTotals();
        _requireWallets();
        require(registry.taskCount() == marks.length - 1, "tasks: a task came from nowhere");
        for (uint256 id = 1; id < marks.length; id++) {
            _requireUnchanged(id);
        }
    }

    /// What each contract holds is what it says it must pay.
    function _requireTotals() private view {
        uint256 tokens = tok.balanceOf(address(escrow));
        require(tokens == escrow.liabilities(), "escrow: its tokens differ from its liabilities");
        uint256 dollars = usdc.balanceOf(address(deposits));
        require(dollars == deposits.totalDeposits(), "deposits: the USDC differ from the total");

        IStakingVault.Overview memory union = staking.overview();
        require(union.totalCreditsIssued <= CREDIT_CAP, "credits: more issued than the cap");
        require(creditsSpent <= union.totalCreditsIssued, "credits: more spent than issued");
        require(union.totalStaked == staked, "staking: the total differs from the sum");
        require(union.rewardReserve == rewardReserve, "staking: the reserve differs from what came and went");
        tokens = tok.balanceOf(address(staking));
        require(tokens == staked + rewardReserve, "staking: its tokens differ from stakes and reserve");

        require(arbitration.totalBonds() == bonded, "arbitration: the total of bonds differs from the sum");
        require(arbitration.slashed() == slashed, "arbitration: slashed differs from what no-shows lost");
        tokens = tok.balanceOf(address(arbitration));
        require(tokens == bonded + slashed, "arbitration: its tokens differ from bonds and slashed");
    }

    /// Every wallet owns what the books say, and the sums are those of the contracts.
    function _requireWallets() private view {
        uint256 owed = 0;
        uint256 deposited = 0;
        uint256 rewards = 0;
        for (uint256 i = 0; i < people.length; i++) {
            address person = people[i];
            _requireOwnMoney(person);
            owed += escrow.owedTo(person);
            deposited += depositOf[person];
            rewards += _requireOwnStake(person);
        }
        uint256 liabilities = escrow.liabilities();
        require(liabilities == heldForTasks + owed, "escrow: liabilities are not what tasks hold and what is owed");
        require(deposits.totalDeposits() == deposited, "deposits: the total differs from the sum");
        require(rewards <= rewardReserve, "staking: rewards are due that the reserve does not hold");
        require(tok.balanceOf(TREASURY) == tokOf[TREASURY], "treasury: gained or lost tokens");
        require(usdc.balanceOf(TREASURY) == usdcOf[TREASURY], "treasury: gained or lost USDC");
        require(tok.balanceOf(address(gateway)) == 0, "router: it holds tokens");
        require(usdc.balanceOf(address(gateway)) == 0, "router: it holds USDC");
    }

    function _requireOwnMoney(address person) private view {
        uint256 tokens = tok.balanceOf(person) + escrow.owedTo(person);
        require(tokens == tokOf[person], "wallet: gained or lost tokens");
        require(usdc.balanceOf(person) == usdcOf[person], "wallet: gained or lost USDC");
        require(deposits.depositOf(person) == depositOf[person], "wallet: its deposit is wrong");
        uint256 engagements = deposits.engagementsOf(person);
        require(engagements == liveTasksOf[person], "wallet: engagements differ from its live tasks");
        IArbitration.Verifier memory verifier = arbitration.verifierOf(person);
        require(verifier.bond == bondOf[person], "wallet: its bond is wrong");
        require(verifier.seats == seatsOf[person], "wallet: its seats are wrong");
    }

    function _requireOwnStake(address person) private view returns (uint256 rewards) {
        IStakingVault.Account memory account = staking.accountOf(person);
        require(account.staked == stakeOf[person], "wallet: its stake is wrong");
        return account.rewards;
    }

    function _requireUnchanged(uint256 taskId) private view {
        (, bytes32 fingerprint) = _look(taskId);
        require(fingerprint == fingerprintOf[taskId], "tasks: a task changed without a call of its own");
    }
}
