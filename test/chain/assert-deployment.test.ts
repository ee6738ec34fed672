import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { assertDeployment } from "../../src/chain/assert-deployment.js";
import type { ContractName, MarketContracts } from "../../src/chain/contracts.js";
import type { Deployment } from "../../src/chain/deployment/file.js";
import { deployMarket } from "../../src/devnet/deploy.js";
import type { Address } from "../../src/primitives/address.js";
import { useDevnet } from "./support/devnet.js";

const devnet = useDevnet();
let deployment: Deployment;
let micro: MarketContracts;

beforeAll(async () => {
  const { market, tokens } = devnet;
  micro = await deployMarket(market.engine, "micro", tokens);
  deployment = {
    version: 1,
    chainId: 8453,
    chainName: "Devnet",
    markets: {
      standard: { fromBlock: 0, contracts: market.contracts },
      micro: { fromBlock: 0, contracts: micro },
    },
  };
});
beforeEach(() => {
  devnet.proxy.reset();
  devnet.second.reset();
});

function both() {
  return devnet.rpc({ urls: [devnet.proxy.url, devnet.second.url] });
}

/** The deployment with one address of the standard market replaced. */
function withContract(name: ContractName, address: Address): Deployment {
  const contracts = { ...devnet.market.contracts, [name]: address };
  return { ...deployment, markets: { standard: { fromBlock: 0, contracts } } };
}

describe("assertDeployment", () => {
  it("accepts what is deployed, in one request", async () => {
    await assertDeployment(devnet.rpc(), deployment);

    expect(devnet.proxy.requests).toHaveLength(1);
  });

  it("asks every provider for its chain id", async () => {
    await assertDeployment(both(), deployment);

    expect(devnet.second.requests).toEqual([["eth_chainId", "eth_chainId"]]);
  });

  it("does without a provider that cannot be reached", async () => {
    devnet.proxy.be({ fault: { kind: "reset" } });

    await assertDeployment(both(), deployment);

    expect(devnet.second.requests.length).toBeGreaterThan(0);
  });

  it("error: a further provider of another chain is refused by its position", async () => {
    devnet.second.be({ chainId: 1 });

    await expect(assertDeployment(both(), deployment)).rejects.toMatchObject({
      code: "chain_mismatch",
      message:
        "RPC provider 2 answers for chain 1, but the deployment file is for chain 8453: take it out of SVC_RPC_URL, or set SVC_DEPLOYMENT to the file of chain 1.",
      facts: { provider: 2, expected: 8453, found: 1 },
    });
  });

  it("error: a lone provider of another chain is refused", async () => {
    devnet.proxy.be({ chainId: 1 });

    await expect(assertDeployment(devnet.rpc(), deployment)).rejects.toMatchObject({
      code: "chain_mismatch",
      message: expect.stringContaining("provider 1 answers for chain 1 instead of 8453"),
    });
  });

  it("error: a file of another chain than the client's is refused", async () => {
    await expect(
      assertDeployment(devnet.rpc(), { ...deployment, chainId: 10 }),
    ).rejects.toMatchObject({
      code: "chain_mismatch",
      message: "The deployment file is for chain 10, but chain 8453 is asked for.",
    });
  });

  it.each<ContractName>(["taskRegistry", "usdc", "reputation", "paymentGateway"])(
    "error: %s without code is named",
    async (contract) => {
      const address = `0x${"1".repeat(40)}` as const;

      await expect(
        assertDeployment(devnet.rpc(), withContract(contract, address)),
      ).rejects.toMatchObject({
        code: "contract_mismatch",
        message: `There is no contract at ${address} (${contract} of market standard) on chain 8453: use the file that \`svc deploy\` wrote for this chain.`,
        facts: { market: "standard", contract, address },
      });
    },
  );

  it("error: a contract that obeys nobody is refused", async () => {
    const { engine, contracts } = devnet.market;
    const snapshot = await engine.request("evm_snapshot");
    // The controller is the first thing a scope registry stores.
    const empty = `0x${"0".repeat(64)}`;
    await engine.request("hardhat_setStorageAt", [contracts.scopeRegistry, "0x0", empty]);
    const found = `0x${"0".repeat(40)}`;

    const assertion = assertDeployment(devnet.rpc(), deployment);
    await expect(assertion).rejects.toMatchObject({
      code: "contract_mismatch",
      message: `The scopeRegistry of market standard works with taskRegistry ${found}, but the deployment file says ${contracts.taskRegistry}: use the file that \`svc deploy\` wrote for this chain.`,
    });
    await engine.request("evm_revert", [snapshot]);
  });

  it("error: the registry of another market is refused", async () => {
    const wrong = { ...deployment, markets: { standard: { fromBlock: 0, contracts: micro } } };

    await expect(assertDeployment(devnet.rpc(), wrong)).rejects.toMatchObject({
      code: "contract_mismatch",
      message:
        'The task registry of market standard in the deployment file is the one of market "micro": use the file that `svc deploy` wrote for this chain.',
    });
  });

  it.each<[ContractName, ContractName]>([
    ["depositVault", "taskRegistry"],
    ["escrowVault", "taskRegistry"],
    ["pricingPolicy", "taskRegistry"],
    ["scopeRegistry", "taskRegistry"],
    ["arbitration", "taskRegistry"],
    ["reputation", "taskRegistry"],
    ["paymentGateway", "taskRegistry"],
    ["stakingVault", "paymentGateway"],
    ["usdOracle", "paymentGateway"],
  ])("error: %s of another market is noticed by the %s", async (contract, owner) => {
    const found = devnet.market.contracts[contract];
    const expected = micro[contract];

    await expect(
      assertDeployment(devnet.rpc(), withContract(contract, expected)),
    ).rejects.toMatchObject({
      code: "contract_mismatch",
      message: `The ${owner} of market standard works with ${contract} ${found}, but the deployment file says ${expected}: use the file that \`svc deploy\` wrote for this chain.`,
      facts: { market: "standard", contract, expected, found },
    });
  });

  it.each<ContractName>(["taskRegistry", "paymentGateway"])(
    "error: another kind of contract in place of the %s is refused",
    async (contract) => {
      const address = devnet.market.contracts.usdc;

      await expect(
        assertDeployment(devnet.rpc(), withContract(contract, address)),
      ).rejects.toMatchObject({
        code: "contract_mismatch",
        message: expect.stringContaining(address),
      });
    },
  );
});
