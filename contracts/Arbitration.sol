// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {Bound} from "./Bound.sol";
import {IArbitration} from "./interfaces/IArbitration.sol";
import {IDepositVault} from "./interfaces/IDepositVault.sol";
import {ITaskRegistry} from "./interfaces/ITaskRegistry.sol";

/// @notice See {IArbitration}. It has no owner; its controller is the task registry.
contract Arbitration is IArbitration, Bound, ReentrancyGuardTransient {
    using SafeERC20 for IERC20;

    /// @notice The highest tier.
    uint256 public constant MAX_TIER = 3;

    uint256 private constant ALL_BPS = 10_000;
    uint256 private constant EVEN_BPS = 5_000;

    /// @inheritdoc IArbitration
    IERC20 public immutable tok;

    IDepositVault private immutable _deposits;
    Params private _params;

    /// @inheritdoc IArbitration
    uint256 public totalBonds;
    /// @inheritdoc IArbitration
    uint256 public slashed;
    /// @inheritdoc IArbitration
    mapping(uint256 taskId => mapping(address arbitrator => bool)) public isRegistered;

    mapping(uint256 taskId => mapping(address arbitrator => bool)) private _satOn;
    mapping(uint256 taskId => Dispute) private _disputes;
    mapping(uint256 taskId => address[]) private _pools;
    mapping(address verifier => Verifier) private _verifiers;
    address[] private _verifierList;

    constructor(IERC20 tok_, IDepositVault deposits, Params memory params_) {
        tok = tok_;
        _deposits = deposits;
        _params = params_;
    }

    /// @inheritdoc IArbitration
    function openDispute(uint256 taskId, bytes32 evidenceHash) external nonReentrant {
        if (evidenceHash == 0) revert EvidenceHashMissing();

        Dispute storage dispute = _disputes[taskId];
        dispute.opener = msg.sender;
        dispute.openedAt = uint40(block.timestamp);
        dispute.evidence.push(evidenceHash);
        _openTier(dispute, 1);
        emit DisputeOpened(taskId, msg.sender, evidenceHash);
        _registry().enterDispute(taskId, msg.sender);
    }

    /// @inheritdoc IArbitration
    function registerArbitrator(uint256 taskId) external {
        _live(taskId);
        (address poster, address worker,) = _registry().parties(taskId);
        if (msg.sender == poster || msg.sender == worker) revert PartyCannotArbitrate(taskId, msg.sender);
        if (isRegistered[taskId][msg.sender]) revert AlreadyRegistered(taskId, msg.sender);
        _requireBond(msg.sender, _params.minBond);

        isRegistered[taskId][msg.sender] = true;
        _pools[taskId].push(msg.sender);
        emit ArbitratorRegistered(taskId, msg.sender);
    }

    /// @inheritdoc IArbitration
    function proposeArbitrator(uint256 taskId, address arbitrator) external {
        Dispute storage dispute = _live(taskId);
        bool byPoster = _requireParty(taskId);
        if (dispute.arbitrator != address(0)) revert SeatTaken(taskId, dispute.arbitrator);
        if (block.timestamp > dispute.seatBy) revert SeatingTimeOver(taskId, dispute.seatBy, block.timestamp);
        if (!isRegistered[taskId][arbitrator]) revert NotRegistered(taskId, arbitrator);
        if (_satOn[taskId][arbitrator]) revert SatBefore(taskId, arbitrator);
        _requireBond(arbitrator, _params.minBond + _verifiers[arbitrator].seats * _params.noShowPenalty);

        if (byPoster) dispute.posterChoice = arbitrator;
        else dispute.workerChoice = arbitrator;
        emit ArbitratorProposed(taskId, msg.sender, arbitrator);

        if (dispute.posterChoice == dispute.workerChoice) _seat(taskId, dispute, arbitrator);
    }

    /// @inheritdoc IArbitration
    function resolveDispute(uint256 taskId, uint256 workerBps, bytes32 rulingHash) external {
        Dispute storage dispute = _live(taskId);
        if (msg.sender != dispute.arbitrator) revert NotArbitrator(taskId, msg.sender, dispute.arbitrator);
        if (dispute.appealUntil != 0) revert AlreadyRuled(taskId, dispute.tier);
        if (block.timestamp > dispute.ruleBy) revert RulingTimeOver(taskId, dispute.ruleBy, block.timestamp);
        if (workerBps > ALL_BPS) revert BadBasisPoints(workerBps);

        uint256 appealWindow = dispute.tier == MAX_TIER ? 0 : _params.appealWindow;
        dispute.appealUntil = uint40(block.timestamp + appealWindow);
        dispute.rulings.push(Ruling(msg.sender, uint16(workerBps), uint40(block.timestamp), rulingHash));
        _verifiers[msg.sender].seats--;
        _verifiers[msg.sender].ruled++;
        emit DisputeRuled(taskId, dispute.tier, msg.sender, workerBps, rulingHash, dispute.appealUntil);
    }

    /// @inheritdoc IArbitration
    function escalate(uint256 taskId, bytes32 evidenceHash) external {
        Dispute storage dispute = _live(taskId);
        _requireParty(taskId);
        if (dispute.appealUntil == 0) revert NothingToAppeal(taskId);
        if (dispute.tier == MAX_TIER) revert LastTier(taskId, dispute.tier);
        if (block.timestamp > dispute.appealUntil) revert AppealOver(taskId, dispute.appealUntil, block.timestamp);
        if (evidenceHash == 0) revert EvidenceHashMissing();

        dispute.evidence.push(evidenceHash);
        dispute.posterChoice = address(0);
        dispute.workerChoice = address(0);
        dispute.arbitrator = address(0);
        dispute.ruleBy = 0;
        dispute.appealUntil = 0;
        _openTier(dispute, dispute.tier + 1);
        emit DisputeEscalated(taskId, dispute.tier, msg.sender, evidenceHash);
    }

    /// @inheritdoc IArbitration
    function resolveTimedOut(uint256 taskId) external nonReentrant {
        Dispute storage dispute = _live(taskId);
        bool ruled = dispute.appealUntil != 0;
        bool seated = dispute.arbitrator != address(0);
        uint256 availableAfter = ruled ? dispute.appealUntil : seated ? dispute.ruleBy : dispute.seatBy;
        if (block.timestamp <= availableAfter) revert TooEarly(taskId, availableAfter, block.timestamp);

        dispute.settled = true;
        if (seated && !ruled) _slash(taskId, dispute.arbitrator);

        uint256 rulings = dispute.rulings.length;
        if (rulings == 0) {
            emit DisputeUnruled(taskId);
            _registry().settleUnruled(taskId, dispute.opener);
            return;
        }
        uint256 workerBps = dispute.rulings[rulings - 1].workerBps;
        _chargeFees(taskId, dispute, workerBps);
        emit DisputeSettled(taskId, workerBps);
        _registry().settleDispute(taskId, workerBps);
    }

    /// @inheritdoc IArbitration
    function bondVerifier(uint256 amount) external nonReentrant {
        if (amount == 0) revert ZeroAmount();

        Verifier storage verifier = _verifiers[msg.sender];
        if (verifier.verifier == address(0)) {
            verifier.verifier = msg.sender;
            _verifierList.push(msg.sender);
        }
        verifier.bond += amount;
        totalBonds += amount;
        emit VerifierBonded(msg.sender, amount, verifier.bond);

        uint256 before = tok.balanceOf(address(this));
        tok.safeTransferFrom(msg.sender, address(this), amount);
        uint256 received = tok.balanceOf(address(this)) - before;
        if (received != amount) revert WrongAmountReceived(amount, received);
    }

    /// @inheritdoc IArbitration
    function unbondVerifier(uint256 amount) external nonReentrant {
        Verifier storage verifier = _verifiers[msg.sender];
        if (amount == 0) revert ZeroAmount();
        if (verifier.seats != 0) revert SeatHeld(msg.sender, verifier.seats);
        if (amount > verifier.bond) revert NotBonded(msg.sender, amount, verifier.bond);

        verifier.bond -= amount;
        totalBonds -= amount;
        emit VerifierUnbonded(msg.sender, amount, verifier.bond);
        tok.safeTransfer(msg.sender, amount);
    }

    /// @inheritdoc IArbitration
    function sweepSlashed() external nonReentrant {
        uint256 amount = slashed;
        if (amount == 0) revert NothingSlashed();

        slashed = 0;
        address treasury = _registry().links().paymentGateway.treasury();
        emit SlashedSwept(treasury, amount);
        tok.safeTransfer(treasury, amount);
    }

    /// @inheritdoc IArbitration
    function disputeOf(uint256 taskId) external view returns (Dispute memory) {
        return _disputes[taskId];
    }

    /// @inheritdoc IArbitration
    function disputesOf(uint256[] calldata taskIds) external view returns (Dispute[] memory disputes) {
        disputes = new Dispute[](taskIds.length);
        for (uint256 i = 0; i < taskIds.length; i++) {
            disputes[i] = _disputes[taskIds[i]];
        }
    }

    /// @inheritdoc IArbitration
    function poolOf(uint256 taskId, uint256 from, uint256 count) external view returns (address[] memory page) {
        address[] storage pool = _pools[taskId];
        page = new address[](Math.min(count, Math.saturatingSub(pool.length, from)));
        for (uint256 i = 0; i < page.length; i++) {
            page[i] = pool[from + i];
        }
    }

    /// @inheritdoc IArbitration
    function verifierOf(address verifier) external view returns (Verifier memory) {
        return _verifiers[verifier];
    }

    /// @inheritdoc IArbitration
    function verifierCount() external view returns (uint256) {
        return _verifierList.length;
    }

    /// @inheritdoc IArbitration
    function verifiers(uint256 from, uint256 count) external view returns (Verifier[] memory page) {
        page = new Verifier[](Math.min(count, Math.saturatingSub(_verifierList.length, from)));
        for (uint256 i = 0; i < page.length; i++) {
            page[i] = _verifiers[_verifierList[from + i]];
        }
    }

    /// @inheritdoc IArbitration
    function params() external view returns (Params memory) {
        return _params;
    }

    /// @inheritdoc IArbitration
    function feeOf(uint256 tier) public view returns (uint256) {
        return tier == 0 ? 0 : _params.feeUsd6 << (tier - 1);
    }

    function _openTier(Dispute storage dispute, uint8 tier) private {
        dispute.tier = tier;
        dispute.seatBy = uint40(block.timestamp + _params.seatingWindow);
    }

    function _seat(uint256 taskId, Dispute storage dispute, address arbitrator) private {
        dispute.arbitrator = arbitrator;
        dispute.ruleBy = uint40(block.timestamp + _params.rulingWindow);
        _satOn[taskId][arbitrator] = true;
        _verifiers[arbitrator].seats++;
        emit ArbitratorSeated(taskId, dispute.tier, arbitrator, dispute.ruleBy);
    }

    function _slash(uint256 taskId, address arbitrator) private {
        Verifier storage verifier = _verifiers[arbitrator];
        uint256 amount = Math.min(verifier.bond, _params.noShowPenalty);
        verifier.seats--;
        verifier.noShows++;
        verifier.bond -= amount;
        totalBonds -= amount;
        slashed += amount;
        emit VerifierSlashed(arbitrator, taskId, amount, verifier.bond);
    }

    /// Pays every arbitrator who ruled from the loser's deposit; from both in halves after an even split.
    function _chargeFees(uint256 taskId, Dispute storage dispute, uint256 workerBps) private {
        (address poster, address worker,) = _registry().parties(taskId);
        for (uint256 i = 0; i < dispute.rulings.length; i++) {
            address arbitrator = dispute.rulings[i].arbitrator;
            uint256 fee = feeOf(i + 1);
            uint256 workerFee = workerBps > EVEN_BPS ? 0 : workerBps < EVEN_BPS ? fee : fee / 2;
            _deposits.charge(worker, arbitrator, workerFee);
            _deposits.charge(poster, arbitrator, fee - workerFee);
        }
    }

    function _registry() private view returns (ITaskRegistry) {
        return ITaskRegistry(controller);
    }

    function _live(uint256 taskId) private view returns (Dispute storage dispute) {
        dispute = _disputes[taskId];
        if (dispute.tier == 0 || dispute.settled) revert NotInDispute(taskId);
    }

    function _requireBond(address verifier, uint256 needed) private view {
        uint256 bond = _verifiers[verifier].bond;
        if (bond < needed) revert BondTooLow(verifier, bond, needed);
    }

    /// Returns true if the caller is the poster, false if it is the worker.
    function _requireParty(uint256 taskId) private view returns (bool byPoster) {
        (address poster, address worker,) = _registry().parties(taskId);
        if (msg.sender != poster && msg.sender != worker) revert NotParty(taskId, msg.sender);
        return msg.sender == poster;
    }
}
