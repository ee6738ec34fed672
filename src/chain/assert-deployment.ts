import { SvcError } from "../errors.js";
import type { Address } from "../primitives/address.js";
import type { MarketName } from "../primitives/market-name.js";
import { depositVaultAbi } from "./abi/deposit-vault.js";
import { paymentGatewayAbi } from "./abi/payment-gateway.js";
import { createContract } from "./contract.js";
import {
  type ContractName,
  contractNames,
  controllers,
  type MarketContracts,
} from "./contracts.js";
import type { Deployment, MarketDeployment } from "./deployment/file.js";
import { RevertError } from "./rpc/failure.js";
import type { Rpc } from "./rpc.js";
import { createTaskRegistryReader } from "./task-registry.js";

/**
 * Makes sure that a deployment file describes what is on the chain: every provider answers for its
 * chain, every contract has code, each registry is of the market it stands for, and the contracts
 * know each other by the addresses of the file. Takes one HTTP request, and with several providers
 * one more to each. Throws `chain_mismatch` or `contract_mismatch`.
 */
export async function assertDeployment(rpc: Rpc, deployment: Deployment): Promise<void> {
  const { chainId } = deployment;
  if (rpc.chainId !== chainId) {
    const text = `The deployment file is for chain ${chainId}, but chain ${rpc.chainId} is asked for.`;
    throw new SvcError("chain_mismatch", text, { expected: chainId, found: rpc.chainId });
  }

  const markets = Object.entries(deployment.markets) as [MarketName, MarketDeployment][];
  const chains = rpc.providerCount > 1 ? assertProviders(rpc) : undefined;
  const contracts = markets.map(([market, entry]) => assertMarket(rpc, market, entry.contracts));
  await Promise.allSettled([chains, ...contracts]);
  // A provider of another chain also explains why contracts are missing, so it comes first.
  await chains;
  await Promise.all(contracts);
}

/** A provider that cannot be reached is no reason to stop: another one answers in its place. */
async function assertProviders(rpc: Rpc): Promise<void> {
  const outcomes = await rpc.askAll({ method: "eth_chainId", params: [] });
  outcomes.forEach((outcome, index) => {
    if (outcome.kind !== "fault" || outcome.fault.kind !== "wrong_chain") return;

    const found = outcome.fault.details.chainId;
    throw new SvcError(
      "chain_mismatch",
      `RPC provider ${index + 1} answers for chain ${found}, but the deployment file is for chain ${rpc.chainId}: take it out of SVC_RPC_URL, or set SVC_DEPLOYMENT to the file of chain ${found}.`,
      { provider: index + 1, expected: rpc.chainId, found },
    );
  });
}

async function assertMarket(rpc: Rpc, market: MarketName, contracts: MarketContracts) {
  const registry = createTaskRegistryReader(rpc, contracts.taskRegistry);
  const code = assertCode(rpc, market, contracts);
  const name = registry.market("latest").catch(refuse(market, "taskRegistry", contracts));
  const links = registry.links("latest").catch(refuse(market, "taskRegistry", contracts));
  const gatewayLinks = readGatewayLinks(rpc, contracts.paymentGateway).catch(
    refuse(market, "paymentGateway", contracts),
  );
  const bindings = controllers.map(([bound, controller]) => {
    const found = readController(rpc, contracts[bound]).catch(refuse(market, bound, contracts));
    return { bound, controller, found };
  });
  await Promise.allSettled([code, name, links, gatewayLinks, ...bindings.map((it) => it.found)]);
  // Missing code explains every other failure, so it comes first.
  await code;
  const found = await name;
  if (found !== market) {
    throw new SvcError(
      "contract_mismatch",
      `The task registry of market ${market} in the deployment file is the one of market ${JSON.stringify(found.slice(0, 40))}: ${advice}`,
      { market, found },
    );
  }
  const { tok, ...others } = await links;
  assertLinks(market, "taskRegistry", { tokToken: tok, ...others }, contracts);
  assertLinks(market, "paymentGateway", await gatewayLinks, contracts);
  for (const { bound, controller, found } of bindings) {
    assertLinks(market, bound, { [controller]: await found }, contracts);
  }
}

type Links = Partial<MarketContracts>;

const advice = "use the file that `svc deploy` wrote for this chain.";

async function assertCode(rpc: Rpc, market: MarketName, contracts: MarketContracts) {
  const codes = await Promise.all(
    contractNames.map((name) => {
      return rpc.call({ method: "eth_getCode", params: [contracts[name]], at: "latest" });
    }),
  );
  codes.forEach((code, index) => {
    if (typeof code === "string" && code.length > 2) return;

    const contract = contractNames[index] as ContractName;
    throw new SvcError(
      "contract_mismatch",
      `There is no contract at ${contracts[contract]} (${contract} of market ${market}) on chain ${rpc.chainId}: ${advice}`,
      { market, contract, address: contracts[contract] },
    );
  });
}

/** A contract that does not know our question is another contract. */
function refuse(market: MarketName, contract: ContractName, contracts: MarketContracts) {
  return (error: unknown): never => {
    if (!(error instanceof RevertError)) throw error;

    const address = contracts[contract];
    throw new SvcError(
      "contract_mismatch",
      `The contract at ${address} is not the ${contract} of market ${market}: ${advice}`,
      { market, contract, address },
    );
  };
}

async function readGatewayLinks(rpc: Rpc, address: Address): Promise<Links> {
  const gateway = createContract(rpc, paymentGatewayAbi, address);
  const [tokToken, usdc, pricingPolicy, usdOracle, stakingVault] = await Promise.all([
    gateway.read("tok", [], "latest"),
    gateway.read("usdc", [], "latest"),
    gateway.read("policy", [], "latest"),
    gateway.read("oracle", [], "latest"),
    gateway.read("staking", [], "latest"),
  ]);
  return { tokToken, usdc, pricingPolicy, usdOracle, stakingVault };
}

/** Every bound contract has the same `controller`; the deposit vault's ABI stands for all. */
function readController(rpc: Rpc, address: Address): Promise<Address> {
  return createContract(rpc, depositVaultAbi, address).read("controller", [], "latest");
}

function assertLinks(
  market: MarketName,
  owner: ContractName,
  links: Links,
  contracts: MarketContracts,
): void {
  for (const [contract, found] of Object.entries(links) as [ContractName, Address][]) {
    const expected = contracts[contract];
    if (found === expected) continue;

    throw new SvcError(
      "contract_mismatch",
      `The ${owner} of market ${market} works with ${contract} ${found}, but the deployment file says ${expected}: ${advice}`,
      { market, contract, expected, found },
    );
  }
}
