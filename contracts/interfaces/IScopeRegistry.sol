// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @notice Who may learn what a task is about.
enum Visibility {
    NONE,
    OPEN,
    PRIVATE
}

/// @notice Keeps the scope of every task of one market: an open text, or the fact that it is private.
/// @dev The task registry writes a scope once, in the transaction that posts the task.
interface IScopeRegistry {
    /// @notice A task's scope has been written.
    event ScopeSet(uint256 indexed taskId, Visibility visibility, uint256 textBytes);

    /// @notice An open scope needs a text of 1 to `maxBytes` bytes.
    error ScopeTextLength(uint256 bytesGiven, uint256 maxBytes);
    /// @notice A private scope carries no text on chain.
    error PrivateScopeWithText(uint256 bytesGiven);
    /// @notice A scope is open or private.
    error VisibilityMissing();
    /// @notice A scope is written once.
    error ScopeAlreadySet(uint256 taskId);

    /// @notice Writes the scope of a new task. Only the task registry.
    function setScope(uint256 taskId, Visibility visibility, string calldata text) external;

    /// @notice Returns the scope of a task; `NONE` and no text for an unknown one.
    function scopeOf(uint256 taskId) external view returns (Visibility visibility, string memory text);

    /// @notice Longest text of an open scope, in bytes.
    function MAX_TEXT_BYTES() external view returns (uint256);
}
