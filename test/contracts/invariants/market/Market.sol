// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Arbitration} from "../../../../contracts/Arbitration.sol";
import {DepositVault} from "../../../../contracts/DepositVault.sol";
import {EscrowVault} from "../../../../contracts/EscrowVault.sol";
import {PaymentGateway} from "../../../../contracts/PaymentGateway.sol";
import {PricingPolicy} from "../../../../contracts/PricingPolicy.sol";
import {Reputation} from "../../../../contracts/Reputation.sol";
import {ScopeRegistry} from "../../../../contracts/ScopeRegistry.sol";
import {StakingVault} from "../../../../contracts/StakingVault.sol";
import {TaskRegistry} from "../../../../contracts/TaskRegistry.sol";
import {UsdOracle} from "../../../../contracts/UsdOracle.sol";
import {DevPriceFeed} from "../../../../contracts/dev/DevPriceFeed.sol";
import {DevUsdc} from "../../../../contracts/dev/DevUsdc.sol";
import {IArbitration} from "../../../../contracts/interfaces/IArbitration.sol";
import {IPricingPolicy} from "../../../../contracts/interfaces/IPricingPolicy.sol";
import {ITaskRegistry} from "../../../../contracts/interfaces/ITaskRegistry.sol";
import {vm} from "../support/InvariantSuite.sol";
import {RefusingTok} from "./RefusingTok.sol";

/// @notice One whole market and the people on it; whoever deploys this owns the market.
/// @dev Windows are short, so that random time reaches their ends; a ruling costs so much of a deposit that
/// one lost dispute brings it below the floor; the cap of credits is so low that stakers reach it.
abstract contract Market {
    uint256 internal constant ACCESS_FEE = 1_000e18;
    uint256 internal constant MAX_TASK = 50_000e18;
    uint256 internal constant ENTRY = 25e6;
    uint256 internal constant FLOOR = 8e6;
    uint32 internal constant FUNDING_WINDOW = 6 hours;
    uint32 internal constant PAUSE_WINDOW = 3 hours;
    uint32 internal constant MIN_REVIEW = 10 minutes;
    uint32 internal constant MAX_REVIEW = 1 days;
    uint32 internal constant MAX_HORIZON = 30 days;
    uint32 internal constant SEATING_WINDOW = 1 days;
    uint32 internal constant RULING_WINDOW = 1 days;
    uint32 internal constant APPEAL_WINDOW = 12 hours;
    uint256 internal constant MIN_BOND = 2_000e18;
    uint256 internal constant NO_SHOW_PENALTY = 500e18;
    uint256 internal constant RULING_FEE = 43e6;
    uint256 internal constant CREDIT_CAP = 5e18;
    uint256 internal constant STAKE_PER_CREDIT = 10_000e18;
    uint256 internal constant CREDIT_PERIOD = 1 days;
    uint256 internal constant REWARD_PERIOD = 2 days;

    address internal constant TREASURY = address(0x7EA5);

    RefusingTok internal immutable tok = new RefusingTok();
    DevUsdc internal immutable usdc = new DevUsdc();
    PricingPolicy internal immutable policy;
    ScopeRegistry internal immutable scopes = new ScopeRegistry();
    Reputation internal immutable reputation = new Reputation();
    DepositVault internal immutable deposits;
    EscrowVault internal immutable escrow;
    StakingVault internal immutable staking;
    PaymentGateway internal immutable gateway;
    Arbitration internal immutable arbitration;
    TaskRegistry internal immutable registry;

    /// Poster, poster2, worker, worker2, arbitrator, arbitrator2, arbitrator3, stranger: each may play any part.
    address[] internal people;
    mapping(address person => uint256) internal keyOf;

    constructor() {
        policy = new PricingPolicy(address(this), _prices());
        deposits = new DepositVault(usdc, ENTRY, 45e6, FLOOR);
        escrow = new EscrowVault(tok);
        staking =
            new StakingVault(address(this), tok, CREDIT_CAP, STAKE_PER_CREDIT, CREDIT_PERIOD, REWARD_PERIOD);
        UsdOracle oracle = new UsdOracle(new DevPriceFeed(100_000), 1 days);
        gateway = new PaymentGateway(address(this), TREASURY, tok, usdc, policy, oracle, staking);
        arbitration = new Arbitration(
            tok,
            deposits,
            IArbitration.Params(
                SEATING_WINDOW, RULING_WINDOW, APPEAL_WINDOW, MIN_BOND, NO_SHOW_PENALTY, RULING_FEE
            )
        );
        registry = new TaskRegistry(
            "micro",
            ITaskRegistry.Links(
                tok, deposits, escrow, gateway, policy, scopes, arbitration, reputation
            ),
            ITaskRegistry.Windows(FUNDING_WINDOW, PAUSE_WINDOW, MIN_REVIEW, MAX_REVIEW, MAX_HORIZON)
        );
        scopes.bind(address(registry));
        reputation.bind(address(registry));
        deposits.bind(address(registry));
        escrow.bind(address(registry));
        gateway.bind(address(registry));
        arbitration.bind(address(registry));
        staking.bind(address(gateway));
        staking.openStaking();
        for (uint256 i = 0; i < 8; i++) {
            _invite(0xA11CE + i);
        }
    }

    /// Makes a wallet that has allowed every contract to take what it needs.
    function _invite(uint256 key) private {
        address person = vm.addr(key);
        people.push(person);
        keyOf[person] = key;
        vm.startPrank(person);
        tok.approve(address(gateway), type(uint256).max);
        tok.approve(address(staking), type(uint256).max);
        tok.approve(address(arbitration), type(uint256).max);
        usdc.approve(address(gateway), type(uint256).max);
        usdc.approve(address(deposits), type(uint256).max);
        vm.stopPrank();
    }

    function _prices() private pure returns (IPricingPolicy.Prices memory prices) {
        prices.accessFee = ACCESS_FEE;
        prices.tokDiscountBps = 1_000;
        prices.maxTaskAmount = MAX_TASK;
        prices.plans = new IPricingPolicy.Plan[](2);
        prices.plans[0] = IPricingPolicy.Plan("free", 3, 0, 0);
        prices.plans[1] = IPricingPolicy.Plan("basic", 50, 20e6, 30);
    }
}
