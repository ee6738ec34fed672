// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

/// @notice The Union: wallets stake the service token and earn Action Credits and rewards.
/// @dev A credit has 18 decimals; one whole credit waives one access fee. Credits grow with stake and time, are issued
/// when an account is touched, up to a cap, and only while issuance is open. Unstaking can never be blocked.
interface IStakingVault {
    /// @notice The state of the Union at this block.
    struct Overview {
        bool stakingActive;
        bool creditIssuanceClosed;
        uint256 totalStaked;
        uint256 totalCreditsIssued;
        uint256 creditsRemaining;
        uint256 rewardReserve;
    }

    /// @notice What one account has in the Union; credits and rewards include what a touch would add now.
    struct Account {
        uint256 staked;
        uint256 credits;
        uint256 rewards;
    }

    event StakingOpened();
    event CreditIssuanceClosed(uint256 totalCreditsIssued);
    event Staked(address indexed account, uint256 amount, uint256 staked);
    event Unstaked(address indexed account, uint256 amount, uint256 staked);
    event CreditsIssued(address indexed account, uint256 amount);
    event CreditSpent(address indexed account, uint256 creditsLeft);
    event RewardsFunded(address indexed from, uint256 amount, uint256 until);
    event RewardsClaimed(address indexed account, uint256 amount);

    /// @notice An amount of zero does nothing; say how much.
    error ZeroAmount();
    /// @notice Staking has not been opened yet.
    error StakingNotActive();
    /// @notice Staking is open already.
    error StakingAlreadyActive();
    /// @notice Issuance is closed already.
    error IssuanceAlreadyClosed();
    /// @notice More was asked for than is staked.
    error NotStaked(address account, uint256 requested, uint256 staked);
    /// @notice There are no rewards to claim.
    error NoRewards(address account);
    /// @notice A reward must pay at least one wei a second, and never slow down the payout that is running.
    error RewardTooSmall(uint256 amount, uint256 minimum);
    /// @notice The token delivered another amount than it was asked for.
    error WrongAmountReceived(uint256 expected, uint256 received);

    /// @notice Stakes `amount` of the caller. Needs the launch gate open.
    function stake(uint256 amount) external;

    /// @notice Pays `amount` of the caller's stake back.
    function unstake(uint256 amount) external;

    /// @notice Pays the caller's rewards.
    function claimRewards() external;

    /// @notice Adds the caller's tokens to the reward reserve, paid out evenly over the reward period.
    function fundRewards(uint256 amount) external;

    /// @notice Spends one whole credit of `account` if it has one. Only the payment gateway.
    function spendCredit(address account) external returns (bool spent);

    /// @notice Opens the launch gate, for ever. Owner.
    function openStaking() external;

    /// @notice Ends the issuing of credits, for ever; issued ones stay good. Owner.
    function closeCreditIssuance() external;

    /// @notice The state of the Union.
    function overview() external view returns (Overview memory);

    /// @notice What an account has in the Union.
    function accountOf(address account) external view returns (Account memory);

    /// @notice Most credits that will ever be issued.
    function creditCap() external view returns (uint256);

    /// @notice Wei of stake that earn one whole credit in one credit period.
    function stakePerCredit() external view returns (uint256);

    /// @notice Seconds in which `stakePerCredit` earns one credit.
    function creditPeriod() external view returns (uint256);

    /// @notice Seconds over which a funded reward is paid out.
    function rewardPeriod() external view returns (uint256);

    /// @notice The token.
    function tok() external view returns (IERC20);
}
