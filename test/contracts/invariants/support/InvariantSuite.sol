// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @notice The cheatcodes the suites use; the runner answers them at one fixed address.
interface Vm {
    /// @notice Makes the next call come from `sender`.
    function prank(address sender) external;

    /// @notice Makes every call come from `sender` until `stopPrank`.
    function startPrank(address sender) external;

    function stopPrank() external;

    /// @notice Sets the block timestamp; it persists through the rest of an invariant run.
    function warp(uint256 timestamp) external;

    /// @notice Sets the block number; it persists through the rest of an invariant run.
    function roll(uint256 blockNumber) external;

    function deal(address account, uint256 balanceWei) external;

    /// @notice Requires the next call to revert, with any reason.
    function expectRevert() external;

    /// @notice Requires the next call to revert with exactly these bytes.
    function expectRevert(bytes calldata data) external;

    /// @notice Discards the current input when `condition` is false.
    function assume(bool condition) external pure;

    function addr(uint256 privateKey) external pure returns (address);

    function sign(uint256 privateKey, bytes32 digest)
        external
        pure
        returns (uint8 v, bytes32 r, bytes32 s);
}

Vm constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

/// @notice Functions of one handler; the runner reads this shape from `targetSelectors()`.
struct FuzzSelector {
    address addr;
    bytes4[] selectors;
}

/// @notice Returns a value in `[low, high]`: `value` itself when it fits, else its wrap around.
/// The smallest and largest inputs, which the runner prefers, become the ends of the range.
function bound(uint256 value, uint256 low, uint256 high) pure returns (uint256) {
    require(low <= high, "bound: empty range");
    if (value >= low && value <= high) return value;

    uint256 size = high - low + 1;
    uint256 edge = 3;
    if (value <= edge && size > value) return low + value;

    uint256 fromTop = type(uint256).max - value;
    if (fromTop <= edge && size > fromTop) return high - fromTop;
    return low + (value % size);
}

/// @notice Tells the runner what to call; a suite fills the lists in `setUp`.
/// A revert inside a handler, also by `assert`, only counts as a revert: what a handler must
/// report, it stores, and an `invariant_*` function requires it. `afterInvariant()` runs once
/// at the end of every run.
abstract contract InvariantSuite {
    address[] private _contracts;
    address[] private _senders;
    address[] private _excludedSenders;
    FuzzSelector[] private _selectors;

    function targetContracts() external view returns (address[] memory) {
        return _contracts;
    }

    function targetSelectors() external view returns (FuzzSelector[] memory) {
        return _selectors;
    }

    function targetSenders() external view returns (address[] memory) {
        return _senders;
    }

    function excludeSenders() external view returns (address[] memory) {
        return _excludedSenders;
    }

    /// @notice Lets the runner call every non-view function of `handler`.
    function _target(address handler) internal {
        _contracts.push(handler);
    }

    /// @notice Lets the runner call only `selectors` of `handler`; a repeated one is called more.
    function _target(address handler, bytes4[] memory selectors) internal {
        _contracts.push(handler);
        _selectors.push(FuzzSelector(handler, selectors));
    }

    /// @notice Restricts `msg.sender` of the runner's calls to the senders named this way.
    /// The runner drops precompile addresses from that list, so use larger ones.
    function _targetSender(address sender) internal {
        _senders.push(sender);
    }

    function _excludeSender(address sender) internal {
        _excludedSenders.push(sender);
    }
}
