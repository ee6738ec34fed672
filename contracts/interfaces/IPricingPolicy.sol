// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @notice The prices of one market: access fee, posting plans, discount, and the largest task.
/// @dev The owner sets them for what comes after; nothing here touches a task or money that exists.
interface IPricingPolicy {
    /// @notice A posting plan.
    /// @param id Name of the plan, for example `basic`.
    /// @param dailyLimit Posts a day.
    /// @param priceUsd6 Price of one period, USD with 6 decimals; zero for a free plan.
    /// @param periodDays Days one payment lasts; zero for a free plan.
    struct Plan {
        string id;
        uint32 dailyLimit;
        uint64 priceUsd6;
        uint16 periodDays;
    }

    /// @notice All prices, as a market starts with them.
    struct Prices {
        uint256 accessFee;
        uint256 tokDiscountBps;
        uint256 maxTaskAmount;
        Plan[] plans;
    }

    event AccessFeeSet(uint256 fee);
    event TokDiscountSet(uint256 bps);
    event MaxTaskAmountSet(uint256 amount);
    event PlanSet(Plan plan);
    event PlanRemoved(string id);

    /// @notice The access fee has a ceiling nobody can lift.
    error AccessFeeTooHigh(uint256 fee, uint256 max);
    /// @notice The discount has a ceiling.
    error DiscountTooHigh(uint256 bps, uint256 max);
    /// @notice The largest task must be above zero and fit the books.
    error BadMaxTaskAmount(uint256 amount);
    /// @notice A plan needs a name of 1 to 31 bytes and a daily limit, and price and period both or neither.
    error BadPlan(string id);
    /// @notice There is no plan of this name.
    error UnknownPlan(string id);

    /// @notice Sets the access fee, in wei of the service token. Owner.
    function setAccessFee(uint256 fee) external;

    /// @notice Sets what paying a plan in the service token saves, in basis points. Owner.
    function setTokDiscount(uint256 bps) external;

    /// @notice Sets the largest amount a new task may have. Owner.
    function setMaxTaskAmount(uint256 amount) external;

    /// @notice Adds a plan or replaces the one of that name. Owner.
    function setPlan(Plan calldata plan_) external;

    /// @notice Takes a plan off the list; running ones are not touched. Owner.
    function removePlan(string calldata id) external;

    /// @notice Access fee in wei of the service token: for each post, claim, dismissal and leave.
    function accessFee() external view returns (uint256);

    /// @notice What paying in the service token saves, in basis points.
    function tokDiscountBps() external view returns (uint256);

    /// @notice Largest amount a new task may have, in wei of the service token.
    function maxTaskAmount() external view returns (uint256);

    /// @notice One plan by its name; reverts if there is none.
    function plan(string calldata id) external view returns (Plan memory);

    /// @notice All plans.
    function plans() external view returns (Plan[] memory);
}
