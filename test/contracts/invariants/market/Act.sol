// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IArbitration} from "../../../../contracts/interfaces/IArbitration.sol";
import {ITaskRegistry} from "../../../../contracts/interfaces/ITaskRegistry.sol";

/// @notice What can be done to a task that exists.
enum Action {
    CLAIM,
    FUND,
    START,
    SUBMIT,
    ACCEPT,
    COMPLETE,
    RELEASE,
    LEAVE,
    DISMISS,
    CANCEL,
    EXPIRE,
    PAUSE,
    RESUME,
    DISPUTE,
    REGISTER,
    PROPOSE,
    RULE,
    ESCALATE,
    SETTLE
}

/// @notice One call in the life of a task.
/// @param number Amount, milestone or basis points.
/// @param expected What a funded task will hold.
/// @param other The arbitrator proposed, the party topped up, or the worker expected.
/// @param hash Receipt, evidence or ruling.
struct Act {
    Action action;
    uint256 taskId;
    address by;
    uint256 number;
    uint256 expected;
    address other;
    bytes32 hash;
}

/// @notice Returns the call of the registry or, from `DISPUTE` on, of the arbitration.
function encodeAct(Act memory act) pure returns (bytes memory) {
    uint256 id = act.taskId;
    if (act.action == Action.CLAIM) return abi.encodeCall(ITaskRegistry.claimTask, (id));
    if (act.action == Action.FUND) return abi.encodeCall(ITaskRegistry.fundTask, (id, act.number, act.expected));
    if (act.action == Action.START) return abi.encodeCall(ITaskRegistry.startWork, (id, act.other));
    if (act.action == Action.SUBMIT) return abi.encodeCall(ITaskRegistry.submitProof, (id, act.number, act.hash));
    if (act.action == Action.ACCEPT) return abi.encodeCall(ITaskRegistry.acceptMilestone, (id, act.number));
    if (act.action == Action.COMPLETE) return abi.encodeCall(ITaskRegistry.completeTask, (id));
    if (act.action == Action.RELEASE) return abi.encodeCall(ITaskRegistry.releaseAfterReview, (id));
    if (act.action == Action.LEAVE) return abi.encodeCall(ITaskRegistry.leaveTask, (id));
    if (act.action == Action.DISMISS) return abi.encodeCall(ITaskRegistry.dismissWorker, (id));
    if (act.action == Action.CANCEL) return abi.encodeCall(ITaskRegistry.cancelTask, (id));
    if (act.action == Action.EXPIRE) return abi.encodeCall(ITaskRegistry.expireTask, (id));
    if (act.action == Action.PAUSE) return abi.encodeCall(ITaskRegistry.pauseTask, (id));
    if (act.action == Action.RESUME) return abi.encodeCall(ITaskRegistry.emergencyTopUp, (id, act.other, act.number));
    if (act.action == Action.DISPUTE) return abi.encodeCall(IArbitration.openDispute, (id, act.hash));
    if (act.action == Action.REGISTER) return abi.encodeCall(IArbitration.registerArbitrator, (id));
    if (act.action == Action.PROPOSE) return abi.encodeCall(IArbitration.proposeArbitrator, (id, act.other));
    if (act.action == Action.RULE) return abi.encodeCall(IArbitration.resolveDispute, (id, act.number, act.hash));
    if (act.action == Action.ESCALATE) return abi.encodeCall(IArbitration.escalate, (id, act.hash));
    return abi.encodeCall(IArbitration.resolveTimedOut, (id));
}
