// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {IPriceFeed} from "./interfaces/IPriceFeed.sol";
import {IUsdOracle} from "./interfaces/IUsdOracle.sol";

/// @notice See {IUsdOracle}. It has no owner: feed and age limit are fixed at deployment.
contract UsdOracle is IUsdOracle {
    /// @inheritdoc IUsdOracle
    IPriceFeed public immutable feed;
    /// @inheritdoc IUsdOracle
    uint256 public immutable maxAge;

    uint256 private immutable _scale;

    constructor(IPriceFeed feed_, uint256 maxAge_) {
        uint8 decimals = feed_.decimals();
        if (decimals > 18) revert TooManyDecimals(decimals);

        feed = feed_;
        maxAge = maxAge_;
        _scale = 10 ** (18 - decimals);
    }

    /// @inheritdoc IUsdOracle
    function tokUsd18() public view returns (uint256) {
        (, int256 answer,, uint256 updatedAt,) = feed.latestRoundData();
        if (answer <= 0) revert BadPrice(answer);
        if (updatedAt > block.timestamp || block.timestamp - updatedAt > maxAge) {
            revert StalePrice(updatedAt, maxAge, block.timestamp);
        }

        return uint256(answer) * _scale;
    }

    /// @inheritdoc IUsdOracle
    function usd6ToTok(uint256 usd6) external view returns (uint256) {
        // usd6 * 1e12 is USD with 18 decimals; a whole token has 1e18 wei.
        return Math.mulDiv(usd6 * 1e12, 1e18, tokUsd18(), Math.Rounding.Ceil);
    }
}
