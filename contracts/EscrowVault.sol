// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {Bound} from "./Bound.sol";
import {IEscrowVault} from "./interfaces/IEscrowVault.sol";

/// @notice See {IEscrowVault}.
contract EscrowVault is IEscrowVault, Bound, ReentrancyGuardTransient {
    using SafeERC20 for IERC20;

    /// @inheritdoc IEscrowVault
    IERC20 public immutable tok;

    /// @inheritdoc IEscrowVault
    mapping(uint256 taskId => uint256) public heldFor;
    /// @inheritdoc IEscrowVault
    mapping(address to => uint256) public owedTo;
    /// @inheritdoc IEscrowVault
    uint256 public liabilities;

    constructor(IERC20 tok_) {
        tok = tok_;
    }

    /// @inheritdoc IEscrowVault
    function deposit(uint256 taskId, uint256 amount) external onlyController {
        uint256 needed = liabilities + amount;
        uint256 balance = tok.balanceOf(address(this));
        if (balance < needed) revert TokenShortfall(balance, needed);

        liabilities = needed;
        uint256 held = heldFor[taskId] + amount;
        heldFor[taskId] = held;
        emit Deposited(taskId, amount, held);
    }

    /// @inheritdoc IEscrowVault
    function pay(uint256 taskId, address to, uint256 amount) external onlyController nonReentrant {
        uint256 held = heldFor[taskId];
        if (amount > held) revert NotHeld(taskId, amount, held);
        if (amount == 0) return;

        heldFor[taskId] = held - amount;
        liabilities -= amount;
        if (tok.trySafeTransfer(to, amount)) {
            emit Paid(taskId, to, amount, held - amount);
        } else {
            owedTo[to] += amount;
            liabilities += amount;
            emit Owed(taskId, to, amount);
        }
    }

    /// @inheritdoc IEscrowVault
    function collect(address to) external nonReentrant {
        uint256 amount = owedTo[to];
        if (amount == 0) revert NothingOwed(to);

        owedTo[to] = 0;
        liabilities -= amount;
        emit Collected(to, amount);
        tok.safeTransfer(to, amount);
    }
}
