// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @notice Counts what wallets did on one market, bound to settlements: nothing here can be claimed, only earned.
interface IReputation {
    /// @notice The record of one wallet.
    /// @param completedAsWorker Tasks completed as worker.
    /// @param completedAsPoster Tasks completed as poster.
    /// @param disputesWon Disputes decided in the wallet's favour.
    /// @param disputesLost Disputes decided against the wallet.
    /// @param disputesUnruled Disputes that ended because the parties never got a ruling.
    /// @param left Tasks left as worker.
    /// @param dismissals Workers dismissed as poster.
    /// @param missed Tasks that ended because the worker missed the deadline, or did not mend its deposit in time.
    /// @param lapsed Tasks that ended because the poster did not start the work, or mend its deposit, in time.
    /// @param counterparties Different wallets money was settled with.
    /// @param lastSettledAt Unix time of the last settlement.
    /// @param earned Wei of the service token received as worker.
    /// @param paid Wei of the service token paid as poster.
    struct Record {
        uint32 completedAsWorker;
        uint32 completedAsPoster;
        uint32 disputesWon;
        uint32 disputesLost;
        uint32 disputesUnruled;
        uint32 left;
        uint32 dismissals;
        uint32 missed;
        uint32 lapsed;
        uint32 counterparties;
        uint40 lastSettledAt;
        uint128 earned;
        uint128 paid;
    }

    /// @notice A wallet with its record.
    struct AgentRecord {
        address agent;
        Record record;
    }

    /// @notice The record of a wallet has changed.
    event RecordChanged(address indexed agent);

    /// @notice Money went from a poster to a worker. Only the registry.
    function recordPayment(address poster, address worker, uint256 amount) external;

    /// @notice A task was completed. Only the registry.
    function recordCompleted(address poster, address worker) external;

    /// @notice A dispute was decided; an even split is neither won nor lost. Only the registry.
    function recordResolved(address poster, address worker, uint256 workerBps) external;

    /// @notice A dispute ended without a ruling. Only the registry.
    function recordUnruled(address poster, address worker) external;

    /// @notice A worker left a task. Only the registry.
    function recordLeft(address worker) external;

    /// @notice A poster dismissed a worker. Only the registry.
    function recordDismissal(address poster) external;

    /// @notice A worker missed a deadline, or did not mend its deposit in time. Only the registry.
    function recordMissed(address worker) external;

    /// @notice A poster let a task lapse. Only the registry.
    function recordLapsed(address poster) external;

    /// @notice The record of one wallet; all zero for an unknown one.
    function recordOf(address agent) external view returns (Record memory);

    /// @notice Whether money was ever settled between two wallets.
    function haveSettled(address a, address b) external view returns (bool);

    /// @notice Number of wallets with a record.
    function agentCount() external view returns (uint256);

    /// @notice Up to `count` wallets with their records, beginning with index `from`.
    function agents(uint256 from, uint256 count) external view returns (AgentRecord[] memory);
}
