// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {InvariantSuite, vm} from "../support/InvariantSuite.sol";
import {MarketHandler} from "./MarketHandler.sol";

/// @notice The invariants of a market under random calls of many wallets.
contract MarketTest is InvariantSuite {
    MarketHandler internal handler;
    bytes4[] private _calls;

    function setUp() public virtual {
        vm.warp(1_800_000_000);
        handler = new MarketHandler();
        handler.begin();
        _listCalls();
        _target(address(handler), _calls);
    }

    /// @dev One function for all rules, since each would be a whole campaign of its own.
    function invariant_market() external view {
        handler.check();
    }

    /// @dev Ends every run: everything is looked at, paid out, and looked at again.
    function afterInvariant() external {
        handler.checkEverything();
        handler.windDown();
        handler.checkEverything();
    }

    /// @dev Lists what is called how often; the way to a dispute is long, so its steps come more often.
    function _listCalls() private {
        _often(handler.postTask.selector, 2);
        _often(handler.postWrongly.selector, 1);
        _often(handler.createTask.selector, 2);
        _often(handler.createWrongly.selector, 1);
        _often(handler.claimTask.selector, 4);
        _often(handler.fundTask.selector, 4);
        _often(handler.startWork.selector, 4);
        _often(handler.submitProof.selector, 4);
        _often(handler.acceptMilestone.selector, 3);
        _often(handler.completeActive.selector, 1);
        _often(handler.completeDelivered.selector, 1);
        _often(handler.releaseAfterReview.selector, 4);
        _often(handler.leaveClaimed.selector, 1);
        _often(handler.leaveActive.selector, 1);
        _often(handler.dismissWorker.selector, 1);
        _often(handler.cancelTask.selector, 1);
        _often(handler.expirePosted.selector, 1);
        _often(handler.expireClaimed.selector, 1);
        _often(handler.expireActive.selector, 3);
        _often(handler.expirePaused.selector, 4);
        _often(handler.pauseTask.selector, 4);
        _often(handler.emergencyTopUp.selector, 2);
        _often(handler.disputeActive.selector, 2);
        _often(handler.disputeDelivered.selector, 3);
        _often(handler.registerArbitrator.selector, 4);
        _often(handler.proposeArbitrator.selector, 8);
        _often(handler.resolveDispute.selector, 4);
        _often(handler.escalate.selector, 4);
        _often(handler.settleRuling.selector, 4);
        _often(handler.settleNoShow.selector, 1);
        _often(handler.settleEmptySeat.selector, 1);
        _often(handler.settleLastTier.selector, 2);
        _often(handler.bondVerifier.selector, 1);
        _often(handler.unbondVerifier.selector, 1);
        _often(handler.sweepSlashed.selector, 1);
        _often(handler.topUp.selector, 1);
        _often(handler.topUpFor.selector, 1);
        _often(handler.withdraw.selector, 3);
        _often(handler.withdrawTooMuch.selector, 1);
        _often(handler.stake.selector, 2);
        _often(handler.unstake.selector, 1);
        _often(handler.fundRewards.selector, 1);
        _often(handler.claimRewards.selector, 3);
        _often(handler.closeCreditIssuance.selector, 1);
        _often(handler.payPlanInTok.selector, 1);
        _often(handler.payPlanInUsdc.selector, 1);
        _often(handler.refuse.selector, 1);
        _often(handler.trespass.selector, 2);
        _often(handler.collect.selector, 1);
        _often(handler.tryAnything.selector, 3);
        _often(handler.nearMiss.selector, 6);
        _often(handler.tryAtEdge.selector, 1);
        _often(handler.passTime.selector, 2);
        _often(handler.passToEdge.selector, 4);
    }

    function _often(bytes4 selector, uint256 times) private {
        for (uint256 i = 0; i < times; i++) {
            _calls.push(selector);
        }
    }
}
