import { zeroAddress } from "viem";
import { beforeEach, describe, expect, it } from "vitest";
import type { ActorName } from "../../../src/devnet/actors.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { deployOwnedFeed, type Feed, readOwners } from "./owned-feed.js";

const market = useMarket();
const wallet = (actor: ActorName) => market.actors[actor].address;
let feed: Feed;

beforeEach(async () => {
  feed = (await deployOwnedFeed(market, wallet("deployer"))).contract;
});

async function expectStranger(call: Promise<unknown>, actor: ActorName): Promise<void> {
  await expectRevert(call, "OwnableUnauthorizedAccount", [wallet(actor)]);
}

describe("PostedPriceFeed.transferOwnership", () => {
  it("names who may take the feed over; the owner stays until then", async () => {
    const events = await feed.send("deployer", "transferOwnership", [wallet("treasury")]);

    expect(events).toEqual([
      {
        name: "OwnershipTransferStarted",
        address: feed.address,
        args: { previousOwner: wallet("deployer"), newOwner: wallet("treasury") },
      },
    ]);
    expect(await readOwners(feed)).toEqual({
      owner: wallet("deployer"),
      pending: wallet("treasury"),
    });
    await expectStranger(feed.send("treasury", "post", [1n]), "treasury");
    await feed.send("deployer", "post", [1n]);
  });

  it("can be changed and taken back before it is accepted", async () => {
    await feed.send("deployer", "transferOwnership", [wallet("treasury")]);
    await feed.send("deployer", "transferOwnership", [wallet("worker")]);
    await expectStranger(feed.send("treasury", "acceptOwnership", []), "treasury");

    await feed.send("deployer", "transferOwnership", [zeroAddress]);

    await expectStranger(feed.send("worker", "acceptOwnership", []), "worker");
    expect(await readOwners(feed)).toEqual({ owner: wallet("deployer"), pending: zeroAddress });
  });

  it("error: OwnableUnauthorizedAccount for a stranger and for who is only named", async () => {
    const call = feed.send("stranger", "transferOwnership", [wallet("stranger")]);
    await expectStranger(call, "stranger");

    await feed.send("deployer", "transferOwnership", [wallet("treasury")]);
    const early = feed.send("treasury", "transferOwnership", [wallet("worker")]);
    await expectStranger(early, "treasury");
  });
});

describe("PostedPriceFeed.acceptOwnership", () => {
  it("hands the feed over: the new owner posts, the old one no longer", async () => {
    await feed.send("deployer", "transferOwnership", [wallet("treasury")]);

    const events = await feed.send("treasury", "acceptOwnership", []);

    expect(events).toEqual([
      {
        name: "OwnershipTransferred",
        address: feed.address,
        args: { previousOwner: wallet("deployer"), newOwner: wallet("treasury") },
      },
    ]);
    expect(await readOwners(feed)).toEqual({ owner: wallet("treasury"), pending: zeroAddress });
    await expectStranger(feed.send("deployer", "post", [2n]), "deployer");
    await feed.send("treasury", "post", [2n]);
    const now = await market.now();
    expect(await feed.read("latestRoundData", [])).toEqual([2n, 2n, now, now, 2n]);
  });

  it("error: OwnableUnauthorizedAccount for everybody who is not named", async () => {
    await expectStranger(feed.send("treasury", "acceptOwnership", []), "treasury");

    await feed.send("deployer", "transferOwnership", [wallet("treasury")]);
    await expectStranger(feed.send("stranger", "acceptOwnership", []), "stranger");
    await expectStranger(feed.send("deployer", "acceptOwnership", []), "deployer");
    await feed.send("treasury", "acceptOwnership", []);
    await expectStranger(feed.send("treasury", "acceptOwnership", []), "treasury");
  });
});

describe("PostedPriceFeed.renounceOwnership", () => {
  it("leaves the last price to itself: nobody can post or take over any more", async () => {
    const last = await feed.read("latestRoundData", []);
    await feed.send("deployer", "transferOwnership", [wallet("treasury")]);

    const events = await feed.send("deployer", "renounceOwnership", []);

    expect(events).toEqual([
      {
        name: "OwnershipTransferred",
        address: feed.address,
        args: { previousOwner: wallet("deployer"), newOwner: zeroAddress },
      },
    ]);
    expect(await readOwners(feed)).toEqual({ owner: zeroAddress, pending: zeroAddress });
    await expectStranger(feed.send("deployer", "post", [1n]), "deployer");
    await expectStranger(feed.send("treasury", "acceptOwnership", []), "treasury");
    expect(await feed.read("latestRoundData", [])).toEqual(last);
  });

  it("error: OwnableUnauthorizedAccount for a stranger", async () => {
    await expectStranger(feed.send("stranger", "renounceOwnership", []), "stranger");
    expect(await readOwners(feed)).toEqual({ owner: wallet("deployer"), pending: zeroAddress });
  });
});
