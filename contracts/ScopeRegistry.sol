// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Bound} from "./Bound.sol";
import {IScopeRegistry, Visibility} from "./interfaces/IScopeRegistry.sol";

/// @notice See {IScopeRegistry}.
contract ScopeRegistry is IScopeRegistry, Bound {
    struct Scope {
        Visibility visibility;
        string text;
    }

    /// @inheritdoc IScopeRegistry
    uint256 public constant MAX_TEXT_BYTES = 8192;

    mapping(uint256 taskId => Scope) private _scopes;

    /// @inheritdoc IScopeRegistry
    function setScope(uint256 taskId, Visibility visibility, string calldata text) external onlyController {
        uint256 length = bytes(text).length;
        if (visibility == Visibility.NONE) revert VisibilityMissing();
        if (visibility == Visibility.PRIVATE && length != 0) revert PrivateScopeWithText(length);
        if (visibility == Visibility.OPEN && (length == 0 || length > MAX_TEXT_BYTES)) {
            revert ScopeTextLength(length, MAX_TEXT_BYTES);
        }
        if (_scopes[taskId].visibility != Visibility.NONE) revert ScopeAlreadySet(taskId);

        _scopes[taskId] = Scope(visibility, text);
        emit ScopeSet(taskId, visibility, length);
    }

    /// @inheritdoc IScopeRegistry
    function scopeOf(uint256 taskId) external view returns (Visibility visibility, string memory text) {
        Scope storage scope = _scopes[taskId];
        return (scope.visibility, scope.text);
    }
}
