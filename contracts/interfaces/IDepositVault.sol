// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

/// @notice Holds the collateral of agents, in USDC, for one market.
/// @dev While a wallet is a party to a live task it is "engaged" and keeps at least the entry deposit.
/// The only way a deposit shrinks without its owner is the fee of a dispute its owner lost.
interface IDepositVault {
    /// @notice What the vault knows of one agent.
    struct AgentDeposit {
        address agent;
        uint256 deposit;
        uint256 engagements;
    }

    /// @notice Collateral came in; `payer` may be somebody other than the agent.
    event ToppedUp(address indexed agent, address indexed payer, uint256 amount, uint256 deposit);
    /// @notice Free collateral went back to its agent.
    event Withdrawn(address indexed agent, uint256 amount, uint256 deposit);
    /// @notice A dispute fee moved from a losing party's deposit to the arbitrator's.
    event Charged(address indexed from, address indexed to, uint256 amount);
    /// @notice The number of live tasks the agent is a party to has changed.
    event EngagementsChanged(address indexed agent, uint256 engagements);

    /// @notice An amount of zero does nothing; say how much.
    error ZeroAmount();
    /// @notice Collateral needs an owner.
    error ZeroAgent();
    /// @notice The token delivered another amount than it was asked for.
    error WrongAmountReceived(uint256 expected, uint256 received);
    /// @notice The agent's deposit is below what entering a task takes.
    error DepositTooLow(address agent, uint256 deposit, uint256 needed);
    /// @notice More was asked for than is free.
    error NotFree(address agent, uint256 requested, uint256 free);
    /// @notice Only the arbitration of this market may charge.
    error NotArbitration(address caller);

    /// @notice Adds `amount` USDC of the caller to the caller's deposit.
    function topUp(uint256 amount) external;

    /// @notice Adds `amount` USDC of the caller to somebody's deposit.
    function topUpFor(address agent, uint256 amount) external;

    /// @notice Pays free collateral back to the caller. Nothing and nobody can block it.
    function withdraw(uint256 amount) external;

    /// @notice Adds USDC of `payer` to the deposit of `agent`. Only the task registry.
    function topUpFrom(address payer, address agent, uint256 amount) external;

    /// @notice Counts one more live task of `agent`, whose deposit must reach the entry mark. Only the registry.
    function engage(address agent) external;

    /// @notice Counts one live task of `agent` less. Only the registry.
    function disengage(address agent) external;

    /// @notice Moves up to `amount` from one deposit to another; takes what is there if it is less. Only the arbitration.
    function charge(address from, address to, uint256 amount) external returns (uint256 charged);

    /// @notice The deposit of an agent, in USDC units.
    function depositOf(address agent) external view returns (uint256);

    /// @notice What an agent can withdraw now.
    function freeOf(address agent) external view returns (uint256);

    /// @notice How many live tasks an agent is a party to.
    function engagementsOf(address agent) external view returns (uint256);

    /// @notice Number of agents that ever held a deposit here.
    function agentCount() external view returns (uint256);

    /// @notice Up to `count` agents, beginning with index `from`, in the order they first came.
    function agents(uint256 from, uint256 count) external view returns (AgentDeposit[] memory);

    /// @notice Sum of all deposits.
    function totalDeposits() external view returns (uint256);

    /// @notice Deposit needed to enter a task, and kept while engaged.
    function entryDeposit() external view returns (uint256);

    /// @notice Deposit recommended for posting and claiming.
    function recommendedDeposit() external view returns (uint256);

    /// @notice Below this mark the tasks of an agent can be paused.
    function floorDeposit() external view returns (uint256);

    /// @notice The collateral token.
    function usdc() external view returns (IERC20);
}
