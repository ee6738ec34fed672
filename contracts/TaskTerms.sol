// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @notice What poster and worker agree on. Signing these terms is accepting the task.
/// @param negotiationId The 16 bytes of the negotiation's UUID; zero for an open post.
/// @param market Name of the market, `standard` or `micro`.
/// @param poster Wallet that pays.
/// @param worker Wallet that does the work.
/// @param token Token the work is paid in.
/// @param totalAmount Sum of all milestone amounts, in wei of `token`.
/// @param milestoneAmounts What each milestone pays, in the order of delivery.
/// @param deadline Unix time until which proofs are accepted.
/// @param reviewWindow Seconds the poster has to review a proof before silence pays the worker.
/// @param criteriaHash keccak256 of the UTF-8 text of the acceptance criteria.
/// @param salt Makes two otherwise equal agreements different; the task number for an open post.
struct TaskTerms {
    bytes16 negotiationId;
    string market;
    address poster;
    address worker;
    address token;
    uint256 totalAmount;
    uint256[] milestoneAmounts;
    uint64 deadline;
    uint32 reviewWindow;
    bytes32 criteriaHash;
    uint256 salt;
}

/// @notice EIP-712 struct hash of `TaskTerms`.
library TaskTermsHash {
    bytes32 internal constant TYPEHASH = keccak256(
        "TaskTerms(bytes16 negotiationId,string market,address poster,address worker,address token,uint256 totalAmount,uint256[] milestoneAmounts,uint64 deadline,uint32 reviewWindow,bytes32 criteriaHash,uint256 salt)"
    );

    /// @notice Returns the struct hash, without the domain.
    function hash(TaskTerms memory terms) internal pure returns (bytes32) {
        // Two halves: one abi.encode of all twelve words is too deep for the stack.
        return keccak256(
            bytes.concat(
                abi.encode(
                    TYPEHASH,
                    terms.negotiationId,
                    keccak256(bytes(terms.market)),
                    terms.poster,
                    terms.worker,
                    terms.token
                ),
                abi.encode(
                    terms.totalAmount,
                    keccak256(abi.encodePacked(terms.milestoneAmounts)),
                    terms.deadline,
                    terms.reviewWindow,
                    terms.criteriaHash,
                    terms.salt
                )
            )
        );
    }
}
