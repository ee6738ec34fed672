import { formatUnits } from "viem";
import type { Deployment } from "../chain/deployment/file.js";
import type { StepRecord } from "../chain/deployment/journal.js";
import type { DeployPlan } from "../chain/deployment/plan.js";
import type { Progress } from "../chain/deployment/run.js";
import type { DeploySettings } from "../chain/deployment/settings.js";
import { formatRows } from "./flags.js";

/** Writes a plan for people; `file` says where the result goes. */
export function formatPlan(plan: DeployPlan, file: string): string {
  const { settings, deployer, steps, cost, chainName, chainId } = plan;
  const done = steps.filter(({ status }) => status === "done").length;
  const who = (address: string) => (address === deployer ? `${address} (the deployer)` : address);
  return [
    `Deploys ${settings.markets.join(" and ")} to ${chainName} (chain ${chainId}).\n`,
    formatRows([
      ["Node", plan.rpcHost],
      ["Deployer", `${deployer}, balance ${formatBalance(plan.balanceWei)} ETH`],
      ["Owner", who(settings.owner)],
      ["Treasury", who(settings.treasury)],
      ["Tok token", formatTok(settings.tokToken)],
      ["USDC", settings.usdc],
      ["Price feed", formatFeed(settings.priceFeed)],
      ["File", file],
    ]),
    done === 0 ? "Steps:" : `Steps (${done} of ${steps.length} done by an earlier run):`,
    formatRows(
      steps.map(({ id, status }, index) => [
        `${`${index + 1}`.padStart(3)}  ${id}`,
        status === "done" ? "done" : formatStepGas(plan, id, status),
      ]),
    ),
    ...plan.notes.map((note) => `Note: ${note}\n`),
    `Estimated cost: ${formatEth(cost.totalWei)} ETH for ${formatNumber(cost.gas)} gas at ${formatUnits(cost.feePerGasWei, 9)} gwei${
      cost.dataFeeWei === 0n ? "" : `, ${formatEth(cost.dataFeeWei)} ETH of it for publishing data`
    }.`,
    "It is an estimate: fees change from block to block.",
    plan.missingWei === 0n
      ? "The balance suffices.\n"
      : `The balance does NOT suffice: ${formatEth(plan.missingWei)} ETH are missing.\n`,
  ].join("\n");
}

/** Writes a plan for programs; amounts are decimal strings. */
export function toPlanJson(plan: DeployPlan, out: string) {
  const { settings, cost } = plan;
  return {
    chain: { id: plan.chainId, name: plan.chainName },
    rpcHost: plan.rpcHost,
    deployer: { address: plan.deployer, balanceWei: plan.balanceWei.toString() },
    settings,
    out,
    steps: plan.steps.map(({ id, status }) => {
      const gas = cost.steps[id];
      return { id, status, gas: gas?.gas.toString() ?? null, gasSource: gas?.source ?? null };
    }),
    cost: {
      estimate: true,
      gas: cost.gas.toString(),
      feePerGasWei: cost.feePerGasWei.toString(),
      dataFeeWei: cost.dataFeeWei.toString(),
      totalWei: cost.totalWei.toString(),
      enough: plan.missingWei === 0n,
      missingWei: plan.missingWei.toString(),
    },
    notes: plan.notes,
  };
}

/** Writes what was deployed, for people. */
export function formatDeployment(deployment: Deployment, markets: readonly string[], out: string) {
  const parts = Object.entries(deployment.markets)
    .filter(([market]) => markets.includes(market))
    .map(([market, { contracts }]) => `\n${market}:\n${formatRows(Object.entries(contracts))}`);
  return `${parts.join("")}
Deployed, read back and checked. Written to ${out}.
Next: the owner opens the Union with openStaking() on each stakingVault when it should start, and
posts prices to a feed that was deployed here (feed() of each usdOracle names it).
Set SVC_RPC_URL to a node of this chain and run svc doctor to check this machine against it.
`;
}

/** Reports each step in one line, begun when it starts and ended when it is mined. */
export function createProgress(write: (text: string) => void): Progress & { end(): void } {
  let open = false;
  const end = (text: string) => {
    if (open) write(`${text}\n`);
    open = false;
  };
  const where = ({ block, address }: StepRecord) =>
    `block ${block}${address === undefined ? "" : `, at ${address}`}`;
  return {
    begin({ id }, number, count) {
      write(`[${`${number}`.padStart(`${count}`.length)}/${count}] ${id}`);
      open = true;
    },
    sent: (hash) => write(` ${hash} …`),
    mined: (record) => end(` mined in ${where(record)}`),
    skipped: (record) => end(` done before, ${where(record)}`),
    end: () => end(""),
  };
}

/** Writes wei in ETH with at most 6 places, rounded up, so that a cost is never shown too small. */
export function formatEth(wei: bigint): string {
  const unit = 10n ** 12n;
  return formatUnits((wei + unit - 1n) / unit, 6);
}

/** A balance is never shown too large. */
function formatBalance(wei: bigint): string {
  return formatUnits(wei / 10n ** 12n, 6);
}

function formatStepGas(plan: DeployPlan, id: string, status: string): string {
  const gas = plan.cost.steps[id];
  const amount = gas === undefined ? "" : `about ${formatNumber(gas.gas)} gas`;
  return status === "sent" ? `${amount}, sent by an earlier run` : amount;
}

function formatTok(tok: DeploySettings["tokToken"]): string {
  return "at" in tok
    ? tok.at
    : `new, ${formatNumber(BigInt(tok.supplyWei) / 10n ** 18n)} TOK minted to the owner`;
}

function formatFeed(feed: DeploySettings["priceFeed"]): string {
  return "at" in feed
    ? feed.at
    : `new, the owner posts the price, first ${formatUnits(BigInt(feed.priceUsd8), 8)} USD`;
}

function formatNumber(value: bigint): string {
  return value.toLocaleString("en-US");
}
