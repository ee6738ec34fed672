// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {Bound} from "./Bound.sol";
import {IDepositVault} from "./interfaces/IDepositVault.sol";
import {ITaskRegistry} from "./interfaces/ITaskRegistry.sol";

/// @notice See {IDepositVault}.
contract DepositVault is IDepositVault, Bound, ReentrancyGuardTransient {
    using SafeERC20 for IERC20;

    /// @inheritdoc IDepositVault
    IERC20 public immutable usdc;
    /// @inheritdoc IDepositVault
    uint256 public immutable entryDeposit;
    /// @inheritdoc IDepositVault
    uint256 public immutable recommendedDeposit;
    /// @inheritdoc IDepositVault
    uint256 public immutable floorDeposit;

    /// @inheritdoc IDepositVault
    mapping(address agent => uint256) public depositOf;
    /// @inheritdoc IDepositVault
    mapping(address agent => uint256) public engagementsOf;
    /// @inheritdoc IDepositVault
    uint256 public totalDeposits;

    address[] private _agents;
    mapping(address agent => bool) private _known;

    constructor(IERC20 usdc_, uint256 entry, uint256 recommended, uint256 floor) {
        usdc = usdc_;
        entryDeposit = entry;
        recommendedDeposit = recommended;
        floorDeposit = floor;
    }

    /// @inheritdoc IDepositVault
    function topUp(uint256 amount) external nonReentrant {
        _topUp(msg.sender, msg.sender, amount);
    }

    /// @inheritdoc IDepositVault
    function topUpFor(address agent, uint256 amount) external nonReentrant {
        _topUp(msg.sender, agent, amount);
    }

    /// @inheritdoc IDepositVault
    function withdraw(uint256 amount) external nonReentrant {
        uint256 free = freeOf(msg.sender);
        if (amount == 0) revert ZeroAmount();
        if (amount > free) revert NotFree(msg.sender, amount, free);

        uint256 left = depositOf[msg.sender] - amount;
        depositOf[msg.sender] = left;
        totalDeposits -= amount;
        emit Withdrawn(msg.sender, amount, left);
        usdc.safeTransfer(msg.sender, amount);
    }

    /// @inheritdoc IDepositVault
    function topUpFrom(address payer, address agent, uint256 amount) external onlyController nonReentrant {
        _topUp(payer, agent, amount);
    }

    /// @inheritdoc IDepositVault
    function engage(address agent) external onlyController {
        uint256 deposit = depositOf[agent];
        if (deposit < entryDeposit) revert DepositTooLow(agent, deposit, entryDeposit);

        emit EngagementsChanged(agent, ++engagementsOf[agent]);
    }

    /// @inheritdoc IDepositVault
    function disengage(address agent) external onlyController {
        emit EngagementsChanged(agent, --engagementsOf[agent]);
    }

    /// @inheritdoc IDepositVault
    function charge(address from, address to, uint256 amount) external returns (uint256 charged) {
        if (msg.sender != address(ITaskRegistry(controller).arbitration())) revert NotArbitration(msg.sender);

        charged = Math.min(amount, depositOf[from]);
        if (charged == 0) return 0;

        depositOf[from] -= charged;
        depositOf[to] += charged;
        _remember(to);
        emit Charged(from, to, charged);
    }

    /// @inheritdoc IDepositVault
    function freeOf(address agent) public view returns (uint256) {
        uint256 deposit = depositOf[agent];
        return engagementsOf[agent] == 0 ? deposit : Math.saturatingSub(deposit, entryDeposit);
    }

    /// @inheritdoc IDepositVault
    function agentCount() external view returns (uint256) {
        return _agents.length;
    }

    /// @inheritdoc IDepositVault
    function agents(uint256 from, uint256 count) external view returns (AgentDeposit[] memory page) {
        uint256 length = Math.min(count, Math.saturatingSub(_agents.length, from));
        page = new AgentDeposit[](length);
        for (uint256 i = 0; i < length; i++) {
            address agent = _agents[from + i];
            page[i] = AgentDeposit(agent, depositOf[agent], engagementsOf[agent]);
        }
    }

    function _topUp(address payer, address agent, uint256 amount) private {
        if (amount == 0) revert ZeroAmount();
        if (agent == address(0)) revert ZeroAgent();

        uint256 deposit = depositOf[agent] + amount;
        depositOf[agent] = deposit;
        totalDeposits += amount;
        _remember(agent);
        emit ToppedUp(agent, payer, amount, deposit);

        uint256 before = usdc.balanceOf(address(this));
        usdc.safeTransferFrom(payer, address(this), amount);
        uint256 received = usdc.balanceOf(address(this)) - before;
        if (received != amount) revert WrongAmountReceived(amount, received);
    }

    function _remember(address agent) private {
        if (_known[agent]) return;
        _known[agent] = true;
        _agents.push(agent);
    }
}
