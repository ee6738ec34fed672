import { describe, expect, it } from "vitest";
import { tok } from "../../../src/devnet/flows.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { deployClosedUnion, readAccount, stake, union } from "./union.js";

describe("StakingVault.openStaking", () => {
  const market = useMarket();

  it("opens the launch gate, and then wallets can stake", async () => {
    const closed = await deployClosedUnion(market);
    const overview = {
      stakingActive: false,
      creditIssuanceClosed: false,
      totalStaked: 0n,
      totalCreditsIssued: 0n,
      creditsRemaining: union.creditCap,
      rewardReserve: 0n,
    };
    expect(await closed.read("stakingVault", "overview", [])).toEqual(overview);

    const { events } = await closed.send("deployer", "stakingVault", "openStaking", []);

    expect(events.map(({ name, address }) => ({ name, address }))).toEqual([
      { name: "StakingOpened", address: closed.contracts.stakingVault },
    ]);
    expect(await closed.read("stakingVault", "overview", [])).toEqual({
      ...overview,
      stakingActive: true,
    });
    await stake(closed, "worker", tok);
    expect((await readAccount(closed, "worker")).staked).toBe(tok);
  });

  it("error: StakingAlreadyActive the second time", async () => {
    const call = market.send("deployer", "stakingVault", "openStaking", []);
    await expectRevert(call, "StakingAlreadyActive", []);
  });

  it("error: OwnableUnauthorizedAccount for a stranger", async () => {
    const closed = await deployClosedUnion(market);

    const call = closed.send("stranger", "stakingVault", "openStaking", []);
    await expectRevert(call, "OwnableUnauthorizedAccount", [market.actors.stranger.address]);
  });
});
