// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IPriceFeed} from "../interfaces/IPriceFeed.sol";

/// @notice The price feed of a devnet: always fresh, unless somebody freezes it.
contract DevPriceFeed is IPriceFeed {
    /// @inheritdoc IPriceFeed
    uint8 public constant decimals = 8;

    int256 private _answer;
    uint256 private _frozenAt;

    constructor(int256 answer) {
        _answer = answer;
    }

    /// @notice Sets the price, with 8 decimals.
    function setAnswer(int256 answer) external {
        _answer = answer;
    }

    /// @notice Makes the answer as old as `updatedAt`; zero makes it fresh again.
    function freeze(uint256 updatedAt) external {
        _frozenAt = updatedAt;
    }

    /// @inheritdoc IPriceFeed
    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80) {
        uint256 updatedAt = _frozenAt == 0 ? block.timestamp : _frozenAt;
        return (1, _answer, updatedAt, updatedAt, 1);
    }
}
