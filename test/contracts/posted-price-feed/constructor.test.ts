import { maxInt256, minInt256, zeroAddress } from "viem";
import { describe, expect, it } from "vitest";
import { expectRevert, useMarket } from "../../support/market.js";
import { deployOwnedFeed, readOwners } from "./owned-feed.js";

describe("PostedPriceFeed.constructor, owner and price", () => {
  const market = useMarket();

  it.each([
    ["one", 1n],
    ["a tenth of a cent", 100_000n],
    ["the largest number", maxInt256],
  ])("posts %s as the first round of an owner who need not deploy it", async (_, answer) => {
    const owner = market.actors.treasury.address;

    const { contract, events } = await deployOwnedFeed(market, owner, answer);

    const { address } = contract;
    const now = await market.now();
    expect(events).toEqual([
      {
        name: "OwnershipTransferred",
        address,
        args: { previousOwner: zeroAddress, newOwner: owner },
      },
      { name: "PricePosted", address, args: { round: 1n, answer, postedAt: now } },
    ]);
    expect(await contract.read("latestRoundData", [])).toEqual([1n, answer, now, now, 1n]);
    expect(await contract.read("decimals", [])).toBe(8);
    expect(await readOwners(contract)).toEqual({ owner, pending: zeroAddress });
  });

  it.each([
    ["minus one", -1n],
    ["the smallest number", minInt256],
  ])("error: PriceNotPositive for %s", async (_, answer) => {
    const call = deployOwnedFeed(market, market.actors.treasury.address, answer);
    await expectRevert(call, "PriceNotPositive", [answer]);
  });

  it("error: OwnableInvalidOwner without an owner", async () => {
    await expectRevert(deployOwnedFeed(market, zeroAddress), "OwnableInvalidOwner", [zeroAddress]);
  });
});
