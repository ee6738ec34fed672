// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

/// @notice Holds the money of funded tasks of one market, in the service token, task by task.
/// @dev Only the task registry moves it (the arbitration settles through the registry). It has no owner.
/// A payment the token refuses is kept as owed to its receiver, so one receiver can never block another.
interface IEscrowVault {
    /// @notice Money of a task came in.
    event Deposited(uint256 indexed taskId, uint256 amount, uint256 held);
    /// @notice Money of a task went to `to`.
    event Paid(uint256 indexed taskId, address indexed to, uint256 amount, uint256 held);
    /// @notice The token refused a payment; the amount waits for `collect`.
    event Owed(uint256 indexed taskId, address indexed to, uint256 amount);
    /// @notice An owed amount has been collected.
    event Collected(address indexed to, uint256 amount);

    /// @notice The vault received less than it was told.
    error TokenShortfall(uint256 balance, uint256 needed);
    /// @notice A task cannot pay more than it holds.
    error NotHeld(uint256 taskId, uint256 requested, uint256 held);
    /// @notice Nothing is owed to this wallet.
    error NothingOwed(address to);

    /// @notice Books `amount` that has just been sent here for a task. Only the registry.
    function deposit(uint256 taskId, uint256 amount) external;

    /// @notice Pays part of a task's money out. Only the registry.
    function pay(uint256 taskId, address to, uint256 amount) external;

    /// @notice Sends what is owed to `to` (a payment the token refused before) to it. Anyone.
    function collect(address to) external;

    /// @notice What the vault holds for a task.
    function heldFor(uint256 taskId) external view returns (uint256);

    /// @notice What waits for a wallet after a refused payment.
    function owedTo(address to) external view returns (uint256);

    /// @notice Everything the vault must be able to pay: held for tasks and owed to wallets.
    function liabilities() external view returns (uint256);

    /// @notice The token.
    function tok() external view returns (IERC20);
}
