// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {Bound} from "./Bound.sol";
import {AccessAction, IPaymentGateway} from "./interfaces/IPaymentGateway.sol";
import {IPricingPolicy} from "./interfaces/IPricingPolicy.sol";
import {IStakingVault} from "./interfaces/IStakingVault.sol";
import {IUsdOracle} from "./interfaces/IUsdOracle.sol";

/// @notice See {IPaymentGateway}.
contract PaymentGateway is IPaymentGateway, Bound, Ownable2Step, ReentrancyGuardTransient {
    using SafeERC20 for IERC20;

    /// @inheritdoc IPaymentGateway
    IERC20 public immutable tok;
    /// @inheritdoc IPaymentGateway
    IERC20 public immutable usdc;
    /// @inheritdoc IPaymentGateway
    IPricingPolicy public immutable policy;
    /// @inheritdoc IPaymentGateway
    IUsdOracle public immutable oracle;
    /// @inheritdoc IPaymentGateway
    IStakingVault public immutable staking;

    /// @inheritdoc IPaymentGateway
    address public treasury;

    constructor(
        address owner_,
        address treasury_,
        IERC20 tok_,
        IERC20 usdc_,
        IPricingPolicy policy_,
        IUsdOracle oracle_,
        IStakingVault staking_
    ) Ownable(owner_) {
        tok = tok_;
        usdc = usdc_;
        policy = policy_;
        oracle = oracle_;
        staking = staking_;
        _setTreasury(treasury_);
    }

    /// @inheritdoc IPaymentGateway
    function payPlan(string calldata tier, IERC20 asset, uint256 maxAmount) external nonReentrant {
        uint256 amount = quotePlan(tier, asset);
        if (amount == 0) revert PlanIsFree(tier);
        if (amount > maxAmount) revert PriceAboveMax(amount, maxAmount);

        emit PlanPaid(msg.sender, tier, address(asset), amount);
        asset.safeTransferFrom(msg.sender, treasury, amount);
    }

    /// @inheritdoc IPaymentGateway
    function chargeAccessFee(address payer, uint256 taskId, AccessAction action) external onlyController nonReentrant {
        uint256 fee = policy.accessFee();
        bool creditSpent = fee != 0 && staking.spendCredit(payer);
        if (creditSpent) fee = 0;

        emit AccessFeeCharged(payer, taskId, action, fee, creditSpent);
        if (fee != 0) tok.safeTransferFrom(payer, treasury, fee);
    }

    /// @inheritdoc IPaymentGateway
    function forward(address from, address escrow, uint256 amount) external onlyController nonReentrant {
        tok.safeTransferFrom(from, escrow, amount);
    }

    /// @inheritdoc IPaymentGateway
    function setTreasury(address treasury_) external onlyOwner {
        _setTreasury(treasury_);
    }

    /// @inheritdoc IPaymentGateway
    function quotePlan(string calldata tier, IERC20 asset) public view returns (uint256 amount) {
        if (address(asset) != address(tok) && address(asset) != address(usdc)) revert UnsupportedAsset(address(asset));

        uint256 priceUsd6 = policy.plan(tier).priceUsd6;
        if (address(asset) == address(usdc)) return priceUsd6;
        uint256 payBps = 10_000 - policy.tokDiscountBps();
        return oracle.usd6ToTok(Math.mulDiv(priceUsd6, payBps, 10_000, Math.Rounding.Ceil));
    }

    function _setTreasury(address treasury_) private {
        if (treasury_ == address(0)) revert ZeroTreasury();

        treasury = treasury_;
        emit TreasurySet(treasury_);
    }
}
