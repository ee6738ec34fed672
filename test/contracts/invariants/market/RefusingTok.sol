// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {DevTok} from "../../../../contracts/dev/DevTok.sol";

/// @notice The service token, and one receiver it refuses to pay from one sender.
contract RefusingTok is DevTok {
    address public sender;
    address public refused;

    error Refused(address to);

    /// @notice Refuses transfers from `sender_` to `to`; a zero address refuses nobody.
    function refuse(address sender_, address to) external {
        sender = sender_;
        refused = to;
    }

    function _update(address from, address to, uint256 value) internal override {
        if (to == refused && from == sender && to != address(0)) revert Refused(to);
        super._update(from, to, value);
    }
}
