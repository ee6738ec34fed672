// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {Bound} from "./Bound.sol";
import {IStakingVault} from "./interfaces/IStakingVault.sol";

/// @notice See {IStakingVault}. Its controller is the payment gateway.
contract StakingVault is IStakingVault, Bound, Ownable2Step, ReentrancyGuardTransient {
    using SafeERC20 for IERC20;

    /// @dev `touchedAt` is when credits were last counted; `rewardsPaidPer` the reward index last counted.
    struct Stake {
        uint256 staked;
        uint256 credits;
        uint256 rewards;
        uint256 rewardsPaidPer;
        uint256 touchedAt;
    }

    uint256 private constant CREDIT = 1e18;
    uint256 private constant INDEX_SCALE = 1e27;

    /// @inheritdoc IStakingVault
    IERC20 public immutable tok;
    /// @inheritdoc IStakingVault
    uint256 public immutable creditCap;
    /// @inheritdoc IStakingVault
    uint256 public immutable stakePerCredit;
    /// @inheritdoc IStakingVault
    uint256 public immutable creditPeriod;
    /// @inheritdoc IStakingVault
    uint256 public immutable rewardPeriod;

    bool private _active;
    bool private _issuanceClosed;
    uint256 private _totalStaked;
    uint256 private _creditsIssued;
    uint256 private _rewardReserve;
    uint256 private _rewardRate;
    uint256 private _rewardsUntil;
    uint256 private _rewardIndex;
    uint256 private _indexedAt;
    mapping(address account => Stake) private _stakes;

    constructor(
        address owner_,
        IERC20 tok_,
        uint256 creditCap_,
        uint256 stakePerCredit_,
        uint256 creditPeriod_,
        uint256 rewardPeriod_
    ) Ownable(owner_) {
        tok = tok_;
        creditCap = creditCap_;
        stakePerCredit = stakePerCredit_;
        creditPeriod = creditPeriod_;
        rewardPeriod = rewardPeriod_;
    }

    /// @inheritdoc IStakingVault
    function stake(uint256 amount) external nonReentrant {
        if (!_active) revert StakingNotActive();
        if (amount == 0) revert ZeroAmount();

        Stake storage account = _touch(msg.sender);
        account.staked += amount;
        _totalStaked += amount;
        emit Staked(msg.sender, amount, account.staked);
        _pull(amount);
    }

    /// @inheritdoc IStakingVault
    function unstake(uint256 amount) external nonReentrant {
        Stake storage account = _touch(msg.sender);
        if (amount == 0) revert ZeroAmount();
        if (amount > account.staked) revert NotStaked(msg.sender, amount, account.staked);

        account.staked -= amount;
        _totalStaked -= amount;
        emit Unstaked(msg.sender, amount, account.staked);
        tok.safeTransfer(msg.sender, amount);
    }

    /// @inheritdoc IStakingVault
    function claimRewards() external nonReentrant {
        Stake storage account = _touch(msg.sender);
        uint256 amount = account.rewards;
        if (amount == 0) revert NoRewards(msg.sender);

        account.rewards = 0;
        _rewardReserve -= amount;
        emit RewardsClaimed(msg.sender, amount);
        tok.safeTransfer(msg.sender, amount);
    }

    /// @inheritdoc IStakingVault
    function fundRewards(uint256 amount) external nonReentrant {
        if (amount == 0) revert ZeroAmount();

        _index();
        // What the running period has not paid out yet is spread over the new one, never more slowly than before.
        uint256 unpaid = Math.saturatingSub(_rewardsUntil, block.timestamp) * _rewardRate;
        uint256 minimum = (unpaid == 0 ? 1 : _rewardRate) * rewardPeriod - unpaid;
        if (amount < minimum) revert RewardTooSmall(amount, minimum);

        _rewardRate = (unpaid + amount) / rewardPeriod;
        _rewardsUntil = block.timestamp + rewardPeriod;
        _rewardReserve += amount;
        emit RewardsFunded(msg.sender, amount, _rewardsUntil);
        _pull(amount);
    }

    /// @inheritdoc IStakingVault
    function spendCredit(address account) external onlyController returns (bool spent) {
        Stake storage holder = _touch(account);
        if (holder.credits < CREDIT) return false;

        holder.credits -= CREDIT;
        emit CreditSpent(account, holder.credits);
        return true;
    }

    /// @inheritdoc IStakingVault
    function openStaking() external onlyOwner {
        if (_active) revert StakingAlreadyActive();

        _active = true;
        emit StakingOpened();
    }

    /// @inheritdoc IStakingVault
    function closeCreditIssuance() external onlyOwner {
        if (_issuanceClosed) revert IssuanceAlreadyClosed();

        _issuanceClosed = true;
        emit CreditIssuanceClosed(_creditsIssued);
    }

    /// @inheritdoc IStakingVault
    function overview() external view returns (Overview memory) {
        return Overview({
            stakingActive: _active,
            creditIssuanceClosed: _issuanceClosed,
            totalStaked: _totalStaked,
            totalCreditsIssued: _creditsIssued,
            creditsRemaining: creditCap - _creditsIssued,
            rewardReserve: _rewardReserve
        });
    }

    /// @inheritdoc IStakingVault
    function accountOf(address account) external view returns (Account memory) {
        Stake storage holder = _stakes[account];
        return Account({
            staked: holder.staked,
            credits: holder.credits + _creditsDue(holder),
            rewards: holder.rewards + _rewardsDue(holder, _currentIndex())
        });
    }

    /// Counts credits and rewards of an account up to now.
    function _touch(address account) private returns (Stake storage holder) {
        holder = _stakes[account];
        _index();

        uint256 credits = _creditsDue(holder);
        if (credits != 0) {
            holder.credits += credits;
            _creditsIssued += credits;
            emit CreditsIssued(account, credits);
        }
        holder.rewards += _rewardsDue(holder, _rewardIndex);
        holder.rewardsPaidPer = _rewardIndex;
        holder.touchedAt = block.timestamp;
    }

    function _index() private {
        _rewardIndex = _currentIndex();
        // While nobody stakes, the payout waits.
        if (_totalStaked == 0 && _rewardsUntil > _indexedAt) _rewardsUntil += block.timestamp - _indexedAt;
        _indexedAt = block.timestamp;
    }

    function _pull(uint256 amount) private {
        uint256 before = tok.balanceOf(address(this));
        tok.safeTransferFrom(msg.sender, address(this), amount);
        uint256 received = tok.balanceOf(address(this)) - before;
        if (received != amount) revert WrongAmountReceived(amount, received);
    }

    /// Rewards per staked wei since the beginning, scaled.
    function _currentIndex() private view returns (uint256) {
        uint256 paidUntil = Math.min(block.timestamp, _rewardsUntil);
        if (_totalStaked == 0 || paidUntil <= _indexedAt) return _rewardIndex;
        return _rewardIndex + Math.mulDiv((paidUntil - _indexedAt) * _rewardRate, INDEX_SCALE, _totalStaked);
    }

    function _rewardsDue(Stake storage holder, uint256 index) private view returns (uint256) {
        return Math.mulDiv(holder.staked, index - holder.rewardsPaidPer, INDEX_SCALE);
    }

    function _creditsDue(Stake storage holder) private view returns (uint256) {
        if (_issuanceClosed || holder.staked == 0) return 0;
        uint256 earned =
            Math.mulDiv(holder.staked * CREDIT, block.timestamp - holder.touchedAt, stakePerCredit * creditPeriod);
        return Math.min(earned, creditCap - _creditsIssued);
    }
}
