// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IBound} from "./interfaces/IBound.sol";

/// @notice See {IBound}.
abstract contract Bound is IBound {
    address private immutable _deployer = msg.sender;

    /// @inheritdoc IBound
    address public controller;

    modifier onlyController() {
        if (msg.sender != controller) revert NotController(msg.sender, controller);
        _;
    }

    /// @inheritdoc IBound
    function bind(address controller_) external {
        if (msg.sender != _deployer) revert NotDeployer(msg.sender, _deployer);
        if (controller != address(0)) revert AlreadyBound(controller);
        if (controller_.code.length == 0) revert ControllerWithoutCode(controller_);

        controller = controller_;
        emit Bound(controller_);
    }
}
