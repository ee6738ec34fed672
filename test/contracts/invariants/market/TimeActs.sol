// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {vm} from "../support/InvariantSuite.sol";
import {Aim} from "./Aim.sol";

/// @notice Lets time pass, a little or exactly to the end of a window.
abstract contract TimeActs is Aim {
    function passTime(uint256 seed) external counted {
        uint256 most = _draw(seed, "long", 8) == 0 ? 2 days : 2 hours;
        vm.warp(block.timestamp + 1 + _draw(seed, "seconds", most));
    }

    /// @notice Goes to the last second of the window that ends next, or to the first second after it.
    function passToEdge(uint256 seed) external counted {
        uint256 next = type(uint256).max;
        for (uint256 i = 0; i < live.length; i++) {
            uint256 edge = marks[live[i]].edge;
            if (edge >= block.timestamp && edge < next) next = edge;
        }
        vm.assume(next != type(uint256).max);
        vm.warp(next + _draw(seed, "after", 3) % 2);
    }
}
