// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IPricingPolicy} from "./IPricingPolicy.sol";
import {IStakingVault} from "./IStakingVault.sol";
import {IUsdOracle} from "./IUsdOracle.sol";

/// @notice Why an access fee is charged.
enum AccessAction {
    POST,
    CLAIM,
    DISMISS,
    LEAVE
}

/// @notice The router: the one contract wallets approve the service token for. It collects access fees and
/// plan payments for the treasury and passes job money on to the escrow. It never holds money itself.
interface IPaymentGateway {
    /// @notice An access fee was paid, or waived for one Action Credit (`amount` is then zero).
    event AccessFeeCharged(
        address indexed payer, uint256 indexed taskId, AccessAction action, uint256 amount, bool creditSpent
    );
    /// @notice A posting plan was paid for one period.
    event PlanPaid(address indexed payer, string tier, address asset, uint256 amount);
    /// @notice Fees and plan payments go to another wallet from now on.
    event TreasurySet(address indexed treasury);

    /// @notice Plans are paid in the service token or in USDC.
    error UnsupportedAsset(address asset);
    /// @notice A free plan needs no payment.
    error PlanIsFree(string tier);
    /// @notice The price is above what the caller agreed to.
    error PriceAboveMax(uint256 amount, uint256 maxAmount);
    /// @notice The treasury must be a wallet.
    error ZeroTreasury();

    /// @notice Pays one period of a plan for the caller.
    /// @param tier Name of the plan.
    /// @param asset Service token (cheaper by the discount) or USDC.
    /// @param maxAmount The most the caller agrees to pay, in units of `asset`.
    function payPlan(string calldata tier, IERC20 asset, uint256 maxAmount) external;

    /// @notice Collects the access fee of `payer`, or spends one of its Action Credits. Only the registry.
    function chargeAccessFee(address payer, uint256 taskId, AccessAction action) external;

    /// @notice Moves job money from a poster to the escrow. Only the registry.
    function forward(address from, address escrow, uint256 amount) external;

    /// @notice Names the wallet that receives fees and plan payments. Owner.
    function setTreasury(address treasury_) external;

    /// @notice What a plan costs now, in units of `asset`.
    function quotePlan(string calldata tier, IERC20 asset) external view returns (uint256 amount);

    /// @notice Where fees and plan payments go.
    function treasury() external view returns (address);

    function tok() external view returns (IERC20);
    function usdc() external view returns (IERC20);
    function policy() external view returns (IPricingPolicy);
    function oracle() external view returns (IUsdOracle);
    function staking() external view returns (IStakingVault);
}
