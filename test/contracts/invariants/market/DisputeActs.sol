// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IArbitration} from "../../../../contracts/interfaces/IArbitration.sol";
import {TaskState} from "../../../../contracts/interfaces/ITaskRegistry.sol";
import {vm} from "../support/InvariantSuite.sol";
import {Act, Action} from "./Act.sol";
import {Aim} from "./Aim.sol";

/// @notice What happens to disputed tasks, and to the bonds of those who judge them.
abstract contract DisputeActs is Aim {
    function disputeActive(uint256 seed) external counted {
        _aim(Action.DISPUTE, seed, _mask(TaskState.ACTIVE));
    }

    function disputeDelivered(uint256 seed) external counted {
        _aim(Action.DISPUTE, seed, _mask(TaskState.DELIVERED));
    }

    function registerArbitrator(uint256 seed) external counted {
        _aim(Action.REGISTER, seed);
    }

    function proposeArbitrator(uint256 seed) external counted {
        _aim(Action.PROPOSE, seed);
    }

    function resolveDispute(uint256 seed) external counted {
        _aim(Action.RULE, seed);
    }

    function escalate(uint256 seed) external counted {
        _aim(Action.ESCALATE, seed);
    }

    /// @notice Executes a ruling nobody appealed.
    function settleRuling(uint256 seed) external counted {
        _settle(seed, Phase.APPEAL);
    }

    /// @notice Ends a tier whose arbitrator did not rule.
    function settleNoShow(uint256 seed) external counted {
        _settle(seed, Phase.RULING);
    }

    /// @notice Ends a tier in which the parties agreed on nobody.
    function settleEmptySeat(uint256 seed) external counted {
        _settle(seed, Phase.SEATING);
    }

    /// @notice Executes a ruling of the last tier.
    function settleLastTier(uint256 seed) external counted {
        _settle(seed, Phase.LAST_APPEAL);
    }

    function bondVerifier(uint256 seed) external counted {
        address person = _person(seed);
        uint256 amount = 1 + _draw(seed, "amount", MIN_BOND);
        vm.assume(tok.balanceOf(person) >= amount);
        vm.prank(person);
        arbitration.bondVerifier(amount);
        tokOf[person] -= amount;
        bondOf[person] += amount;
        bonded += amount;
    }

    /// @notice Takes bond back; it must work exactly while no seat is held.
    function unbondVerifier(uint256 seed) external counted {
        address person = _person(seed);
        vm.assume(bondOf[person] != 0);
        uint256 amount = _draw(seed, "all", 4) == 0 ? bondOf[person] : 1 + _draw(seed, "amount", bondOf[person]);
        vm.prank(person);
        (bool done,) = address(arbitration).call(abi.encodeCall(IArbitration.unbondVerifier, (amount)));
        _expect(done == (seatsOf[person] == 0), "arbitration: bond is free exactly while no seat is held");
        if (!done) return;

        tokOf[person] += amount;
        bondOf[person] -= amount;
        bonded -= amount;
    }

    function sweepSlashed(uint256 seed) external counted {
        vm.assume(slashed != 0);
        vm.prank(_person(seed));
        arbitration.sweepSlashed();
        tokOf[TREASURY] += slashed;
        slashed = 0;
    }

    /// Settles a dispute whose tier ended in some phase.
    function _settle(uint256 seed, Phase phase) private {
        uint256 count = live.length;
        uint256 start = _draw(seed, "task", count);
        for (uint256 i = 0; i < count; i++) {
            uint256 id = live[(start + i) % count];
            if (marks[id].phase != phase || block.timestamp <= marks[id].edge) continue;
            Act memory act;
            act.action = Action.SETTLE;
            act.taskId = id;
            act.by = _person(seed);
            _do(act, registry.task(id), true);
            return;
        }
        vm.assume(false);
    }
}
