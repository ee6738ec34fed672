import { zeroAddress } from "viem";
import { describe, expect, it } from "vitest";
import type { ActorName } from "../../src/devnet/actors.js";
import { createDriver, type Driver } from "../../src/devnet/driver.js";
import type { Address } from "../../src/primitives/address.js";
import { emitted } from "../support/emitted.js";
import { expectRevert, useMarket } from "../support/market.js";
import { deployFeed } from "./posted-price-feed/feed.js";

const market = useMarket();

/** Where the contracts are that belong to somebody. */
const owned: [string, () => Address | Promise<Address>][] = [
  ["StakingVault", () => market.contracts.stakingVault],
  ["PaymentGateway", () => market.contracts.paymentGateway],
  ["PricingPolicy", () => market.contracts.pricingPolicy],
  ["PostedPriceFeed", () => deployFeed(market, 1n)],
];

describe.each(owned)("ownership of %s", (_, place) => {
  it("goes to another wallet in two steps", async () => {
    const contract = await open(place);
    const { deployer, stranger } = market.actors;
    expect(await readOwners(contract)).toEqual([deployer.address, zeroAddress]);

    const offered = await offer(contract, "deployer", stranger.address);

    expect(offered.events).toEqual([
      emitted(contract, "pricingPolicy", "OwnershipTransferStarted", {
        previousOwner: deployer.address,
        newOwner: stranger.address,
      }),
    ]);
    expect(await readOwners(contract)).toEqual([deployer.address, stranger.address]);

    const accepted = await contract.send("stranger", "pricingPolicy", "acceptOwnership", []);

    expect(accepted.events).toEqual([
      emitted(contract, "pricingPolicy", "OwnershipTransferred", {
        previousOwner: deployer.address,
        newOwner: stranger.address,
      }),
    ]);
    expect(await readOwners(contract)).toEqual([stranger.address, zeroAddress]);
    const late = offer(contract, "deployer", deployer.address);
    await expectRevert(late, "OwnableUnauthorizedAccount", [deployer.address]);
  });

  it("stays where it is when the offer is taken back", async () => {
    const contract = await open(place);
    const { deployer, stranger } = market.actors;
    await offer(contract, "deployer", stranger.address);
    await offer(contract, "deployer", zeroAddress);

    const call = contract.send("stranger", "pricingPolicy", "acceptOwnership", []);
    await expectRevert(call, "OwnableUnauthorizedAccount", [stranger.address]);
    expect(await readOwners(contract)).toEqual([deployer.address, zeroAddress]);
  });

  it("error: OwnableUnauthorizedAccount for a stranger, in every step", async () => {
    const contract = await open(place);
    const { address } = market.actors.stranger;

    const offered = offer(contract, "stranger", address);
    await expectRevert(offered, "OwnableUnauthorizedAccount", [address]);
    const accepted = contract.send("stranger", "pricingPolicy", "acceptOwnership", []);
    await expectRevert(accepted, "OwnableUnauthorizedAccount", [address]);
    const renounced = contract.send("stranger", "pricingPolicy", "renounceOwnership", []);
    await expectRevert(renounced, "OwnableUnauthorizedAccount", [address]);
  });
});

/** Every owned contract has the same functions; the policy's ABI stands for all. */
async function open(place: () => Address | Promise<Address>): Promise<Driver> {
  return createDriver(market.engine, { ...market.contracts, pricingPolicy: await place() });
}

function offer(contract: Driver, by: ActorName, to: Address) {
  return contract.send(by, "pricingPolicy", "transferOwnership", [to]);
}

async function readOwners(contract: Driver) {
  return [
    await contract.read("pricingPolicy", "owner", []),
    await contract.read("pricingPolicy", "pendingOwner", []),
  ];
}
