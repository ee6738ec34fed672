import { type Address, parseSignature } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { beforeEach, describe, expect, it } from "vitest";
import type { ActorName } from "../../../src/devnet/actors.js";
import type { Driver } from "../../../src/devnet/driver.js";
import { tok } from "../../../src/devnet/flows.js";
import { emitted } from "../../support/emitted.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { stopAt } from "../../support/stop-at.js";
import { deployToken } from "./token.js";

type Permit = { owner: Address; spender: Address; value: bigint; nonce: bigint; deadline: bigint };

describe("TokToken.permit", () => {
  const market = useMarket();
  let token: Driver;
  let wish: Permit;
  beforeEach(async () => {
    token = await deployToken(market, 1_000n * tok);
    wish = {
      owner: market.actors.deployer.address,
      spender: market.contracts.paymentGateway,
      value: 7n * tok,
      nonce: 0n,
      deadline: (await market.now()) + 100n,
    };
  });

  const allowance = () => token.read("tokToken", "allowance", [wish.owner, wish.spender]);

  it("lets a signature approve, whoever sends it", async () => {
    const { events } = await sendPermit(token, wish);

    const { owner, spender, value } = wish;
    expect(events).toEqual([emitted(token, "tokToken", "Approval", { owner, spender, value })]);
    expect(await allowance()).toBe(7n * tok);
    expect(await token.read("tokToken", "nonces", [owner])).toBe(1n);
  });

  it("works until the last second of its deadline", async () => {
    await stopAt(market, wish.deadline);

    await sendPermit(token, wish);

    expect(await allowance()).toBe(7n * tok);
  });

  it("error: ERC2612ExpiredSignature a second later", async () => {
    await stopAt(market, wish.deadline + 1n);

    await expectRevert(sendPermit(token, wish), "ERC2612ExpiredSignature", [wish.deadline]);
  });

  it("error: ERC2612InvalidSigner for the signature of somebody else", async () => {
    const call = sendPermit(token, wish, "stranger");
    await expectRevert(call, "ERC2612InvalidSigner", [
      market.actors.stranger.address,
      market.actors.deployer.address,
    ]);
  });

  it("error: ERC2612InvalidSigner for a signature that was used", async () => {
    await sendPermit(token, wish);

    await expectRevert(sendPermit(token, wish), "ERC2612InvalidSigner");
    await sendPermit(token, { ...wish, nonce: 1n, value: 0n });
    expect(await allowance()).toBe(0n);
  });
});

/** Sends a permit as a stranger, signed by the deployer or by another actor. */
async function sendPermit(token: Driver, permit: Permit, signer: ActorName = "deployer") {
  const account = privateKeyToAccount(token.actors[signer].privateKey);
  const signature = await account.signTypedData({
    domain: {
      name: "Tok",
      version: "1",
      chainId: 8453,
      verifyingContract: token.contracts.tokToken,
    },
    types: {
      Permit: [
        { name: "owner", type: "address" },
        { name: "spender", type: "address" },
        { name: "value", type: "uint256" },
        { name: "nonce", type: "uint256" },
        { name: "deadline", type: "uint256" },
      ],
    },
    primaryType: "Permit",
    message: permit,
  });
  const { r, s, v } = parseSignature(signature);
  const { owner, spender, value, deadline } = permit;
  const args = [owner, spender, value, deadline, Number(v), r, s] as const;
  return token.send("stranger", "tokToken", "permit", args);
}
