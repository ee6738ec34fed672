// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {TokToken} from "../TokToken.sol";

/// @notice The service token of a devnet: like {TokToken}, and everybody may mint.
contract DevTok is TokToken {
    constructor() TokToken(msg.sender, 0) {}

    /// @notice Mints `amount` to `to`.
    function faucet(address to, uint256 amount) external {
        _mint(to, amount);
    }
}
