import { encodeFunctionData, type Hex, zeroAddress } from "viem";
import { describe, expect, it } from "vitest";
import { taskRegistryAbi } from "../../../src/chain/abi/task-registry.js";
import { deployMarket } from "../../../src/devnet/deploy.js";
import { createDriver } from "../../../src/devnet/driver.js";
import {
  allowFee,
  enter,
  fund,
  hashText,
  start,
  tok,
  usd,
  visibility,
} from "../../../src/devnet/flows.js";
import type { Address } from "../../../src/primitives/address.js";
import type { TaskTerms } from "../../../src/terms/task-terms.js";
import { deployWallet, sendFromWallet } from "../../support/contract-wallet.js";
import { expectRevert, useMarket } from "../../support/market.js";
import { buildTerms, hashTerms, hire, readyToHire, signTerms } from "../../support/terms.js";

describe("TaskRegistry.createTask, the worker's signature", () => {
  const market = useMarket();

  it("is accepted from a contract wallet by ERC-1271", async () => {
    const worker = await deployWallet(market, "stranger");
    await readyToHire(market);
    await giveDeposit(worker);
    const terms = await buildTerms(market, { worker });

    await create(terms, await signTerms(market, terms, "stranger"));

    const task = await market.read("taskRegistry", "task", [1n]);
    expect(task).toMatchObject({ worker, state: 2, settlementDigest: hashTerms(market, terms) });
    expect(await market.read("depositVault", "engagementsOf", [worker])).toBe(1n);
  });

  it("lets a contract wallet deliver and be paid", async () => {
    const worker = await deployWallet(market, "stranger");
    await readyToHire(market);
    await giveDeposit(worker);
    const terms = await buildTerms(market, { worker });
    await create(terms, await signTerms(market, terms, "stranger"));
    await fund(market, 1n);
    await start(market, 1n);

    const data = encodeFunctionData({
      abi: taskRegistryAbi,
      functionName: "submitProof",
      args: [1n, 0n, hashText("proof")],
    });
    await sendFromWallet(market, "stranger", worker, { to: market.contracts.taskRegistry, data });
    await market.send("poster", "taskRegistry", "acceptMilestone", [1n, 0n]);

    expect(await market.read("tokToken", "balanceOf", [worker])).toBe(600n * tok);
  });

  it("error: BadWorkerSignature from a contract wallet whose owner did not sign", async () => {
    const worker = await deployWallet(market, "stranger");
    await readyToHire(market);
    await giveDeposit(worker);
    const terms = await buildTerms(market, { worker });

    const call = create(terms, await signTerms(market, terms, "worker"));
    await expectRevert(call, "BadWorkerSignature", [worker, hashTerms(market, terms)]);
  });

  it("error: DepositTooLow for a contract wallet without a deposit", async () => {
    const worker = await deployWallet(market, "stranger");
    await readyToHire(market);
    const terms = await buildTerms(market, { worker });

    const call = create(terms, await signTerms(market, terms, "stranger"));
    await expectRevert(call, "DepositTooLow", [worker, 0n, 25n * usd]);
  });

  it("error: BadWorkerSignature for a contract that is no wallet", async () => {
    await readyToHire(market);
    const worker = market.contracts.tokToken;
    const terms = await buildTerms(market, { worker });

    const call = create(terms, await signTerms(market, terms));
    await expectRevert(call, "BadWorkerSignature", [worker, hashTerms(market, terms)]);
  });

  it.each(["poster", "stranger"] as const)("error: BadWorkerSignature by %s", async (signer) => {
    await readyToHire(market);
    const terms = await buildTerms(market);

    const call = create(terms, await signTerms(market, terms, signer));
    await expectRevert(call, "BadWorkerSignature", [terms.worker, hashTerms(market, terms)]);
  });

  it.each<[string, (signature: Hex) => Hex]>([
    ["no signature", () => "0x"],
    ["a signature cut short", (signature) => signature.slice(0, -2) as Hex],
    ["a signature with a byte too many", (signature) => `${signature}00`],
    ["a signature with its s on the other side of the curve", flipS],
  ])("error: BadWorkerSignature for %s", async (_, spoil) => {
    await readyToHire(market);
    const terms = await buildTerms(market);

    const call = create(terms, spoil(await signTerms(market, terms)));
    await expectRevert(call, "BadWorkerSignature", [terms.worker, hashTerms(market, terms)]);
  });

  it("error: BadWorkerSignature for nobody as worker", async () => {
    await readyToHire(market);
    const terms = await buildTerms(market, { worker: zeroAddress });

    const call = create(terms, await signTerms(market, terms));
    await expectRevert(call, "BadWorkerSignature", [zeroAddress, hashTerms(market, terms)]);
  });

  it.each<[string, (terms: TaskTerms) => Partial<TaskTerms>]>([
    ["negotiationId", () => ({ negotiationId: "0x00000000000000000000000000000001" })],
    ["worker", () => ({ worker: market.actors.worker2.address })],
    ["totalAmount", () => ({ totalAmount: 5n, milestoneAmounts: [5n] })],
    ["milestoneAmounts", ({ totalAmount }) => ({ milestoneAmounts: [1n, totalAmount - 1n] })],
    ["deadline", ({ deadline }) => ({ deadline: deadline - 1n })],
    ["reviewWindow", ({ reviewWindow }) => ({ reviewWindow: reviewWindow + 1 })],
    ["criteriaHash", () => ({ criteriaHash: hashText("Anything goes.") })],
    ["salt", ({ salt }) => ({ salt: salt + 1n })],
  ])("error: BadWorkerSignature after a change of %s", async (_, change) => {
    await readyToHire(market);
    const signed = await buildTerms(market);
    const tampered = { ...signed, ...change(signed) };

    const call = create(tampered, await signTerms(market, signed));
    const args = [tampered.worker, hashTerms(market, tampered)];
    await expectRevert(call, "BadWorkerSignature", args);
  });

  it("error: BadWorkerSignature for the same terms signed for another registry", async () => {
    const twin = await deployTwin();
    await readyToHire(market);
    const terms = await buildTerms(market);

    const call = create(terms, await signTerms(twin, terms));
    await expectRevert(call, "BadWorkerSignature", [terms.worker, hashTerms(market, terms)]);
  });

  it("error: TermsUsed when the same terms are sent twice", async () => {
    const { terms } = await hire(market);
    await allowFee(market, "poster");

    const call = create(terms, await signTerms(market, terms));
    await expectRevert(call, "TermsUsed", [hashTerms(market, terms)]);
  });

  it("error: TermsUsed even after the worker has left", async () => {
    const { taskId, terms } = await hire(market);
    await allowFee(market, "worker");
    await market.send("worker", "taskRegistry", "leaveTask", [taskId]);
    await allowFee(market, "poster");

    const call = create(terms, await signTerms(market, terms));
    await expectRevert(call, "TermsUsed", [hashTerms(market, terms)]);
  });

  it.each(["micro", "Standard", "standard ", "", "市場"])(
    "error: TermsForOtherMarket for terms on %j",
    async (given) => {
      await readyToHire(market);
      const terms = await buildTerms(market, { market: given });

      const call = create(terms, await signTerms(market, terms));
      await expectRevert(call, "TermsForOtherMarket", [given, "standard"]);
    },
  );

  it("error: NegotiationIdMissing for terms that could be those of an open post", async () => {
    await readyToHire(market);
    const terms = await buildTerms(market, { negotiationId: `0x${"00".repeat(16)}` });

    const call = create(terms, await signTerms(market, terms));
    await expectRevert(call, "NegotiationIdMissing", []);
  });

  it("error: TermsForOtherToken for terms in USDC", async () => {
    await readyToHire(market);
    const terms = await buildTerms(market, { token: market.contracts.usdc });

    const call = create(terms, await signTerms(market, terms));
    const { usdc, tokToken } = market.contracts;
    await expectRevert(call, "TermsForOtherToken", [usdc, tokToken]);
  });

  it("error: TermsForOtherPoster when somebody else sends them", async () => {
    await readyToHire(market);
    await enter(market, "poster2");
    const terms = await buildTerms(market);
    const args = [terms, await signTerms(market, terms), visibility.private, ""] as const;

    const call = market.send("poster2", "taskRegistry", "createTask", args);
    await expectRevert(call, "TermsForOtherPoster", [terms.poster, market.actors.poster2.address]);
  });

  it("error: OwnTask when the poster is its own worker", async () => {
    await readyToHire(market);
    const terms = await buildTerms(market, { worker: market.actors.poster.address });

    const call = create(terms, await signTerms(market, terms, "poster"));
    await expectRevert(call, "OwnTask", [0n, terms.poster]);
  });

  function create(terms: TaskTerms, signature: Hex) {
    const args = [terms, signature, visibility.private, ""] as const;
    return market.send("poster", "taskRegistry", "createTask", args);
  }

  async function giveDeposit(agent: Address) {
    await market.send("stranger", "usdc", "approve", [market.contracts.depositVault, 25n * usd]);
    await market.send("stranger", "depositVault", "topUpFor", [agent, 25n * usd]);
  }

  /** A second market with the same name and the same tokens. */
  async function deployTwin() {
    const { tokToken, usdc } = market.contracts;
    const tokens = { tokToken, usdc, priceFeed: await market.read("usdOracle", "feed", []) };
    return createDriver(market.engine, await deployMarket(market.engine, "standard", tokens));
  }
});

const curveOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

function flipS(signature: Hex): Hex {
  const r = signature.slice(2, 66);
  const s = curveOrder - BigInt(`0x${signature.slice(66, 130)}`);
  const v = signature.endsWith("1b") ? "1c" : "1b";
  return `0x${r}${s.toString(16).padStart(64, "0")}${v}`;
}
