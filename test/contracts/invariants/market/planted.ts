import { readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "../compile.js";

/** A bug put into the text of a contract. */
export type PlantedBug = {
  /** Name of the test contract that runs with this bug and no other. */
  contract: string;
  file: string;
  /** Text that occurs once in the file. */
  sound: string;
  /** What stands there instead; `bug` is true while this bug is switched on. */
  planted: string;
  /** What the campaign says when it finds the bug. */
  found: string | RegExp;
};

export const plantedBugs: readonly PlantedBug[] = [
  {
    contract: "VacatingKeepsTheWorkerEngaged",
    file: "contracts/TaskRegistry.sol",
    sound: "_links.depositVault.disengage(worker);",
    planted: "if (!bug) _links.depositVault.disengage(worker);",
    found: /^wallet: engagements differ from its live tasks$|collateral was not paid back$/,
  },
  {
    contract: "RefundsAreNotBooked",
    file: "contracts/TaskRegistry.sol",
    sound: "stored.refunded += uint128(amount);",
    planted: "if (!bug) stored.refunded += uint128(amount);",
    found: "task: refunded is wrong",
  },
  {
    contract: "MilestonesArePaidAgain",
    file: "contracts/TaskRegistry.sol",
    sound: "stored.milestonesReleased = uint8(end);",
    planted:
      "if (!bug || end == stored.milestoneAmounts.length) stored.milestonesReleased = uint8(end);",
    found: "task: another milestone than the table says",
  },
  {
    contract: "RulingsPayTheOtherParty",
    file: "contracts/TaskRegistry.sol",
    sound: "Math.mulDiv(_locked(stored), workerBps, ALL_BPS)",
    planted: "Math.mulDiv(_locked(stored), bug ? ALL_BPS - workerBps : workerBps, ALL_BPS)",
    found: "task: released is wrong",
  },
  {
    contract: "AnybodyMayCancel",
    file: "contracts/TaskRegistry.sol",
    sound: `_requirePoster(taskId, stored);

        _close(stored, TaskState.CANCELLED);`,
    planted: `if (!bug) _requirePoster(taskId, stored);

        _close(stored, TaskState.CANCELLED);`,
    found: "table: a forbidden call worked",
  },
  {
    contract: "WorkersArePaidForDisputing",
    file: "contracts/TaskRegistry.sol",
    sound: "undelivered && opener == stored.worker ? 0",
    planted: "undelivered && opener == stored.worker && !bug ? 0",
    found: "task: released is wrong",
  },
  {
    contract: "PausesTakeTasksBackForNothing",
    file: "contracts/TaskRegistry.sol",
    sound: "if (!workerFailed && stored.resumesTo == TaskState.ACTIVE) share",
    planted: "if (!bug && !workerFailed && stored.resumesTo == TaskState.ACTIVE) share",
    found: "task: released is wrong",
  },
  {
    contract: "PausesEatTheDeadline",
    file: "contracts/TaskRegistry.sol",
    sound: "stored.extension += pausedFor;",
    planted: "if (!bug) stored.extension += pausedFor;",
    found: "task: the deadline is wrong",
  },
  {
    contract: "WindowsEndASecondEarly",
    file: "contracts/TaskRegistry.sol",
    sound: "if (block.timestamp <= availableAfter) revert",
    planted:
      "if (bug ? block.timestamp < availableAfter : block.timestamp <= availableAfter) revert",
    found: "table: a forbidden call worked",
  },
  {
    contract: "EngagedWalletsWithdrawEverything",
    file: "contracts/DepositVault.sol",
    sound: "return engagementsOf[agent] == 0 ? deposit",
    planted: "return engagementsOf[agent] == 0 || bug ? deposit",
    found: "deposits: collateral that is not free was paid out",
  },
  {
    contract: "OwedMoneyIsCollectedAgain",
    file: "contracts/EscrowVault.sol",
    sound: "owedTo[to] = 0;",
    planted: "if (!bug) owedTo[to] = 0;",
    found: /^wallet: gained or lost tokens$|underflow/,
  },
  {
    contract: "SlashedBondsStayInTheTotal",
    file: "contracts/Arbitration.sol",
    sound: `totalBonds -= amount;
        slashed += amount;`,
    planted: `if (!bug) totalBonds -= amount;
        slashed += amount;`,
    found: "arbitration: the total of bonds differs from the sum",
  },
  {
    contract: "CreditsGrowAboveTheCap",
    file: "contracts/StakingVault.sol",
    sound: "return Math.min(earned, creditCap - _creditsIssued);",
    planted: "return bug ? earned : Math.min(earned, creditCap - _creditsIssued);",
    found: /^credits: more issued than the cap$|underflow/,
  },
  {
    contract: "RewardsAreClaimedAgain",
    file: "contracts/StakingVault.sol",
    sound: "account.rewards = 0;",
    planted: "if (!bug) account.rewards = 0;",
    found: /^staking: rewards are due that the reserve does not hold$|underflow/,
  },
];

export const plantedSource = "test/contracts/invariants/market/Planted.sol";

/** Texts of the contracts with every bug in them, each behind a switch, and of one test contract for each bug. */
export function buildPlantedSources(): Record<string, string> {
  const texts: Record<string, string> = { [plantedSource]: suiteHead };
  plantedBugs.forEach((bug, index) => {
    const number = firstBlock + index;
    const text = texts[bug.file] ?? readFileSync(join(projectRoot, bug.file), "utf8");
    const planted = bug.planted.replace(/\bbug\b/g, `(block.number == ${number})`);
    texts[bug.file] = replaceOnce(text, bug.sound, planted);
    texts[plantedSource] += `contract ${bug.contract} is PlantedTest(${number}) {}\n`;
  });
  return texts;
}

/** Nothing in a market reads the number of the block, so it serves as the switch. */
const firstBlock = 1_000;

const suiteHead = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {vm} from "../support/InvariantSuite.sol";
import {MarketTest} from "./MarketSuite.sol";

abstract contract PlantedTest is MarketTest {
    uint256 private immutable _block;

    constructor(uint256 block_) {
        _block = block_;
    }

    function setUp() public override {
        super.setUp();
        vm.roll(_block);
    }
}
`;

function replaceOnce(text: string, from: string, to: string): string {
  const parts = text.split(from);
  if (parts.length !== 2) throw new Error(`${parts.length - 1} times in the source: ${from}`);
  return parts.join(to);
}
