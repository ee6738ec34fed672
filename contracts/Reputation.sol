// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {Bound} from "./Bound.sol";
import {IReputation} from "./interfaces/IReputation.sol";

/// @notice See {IReputation}.
contract Reputation is IReputation, Bound {
    /// @inheritdoc IReputation
    mapping(address a => mapping(address b => bool)) public haveSettled;

    mapping(address agent => Record) private _records;
    mapping(address agent => bool) private _known;
    address[] private _agents;

    /// @inheritdoc IReputation
    function recordPayment(address poster, address worker, uint256 amount) external onlyController {
        Record storage payer = _change(poster);
        Record storage payee = _change(worker);
        payer.paid += uint128(amount);
        payer.lastSettledAt = uint40(block.timestamp);
        payee.earned += uint128(amount);
        payee.lastSettledAt = uint40(block.timestamp);
        if (!haveSettled[poster][worker]) {
            haveSettled[poster][worker] = true;
            haveSettled[worker][poster] = true;
            payer.counterparties++;
            payee.counterparties++;
        }
    }

    /// @inheritdoc IReputation
    function recordCompleted(address poster, address worker) external onlyController {
        _change(poster).completedAsPoster++;
        _change(worker).completedAsWorker++;
    }

    /// @inheritdoc IReputation
    function recordResolved(address poster, address worker, uint256 workerBps) external onlyController {
        if (workerBps == 5_000) return;
        (address winner, address loser) = workerBps > 5_000 ? (worker, poster) : (poster, worker);
        _change(winner).disputesWon++;
        _change(loser).disputesLost++;
    }

    /// @inheritdoc IReputation
    function recordUnruled(address poster, address worker) external onlyController {
        _change(poster).disputesUnruled++;
        _change(worker).disputesUnruled++;
    }

    /// @inheritdoc IReputation
    function recordLeft(address worker) external onlyController {
        _change(worker).left++;
    }

    /// @inheritdoc IReputation
    function recordDismissal(address poster) external onlyController {
        _change(poster).dismissals++;
    }

    /// @inheritdoc IReputation
    function recordMissed(address worker) external onlyController {
        _change(worker).missed++;
    }

    /// @inheritdoc IReputation
    function recordLapsed(address poster) external onlyController {
        _change(poster).lapsed++;
    }

    /// @inheritdoc IReputation
    function recordOf(address agent) external view returns (Record memory) {
        return _records[agent];
    }

    /// @inheritdoc IReputation
    function agentCount() external view returns (uint256) {
        return _agents.length;
    }

    /// @inheritdoc IReputation
    function agents(uint256 from, uint256 count) external view returns (AgentRecord[] memory page) {
        uint256 length = Math.min(count, Math.saturatingSub(_agents.length, from));
        page = new AgentRecord[](length);
        for (uint256 i = 0; i < length; i++) {
            page[i] = AgentRecord(_agents[from + i], _records[_agents[from + i]]);
        }
    }

    function _change(address agent) private returns (Record storage) {
        if (!_known[agent]) {
            _known[agent] = true;
            _agents.push(agent);
        }
        emit RecordChanged(agent);
        return _records[agent];
    }
}
