// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IPriceFeed} from "./IPriceFeed.sol";

/// @notice Tells what the service token is worth in USD, from a Chainlink-style feed; refuses stale answers.
interface IUsdOracle {
    /// @notice The feed's answer is not a price.
    error BadPrice(int256 answer);
    /// @notice The feed's answer is too old, or from the future.
    error StalePrice(uint256 updatedAt, uint256 maxAge, uint256 nowAt);
    /// @notice The feed counts in more decimals than can be scaled here.
    error TooManyDecimals(uint8 decimals);

    /// @notice USD of one whole token, with 18 decimals.
    function tokUsd18() external view returns (uint256);

    /// @notice Wei of the service token worth `usd6` (USD with 6 decimals), rounded up.
    function usd6ToTok(uint256 usd6) external view returns (uint256);

    /// @notice The feed read.
    function feed() external view returns (IPriceFeed);

    /// @notice Seconds after which an answer is stale.
    function maxAge() external view returns (uint256);
}
