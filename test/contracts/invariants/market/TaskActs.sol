// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {TaskState} from "../../../../contracts/interfaces/ITaskRegistry.sol";
import {vm} from "../support/InvariantSuite.sol";
import {Action} from "./Act.sol";
import {Aim} from "./Aim.sol";

/// @notice What happens to tasks between their posting and their end, without disputes.
abstract contract TaskActs is Aim {
    function claimTask(uint256 seed) external counted {
        _aim(Action.CLAIM, seed);
    }

    function fundTask(uint256 seed) external counted {
        _aim(Action.FUND, seed);
    }

    function startWork(uint256 seed) external counted {
        _aim(Action.START, seed);
    }

    function submitProof(uint256 seed) external counted {
        _aim(Action.SUBMIT, seed);
    }

    function acceptMilestone(uint256 seed) external counted {
        _aim(Action.ACCEPT, seed);
    }

    function completeActive(uint256 seed) external counted {
        _aim(Action.COMPLETE, seed, _mask(TaskState.ACTIVE));
    }

    function completeDelivered(uint256 seed) external counted {
        _aim(Action.COMPLETE, seed, _mask(TaskState.DELIVERED));
    }

    function releaseAfterReview(uint256 seed) external counted {
        _aim(Action.RELEASE, seed);
    }

    function leaveClaimed(uint256 seed) external counted {
        _rarely(seed);
        _aim(Action.LEAVE, seed, _mask(TaskState.CLAIMED));
    }

    function leaveActive(uint256 seed) external counted {
        _aim(Action.LEAVE, seed, _mask(TaskState.ACTIVE));
    }

    function dismissWorker(uint256 seed) external counted {
        _rarely(seed);
        _aim(Action.DISMISS, seed);
    }

    function cancelTask(uint256 seed) external counted {
        _rarely(seed);
        _aim(Action.CANCEL, seed);
    }

    function expirePosted(uint256 seed) external counted {
        _rarely(seed);
        _aim(Action.EXPIRE, seed, _mask(TaskState.POSTED));
    }

    function expireClaimed(uint256 seed) external counted {
        _rarely(seed);
        _aim(Action.EXPIRE, seed, _mask(TaskState.CLAIMED));
    }

    function expireActive(uint256 seed) external counted {
        _aim(Action.EXPIRE, seed, _mask(TaskState.ACTIVE));
    }

    function expirePaused(uint256 seed) external counted {
        _aim(Action.EXPIRE, seed, _mask(TaskState.PAUSED));
    }

    function pauseTask(uint256 seed) external counted {
        vm.assume(_somebodyIsBelowFloor());
        _aim(Action.PAUSE, seed);
    }

    function emergencyTopUp(uint256 seed) external counted {
        _rarely(seed);
        _aim(Action.RESUME, seed);
    }

    function _somebodyIsBelowFloor() private view returns (bool) {
        for (uint256 i = 0; i < people.length; i++) {
            if (depositOf[people[i]] < FLOOR && liveTasksOf[people[i]] != 0) return true;
        }
        return false;
    }
}
