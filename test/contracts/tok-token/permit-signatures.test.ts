import {
  domainSeparator,
  type Hex,
  maxUint256,
  pad,
  parseSignature,
  recoverTypedDataAddress,
  type TypedDataDomain,
  zeroAddress,
  zeroHash,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { describe, expect, it } from "vitest";
import type { ActorName } from "../../../src/devnet/actors.js";
import { tok } from "../../../src/devnet/flows.js";
import type { Address } from "../../../src/primitives/address.js";
import { emitted } from "../../support/emitted.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { mirrorSignature } from "../../support/signatures.js";

type Permit = { owner: Address; spender: Address; value: bigint; nonce: bigint; deadline: bigint };

describe("the signature of TokToken.permit", () => {
  const market = useMarket();

  const buildPermit = (changes: Partial<Permit> = {}): Permit => ({
    owner: market.actors.poster.address,
    spender: market.contracts.paymentGateway,
    value: 7n * tok,
    nonce: 0n,
    deadline: maxUint256,
    ...changes,
  });
  const buildTypedData = (message: Permit, difference: TypedDataDomain = {}) =>
    ({
      domain: { ...buildDomain(market.contracts.tokToken), ...difference },
      types: { Permit: permitFields },
      primaryType: "Permit",
      message,
    }) as const;
  const sign = (message: Permit, difference?: TypedDataDomain, by: ActorName = "poster") =>
    privateKeyToAccount(market.actors[by].privateKey).signTypedData(
      buildTypedData(message, difference),
    );
  const send = ({ owner, spender, value, deadline }: Permit, signature: Hex) => {
    const { r, s, v } = parseSignature(signature);
    const args = [owner, spender, value, deadline, Number(v), r, s] as const;
    return market.send("stranger", "tokToken", "permit", args);
  };
  /** Whom the token takes for the signer of a permit. */
  const recover = (message: Permit, signature: Hex) =>
    recoverTypedDataAddress({ ...buildTypedData(message), signature });

  it("approves without limit, and nothing again, each with a nonce of its own", async () => {
    for (const [nonce, value] of [maxUint256, 0n].entries()) {
      const permit = buildPermit({ nonce: BigInt(nonce), value });
      const { owner, spender } = permit;

      const { events } = await send(permit, await sign(permit));

      expect(events).toEqual([emitted(market, "tokToken", "Approval", { owner, spender, value })]);
      expect(await market.read("tokToken", "allowance", [owner, spender])).toBe(value);
      expect(await market.read("tokToken", "nonces", [owner])).toBe(BigInt(nonce) + 1n);
    }
    expect(await market.read("tokToken", "nonces", [market.actors.worker.address])).toBe(0n);
  });

  it.each<[keyof Permit, Partial<Permit>]>([
    ["spender", { spender: "0x0000000000000000000000000000000000000777" }],
    ["value", { value: 7n * tok + 1n }],
    ["deadline", { deadline: maxUint256 - 1n }],
  ])("error: ERC2612InvalidSigner when %s is changed after signing", async (_, change) => {
    const permit = buildPermit();
    const signature = await sign(permit);
    const changed = { ...permit, ...change };

    const facts = [await recover(changed, signature), permit.owner];
    await expectRevert(send(changed, signature), "ERC2612InvalidSigner", facts);
    expect(await market.read("tokToken", "nonces", [permit.owner])).toBe(0n);
    const { owner, spender } = changed;
    expect(await market.read("tokToken", "allowance", [owner, spender])).toBe(0n);
  });

  it("error: ERC2612InvalidSigner when another wallet is named as owner", async () => {
    const permit = buildPermit();
    const signature = await sign(permit);
    const stolen = { ...permit, owner: market.actors.worker.address };

    const facts = [await recover(stolen, signature), stolen.owner];
    await expectRevert(send(stolen, signature), "ERC2612InvalidSigner", facts);
  });

  it("error: ERC2612InvalidSigner for a replay and for a nonce that is not next", async () => {
    const permit = buildPermit();
    const used = await sign(permit);
    await send(permit, used);
    const skipped = await sign({ ...permit, nonce: 2n });

    for (const signature of [used, skipped]) {
      const facts = [await recover({ ...permit, nonce: 1n }, signature), permit.owner];
      await expectRevert(send(permit, signature), "ERC2612InvalidSigner", facts);
    }
  });

  it.each([
    { what: "name", domain: { name: "TOK" } },
    { what: "version", domain: { version: "2" } },
    { what: "chain", domain: { chainId: 1 } },
    { what: "token", domain: { verifyingContract: zeroAddress } },
  ])("error: ERC2612InvalidSigner in the domain of another $what", async ({ domain }) => {
    const permit = buildPermit();
    const signature = await sign(permit, domain);

    const facts = [await recover(permit, signature), permit.owner];
    await expectRevert(send(permit, signature), "ERC2612InvalidSigner", facts);
  });

  it("error: ECDSAInvalidSignatureS for the second signature that the curve allows", async () => {
    const permit = buildPermit();
    const mirrored = mirrorSignature(await sign(permit));

    const facts = [parseSignature(mirrored).s];
    await expectRevert(send(permit, mirrored), "ECDSAInvalidSignatureS", facts);
  });

  it("error: ECDSAInvalidSignature for the zero address, which no key can sign for", async () => {
    const { spender, value, deadline } = buildPermit();
    // No point of the curve has the coordinate 5: recovering a signer fails and answers zero.
    const args = [zeroAddress, spender, value, deadline, 27, pad("0x05"), pad("0x01")] as const;

    const call = market.send("stranger", "tokToken", "permit", args);
    await expectRevert(call, "ECDSAInvalidSignature", []);
  });

  it("error: ERC20InvalidSpender for the zero address", async () => {
    const permit = buildPermit({ spender: zeroAddress });

    const call = send(permit, await sign(permit));
    await expectRevert(call, "ERC20InvalidSpender", [zeroAddress]);
  });

  it("belongs to a domain that the token answers", async () => {
    const { tokToken } = market.contracts;
    const separator = await market.read("tokToken", "DOMAIN_SEPARATOR", []);
    expect(separator).toBe(domainSeparator({ domain: buildDomain(tokToken) }));
    expect(await market.read("tokToken", "eip712Domain", [])).toEqual([
      "0x0f",
      "Tok",
      "1",
      8_453n,
      tokToken,
      zeroHash,
      [],
    ]);
  });
});

function buildDomain(verifyingContract: Address) {
  return { name: "Tok", version: "1", chainId: 8_453, verifyingContract };
}

const permitFields = [
  { name: "owner", type: "address" },
  { name: "spender", type: "address" },
  { name: "value", type: "uint256" },
  { name: "nonce", type: "uint256" },
  { name: "deadline", type: "uint256" },
] as const;
