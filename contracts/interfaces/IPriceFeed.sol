// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @notice The part of a Chainlink-style price feed that is used here.
interface IPriceFeed {
    /// @notice Decimals of the answer.
    function decimals() external view returns (uint8);

    /// @notice The latest answer and when it was given.
    function latestRoundData()
        external
        view
        returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound);
}
