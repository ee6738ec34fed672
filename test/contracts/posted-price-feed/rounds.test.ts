import { maxInt256, minInt256 } from "viem";
import { describe, expect, it } from "vitest";
import { expectRevert, useMarket } from "../../support/market.js";
import { stopAt } from "../../support/stop-at.js";
import { deployOwnedFeed } from "./owned-feed.js";

describe("PostedPriceFeed.latestRoundData", () => {
  const market = useMarket();

  const deploy = async () =>
    (await deployOwnedFeed(market, market.actors.treasury.address)).contract;

  it("counts every post, also of the same price and in the same second", async () => {
    const feed = await deploy();
    const start = (await market.now()) + 1_000n;
    const posts = [
      { answer: 100_000n, at: start },
      { answer: 100_000n, at: start },
      { answer: maxInt256, at: start + 1n },
      { answer: 1n, at: start + 86_400n },
    ];
    for (const [index, { answer, at }] of posts.entries()) {
      await stopAt(market, at);

      const events = await feed.send("treasury", "post", [answer]);

      const round = BigInt(index) + 2n;
      const facts = { round, answer, postedAt: at };
      expect(events).toEqual([{ name: "PricePosted", address: feed.address, args: facts }]);
      expect(await feed.read("latestRoundData", [])).toEqual([round, answer, at, at, round]);
    }
  });

  it("keeps its time while nobody posts", async () => {
    const feed = await deploy();
    const before = await feed.read("latestRoundData", []);
    await market.travel(10 * 365 * 86_400);

    expect(await feed.read("latestRoundData", [])).toEqual(before);
  });

  it("error: PriceNotPositive leaves the round as it was", async () => {
    const feed = await deploy();
    const before = await feed.read("latestRoundData", []);

    for (const answer of [0n, -1n, minInt256]) {
      const call = feed.send("treasury", "post", [answer]);
      await expectRevert(call, "PriceNotPositive", [answer]);
    }
    expect(await feed.read("latestRoundData", [])).toEqual(before);
  });

  it("error: OwnableUnauthorizedAccount for the deployer, who is not the owner", async () => {
    const feed = await deploy();

    const call = feed.send("deployer", "post", [1n]);
    const facts = [market.actors.deployer.address];
    await expectRevert(call, "OwnableUnauthorizedAccount", facts);
  });
});
