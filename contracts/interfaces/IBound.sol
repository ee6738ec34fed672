// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @notice A contract that obeys one other contract, named once and for ever by its deployer.
interface IBound {
    /// @notice The controller has been named; it can never change again.
    event Bound(address indexed controller);

    /// @notice Only the deployer may name the controller.
    error NotDeployer(address caller, address deployer);
    /// @notice The controller has been named already.
    error AlreadyBound(address controller);
    /// @notice The controller must be a contract.
    error ControllerWithoutCode(address controller);
    /// @notice Only the controller may call this.
    error NotController(address caller, address controller);

    /// @notice Names the controller. Works once.
    function bind(address controller) external;

    /// @notice The contract whose calls this one obeys; zero until bound.
    function controller() external view returns (address);
}
