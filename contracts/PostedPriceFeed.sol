// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {IPriceFeed} from "./interfaces/IPriceFeed.sol";

/// @notice A price feed whose owner posts the answers, for chains where the token has no market feed yet.
/// @dev It prices posting plans only; no user money depends on it.
contract PostedPriceFeed is IPriceFeed, Ownable2Step {
    /// @notice A new price has been posted.
    event PricePosted(uint80 indexed round, int256 answer, uint256 postedAt);

    /// @notice A price is above zero.
    error PriceNotPositive(int256 answer);

    /// @inheritdoc IPriceFeed
    uint8 public constant decimals = 8;

    uint80 private _round;
    int256 private _answer;
    uint256 private _updatedAt;

    constructor(address owner_, int256 answer) Ownable(owner_) {
        _post(answer);
    }

    /// @notice Posts the USD price of one whole token, with 8 decimals.
    function post(int256 answer) external onlyOwner {
        _post(answer);
    }

    /// @inheritdoc IPriceFeed
    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80) {
        return (_round, _answer, _updatedAt, _updatedAt, _round);
    }

    function _post(int256 answer) private {
        if (answer <= 0) revert PriceNotPositive(answer);

        _round++;
        _answer = answer;
        _updatedAt = block.timestamp;
        emit PricePosted(_round, answer, block.timestamp);
    }
}
