// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {TaskTerms} from "../../../../contracts/TaskTerms.sol";
import {Visibility} from "../../../../contracts/interfaces/IScopeRegistry.sol";
import {ITaskRegistry} from "../../../../contracts/interfaces/ITaskRegistry.sol";
import {vm} from "../support/InvariantSuite.sol";
import {Aim} from "./Aim.sol";

/// @notice How tasks come into being: open posts and direct hires, right and wrong ones.
abstract contract PostActs is Aim {
    TaskTerms private _lastTerms;
    bytes private _lastSignature;

    function postTask(uint256 seed) external counted {
        address poster = _eligible(seed, "person");
        vm.assume(poster != address(0));
        bool waived = _hasCredit(poster);
        (bool done,) = _post(poster, _newTask(seed));
        _expect(done, "post: a good task was refused");
        if (done) _bookNew(poster, address(0), waived);
    }

    /// @notice Posts a task with one fault, or as a wallet that lacks deposit or fee.
    function postWrongly(uint256 seed) external counted {
        address poster = _person(seed);
        ITaskRegistry.NewTask memory newTask = _newTask(seed);
        uint256 fault = _draw(seed, "fault", 8);
        if (fault == 0) newTask.totalAmount++;
        if (fault == 1) newTask.milestoneAmounts[0] = 0;
        if (fault == 2) newTask.deadline = uint64(block.timestamp);
        if (fault == 3) newTask.deadline = uint64(block.timestamp + MAX_HORIZON + 1);
        if (fault == 4) newTask.reviewWindow = MIN_REVIEW - 1;
        if (fault == 5) newTask.criteriaHash = 0;
        if (fault == 6) newTask.milestoneAmounts = new uint256[](0);
        if (fault == 7) vm.assume(depositOf[poster] < ENTRY || !_canPayFee(poster));
        (bool done,) = _post(poster, newTask);
        _expect(!done, "post: a faulty task was taken");
    }

    function createTask(uint256 seed) external counted {
        address poster = _eligible(seed, "person");
        address worker = _eligible(seed, "worker");
        vm.assume(poster != address(0) && poster != worker);
        TaskTerms memory terms = _terms(seed, poster, worker);
        vm.assume(!registry.termsUsed(registry.termsDigest(terms)));
        bytes memory signature = _sign(terms, worker);
        bool waived = _hasCredit(poster);
        bool done = _create(poster, terms, signature);
        _expect(done, "hire: good terms were refused");
        if (!done) return;

        _bookNew(poster, worker, waived);
        _lastTerms = terms;
        _lastSignature = signature;
    }

    /// @notice Makes a task of terms with one fault, or of terms that are a task already.
    function createWrongly(uint256 seed) external counted {
        address poster = _person(seed);
        address worker = people[_draw(seed, "worker", people.length)];
        TaskTerms memory terms = _terms(seed, poster, worker);
        address signer = worker;
        address sender = poster;
        uint256 fault = _draw(seed, "fault", 7);
        if (fault == 0) terms.market = "standard";
        if (fault == 1) terms.token = address(usdc);
        if (fault == 2) sender = people[(_draw(seed, "person", people.length) + 1) % people.length];
        if (fault == 3) signer = people[(_draw(seed, "worker", people.length) + 1) % people.length];
        if (fault == 4) terms.worker = poster;
        if (fault == 6) terms.negotiationId = 0;
        bytes memory signature = _sign(terms, signer);
        if (fault == 5) {
            vm.assume(_lastSignature.length != 0);
            (terms, signature, sender) = (_lastTerms, _lastSignature, _lastTerms.poster);
        }
        _expect(!_create(sender, terms, signature), "hire: faulty terms were taken");
    }

    /// Somebody with the entry deposit and the access fee; zero if there is nobody.
    function _eligible(uint256 seed, bytes32 name) private view returns (address) {
        uint256 start = _draw(seed, name, people.length);
        for (uint256 i = 0; i < people.length; i++) {
            address person = people[(start + i) % people.length];
            if (depositOf[person] >= ENTRY && _canPayFee(person)) return person;
        }
        return address(0);
    }

    function _post(address poster, ITaskRegistry.NewTask memory newTask) private returns (bool, bytes memory) {
        vm.prank(poster);
        return address(registry).call(abi.encodeCall(ITaskRegistry.postTask, (newTask, Visibility.OPEN, "scope")));
    }

    function _create(address sender, TaskTerms memory terms, bytes memory signature) private returns (bool done) {
        bytes memory data = abi.encodeCall(ITaskRegistry.createTask, (terms, signature, Visibility.PRIVATE, ""));
        vm.prank(sender);
        (done,) = address(registry).call(data);
    }

    function _newTask(uint256 seed) private view returns (ITaskRegistry.NewTask memory newTask) {
        newTask.milestoneAmounts = new uint256[](1 + _draw(seed, "milestones", 3));
        for (uint256 i = 0; i < newTask.milestoneAmounts.length; i++) {
            uint256 amount = 1 + _draw(seed, bytes32(i), 1_000e18);
            newTask.milestoneAmounts[i] = amount;
            newTask.totalAmount += amount;
        }
        newTask.deadline = uint64(block.timestamp + 1 hours + _draw(seed, "deadline", 10 days));
        newTask.reviewWindow = uint32(MIN_REVIEW + _draw(seed, "review", MAX_REVIEW - MIN_REVIEW + 1));
        newTask.criteriaHash = keccak256(abi.encode(seed));
    }

    function _terms(uint256 seed, address poster, address worker) private view returns (TaskTerms memory terms) {
        ITaskRegistry.NewTask memory newTask = _newTask(seed);
        terms.negotiationId = bytes16(newTask.criteriaHash);
        terms.market = "micro";
        terms.poster = poster;
        terms.worker = worker;
        terms.token = address(tok);
        terms.totalAmount = newTask.totalAmount;
        terms.milestoneAmounts = newTask.milestoneAmounts;
        terms.deadline = newTask.deadline;
        terms.reviewWindow = newTask.reviewWindow;
        terms.criteriaHash = newTask.criteriaHash;
        terms.salt = seed;
    }

    function _sign(TaskTerms memory terms, address signer) private view returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(keyOf[signer], registry.termsDigest(terms));
        return abi.encodePacked(r, s, v);
    }
}
