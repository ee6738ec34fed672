// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";
import {IPricingPolicy} from "./interfaces/IPricingPolicy.sol";

/// @notice See {IPricingPolicy}.
contract PricingPolicy is IPricingPolicy, Ownable2Step {
    /// @notice Ceiling of the access fee: ten times the published one.
    uint256 public constant MAX_ACCESS_FEE = 10_000e18;
    /// @notice Ceiling of the discount.
    uint256 public constant MAX_DISCOUNT_BPS = 5_000;

    /// @inheritdoc IPricingPolicy
    uint256 public accessFee;
    /// @inheritdoc IPricingPolicy
    uint256 public tokDiscountBps;
    /// @inheritdoc IPricingPolicy
    uint256 public maxTaskAmount;

    Plan[] private _plans;

    constructor(address owner_, Prices memory prices) Ownable(owner_) {
        _setAccessFee(prices.accessFee);
        _setTokDiscount(prices.tokDiscountBps);
        _setMaxTaskAmount(prices.maxTaskAmount);
        for (uint256 i = 0; i < prices.plans.length; i++) {
            _setPlan(prices.plans[i]);
        }
    }

    /// @inheritdoc IPricingPolicy
    function setAccessFee(uint256 fee) external onlyOwner {
        _setAccessFee(fee);
    }

    /// @inheritdoc IPricingPolicy
    function setTokDiscount(uint256 bps) external onlyOwner {
        _setTokDiscount(bps);
    }

    /// @inheritdoc IPricingPolicy
    function setMaxTaskAmount(uint256 amount) external onlyOwner {
        _setMaxTaskAmount(amount);
    }

    /// @inheritdoc IPricingPolicy
    function setPlan(Plan calldata plan_) external onlyOwner {
        _setPlan(plan_);
    }

    /// @inheritdoc IPricingPolicy
    function removePlan(string calldata id) external onlyOwner {
        _plans[_indexOf(id)] = _plans[_plans.length - 1];
        _plans.pop();
        emit PlanRemoved(id);
    }

    /// @inheritdoc IPricingPolicy
    function plan(string calldata id) external view returns (Plan memory) {
        return _plans[_indexOf(id)];
    }

    /// @inheritdoc IPricingPolicy
    function plans() external view returns (Plan[] memory) {
        return _plans;
    }

    function _setAccessFee(uint256 fee) private {
        if (fee > MAX_ACCESS_FEE) revert AccessFeeTooHigh(fee, MAX_ACCESS_FEE);
        accessFee = fee;
        emit AccessFeeSet(fee);
    }

    function _setTokDiscount(uint256 bps) private {
        if (bps > MAX_DISCOUNT_BPS) revert DiscountTooHigh(bps, MAX_DISCOUNT_BPS);
        tokDiscountBps = bps;
        emit TokDiscountSet(bps);
    }

    function _setMaxTaskAmount(uint256 amount) private {
        if (amount == 0 || amount > type(uint128).max) revert BadMaxTaskAmount(amount);
        maxTaskAmount = amount;
        emit MaxTaskAmountSet(amount);
    }

    function _setPlan(Plan memory plan_) private {
        uint256 length = bytes(plan_.id).length;
        bool priced = plan_.priceUsd6 != 0;
        if (length == 0 || length > 31 || plan_.dailyLimit == 0 || priced != (plan_.periodDays != 0)) {
            revert BadPlan(plan_.id);
        }

        uint256 index = _find(plan_.id);
        if (index == _plans.length) _plans.push(plan_);
        else _plans[index] = plan_;
        emit PlanSet(plan_);
    }

    function _indexOf(string memory id) private view returns (uint256 index) {
        index = _find(id);
        if (index == _plans.length) revert UnknownPlan(id);
    }

    /// Returns the index of a plan, or the number of plans if there is none of that name.
    function _find(string memory id) private view returns (uint256 index) {
        while (index < _plans.length && !Strings.equal(_plans[index].id, id)) index++;
    }
}
