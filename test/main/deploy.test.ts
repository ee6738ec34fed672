import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { contractNames } from "../../src/chain/contracts.js";
import { Deployment } from "../../src/chain/deployment/file.js";
import { createDriver } from "../../src/devnet/driver.js";
import { post, tok } from "../../src/devnet/flows.js";
import { run } from "../../src/main/run.js";
import { answer, refuse, useDeployChain } from "../support/deploy-chain.js";

const chain = useDeployChain();

const outPath = () => join(chain.cwd, "svc.deployment.json");
const readOut = () => JSON.parse(readFileSync(outPath(), "utf8"));
const stranger = "0x1111111111111111111111111111111111111111";

const marketSteps = [
  "deploy usdOracle",
  "deploy pricingPolicy",
  "deploy scopeRegistry",
  "deploy reputation",
  "deploy depositVault",
  "deploy escrowVault",
  "deploy stakingVault",
  "deploy paymentGateway",
  "deploy arbitration",
  "deploy taskRegistry",
  "bind scopeRegistry",
  "bind reputation",
  "bind depositVault",
  "bind escrowVault",
  "bind paymentGateway",
  "bind arbitration",
  "bind stakingVault",
];

describe("svc deploy: the plan", () => {
  it("names everything, sends nothing and writes nothing", async () => {
    const { code, out, err } = await chain.deploy([]);

    const { address } = chain.deployer;
    expect([code, err, readdirSync(chain.cwd), await chain.listSent()]).toEqual([0, "", [], []]);
    expect(chain.calls).not.toContain("eth_sendRawTransaction");
    expect(out.replace(/\d+,\d\d\d(,\d\d\d)? gas|0\.03\d* ETH/g, "#")).toMatch(
      `Deploys standard and micro to Base (chain 8453).

  Node        ${new URL(chain.url).host}
  Deployer    ${address}, balance 10000 ETH
  Owner       ${address} (the deployer)
  Treasury    ${address} (the deployer)
  Tok token   new, 1,000,000,000 TOK minted to the owner
  USDC        0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913
  Price feed  new, the owner posts the price, first 0.001 USD
  File        ${outPath()}

Steps:
    1  deploy tokToken                  about #
    2  deploy priceFeed                 about #
    3  standard: deploy usdOracle       about #
`,
    );
    expect(out).toMatch(/36 {2}micro: bind stakingVault .*\n\nNote: The new price feed's answer/);
    expect(out).toMatch(
      /Estimated cost: 0\.03\d+ ETH for 3\d,\d+,\d+ gas at 1 gwei\.\nIt is an es/,
    );
    expect(out).toMatch(
      /\nThe balance suffices\.\n\nNothing has been sent\. Add --yes to deploy\.\n$/,
    );
  });

  it("is one JSON document with --json", async () => {
    const owner = chain.engine.accounts[1]?.address;
    const { out } = await chain.deploy([
      "--json",
      "--market",
      "micro",
      "--owner",
      `${owner}`,
      "--treasury",
      stranger,
      "--tok-supply",
      "5",
      "--tok-price",
      "1.5",
      "--chain-name",
      "Mine",
      "--out",
      "a.json",
    ]);

    const { steps, cost, ...plan } = JSON.parse(out);
    expect(plan).toEqual({
      status: "planned",
      chain: { id: 8453, name: "Mine" },
      rpcHost: new URL(chain.url).host,
      deployer: { address: chain.deployer.address, balanceWei: (10_000n * tok).toString() },
      settings: {
        markets: ["micro"],
        owner,
        treasury: stranger,
        usdc: chain.tokens.usdc,
        tokToken: { supplyWei: (5n * tok).toString() },
        priceFeed: { priceUsd8: "150000000" },
      },
      out: join(chain.cwd, "a.json"),
      notes: [expect.stringContaining("counts for 24 hours")],
    });
    expect(steps.map(({ id, status }: Record<string, string>) => `${id} ${status}`)).toEqual(
      ["deploy tokToken", "deploy priceFeed", ...marketSteps.map((step) => `micro: ${step}`)].map(
        (id) => `${id} todo`,
      ),
    );
    const gas = steps.reduce((sum: bigint, step: { gas: string }) => sum + BigInt(step.gas), 0n);
    expect(cost).toEqual({
      estimate: true,
      gas: gas.toString(),
      feePerGasWei: "1000000000",
      dataFeeWei: "0",
      totalWei: (gas * 1_000_000_000n).toString(),
      enough: true,
      missingWei: "0",
    });
  });

  it("estimates within a tenth of what the deployment then costs", async () => {
    const plan = JSON.parse((await chain.deploy(["--json"])).out);
    await chain.deploy(["--yes"]);

    const used = (await chain.listSent()).reduce((sum, { gasUsed }) => sum + gasUsed, 0n);
    expect(Number(plan.cost.gas) / Number(used)).toBeGreaterThan(0.99);
    expect(Number(plan.cost.gas) / Number(used)).toBeLessThan(1.1);
  });

  it("counts what a rollup takes for publishing data", async () => {
    // Answers 7 * 10^15 to whatever it is asked.
    const code = `0x66${(7n * 10n ** 15n).toString(16).padStart(14, "0")}60005260206000f3`;
    const oracle = "0x420000000000000000000000000000000000000F";
    await chain.engine.request("hardhat_setCode", [oracle, code]);

    const { cost } = JSON.parse((await chain.deploy(["--json"])).out);
    const { out } = await chain.deploy([]);

    expect(cost.dataFeeWei).toBe("7000000000000000");
    expect(BigInt(cost.totalWei)).toBe(BigInt(cost.gas) * 10n ** 9n + 7n * 10n ** 15n);
    expect(out).toContain(" gwei, 0.007 ETH of it for publishing data.\n");
    await chain.engine.request("hardhat_setCode", [oracle, "0x"]);
  });

  it("says so when the balance does not suffice", async () => {
    await setBalance(10n ** 15n);
    const { code, out } = await chain.deploy([]);

    expect(code).toBe(0);
    expect(out).toMatch(/balance 0\.001 ETH/);
    expect(out).toMatch(/The balance does NOT suffice: 0\.0\d+ ETH are missing\./);
  });

  it("warns of a feed that is out of date", async () => {
    await chain.deploy(["--yes", "--market", "micro", "--tok-price", "0.5"]);
    const { contracts } = readOut().markets.micro;
    const feed = await createDriver(chain.engine, contracts).read("usdOracle", "feed", []);
    const plan = ["--json", "--out", "b.json", "--price-feed", feed];
    const fresh = JSON.parse((await chain.deploy(plan)).out);
    await chain.engine.request("evm_increaseTime", [90_000]);
    await chain.engine.request("evm_mine");
    const stale = JSON.parse((await chain.deploy(plan)).out);

    expect([fresh.notes, stale.notes]).toEqual([
      [],
      [expect.stringContaining("last updated more than 24 hours ago")],
    ]);
  });
});

describe("svc deploy --yes", () => {
  it("deploys both markets and writes a file whose contracts answer", async () => {
    const owner = chain.engine.accounts[1]?.address as `0x${string}`;
    const { code, out, err } = await chain.deploy(["--yes", "--owner", owner]);

    expect(code).toBe(0);
    expect(out).toContain(`Deployed, read back and checked. Written to ${outPath()}.\n`);
    expect(err.split("\n").filter((line) => / mined in block \d+/.test(line))).toHaveLength(36);
    expect(readdirSync(chain.cwd)).toEqual(["svc.deployment.json"]);
    const deployment = Deployment.parse(readOut());
    const { standard, micro } = deployment.markets;
    if (standard === undefined || micro === undefined) throw new Error("A market is missing.");
    expect([deployment.chainId, deployment.chainName]).toEqual([8453, "Base"]);
    expect(standard.contracts.tokToken).toBe(micro.contracts.tokToken);
    const sent = await chain.listSent();
    expect(sent.map(({ ok }) => ok)).toEqual(Array(36).fill(true));
    const created = [standard, micro].flatMap(({ contracts }) => Object.values(contracts));
    expect(new Set(created.map((address) => address.toLowerCase()))).toEqual(
      new Set([...(await chain.listCreated()).filter((_, index) => index !== 1), usdc()]),
    );
    for (const [name, market] of Object.entries({ standard, micro })) {
      const driver = createDriver(chain.engine, market.contracts);
      expect(await driver.read("taskRegistry", "market", [])).toBe(name);
      expect(await post(driver)).toBe(1n);
      expect(await hasEventsBefore(market.fromBlock, Object.values(market.contracts))).toBe(false);
    }
  });

  it("is one JSON document with --json", async () => {
    const { code, out, err } = await chain.deploy(["--yes", "--json", "--market", "standard"]);

    const result = JSON.parse(out);
    const sent = await chain.listSent();
    expect([code, result.status, result.out]).toEqual([0, "deployed", outPath()]);
    expect(result.deployment).toEqual(readOut());
    expect(result.transactions.map(({ hash }: { hash: string }) => hash)).toEqual(
      sent.map(({ hash }) => hash),
    );
    expect(err).toContain("[ 1/19] deploy tokToken 0x");
  });

  it("builds on a token, a USDC and a feed that are there", async () => {
    const { tokToken, usdc, priceFeed } = chain.tokens;
    const { code } = await chain.deploy([
      "--yes",
      "--market",
      "standard",
      "--tok",
      tokToken,
      "--usdc",
      usdc,
      "--price-feed",
      priceFeed,
      "--treasury",
      stranger,
    ]);

    const { contracts } = readOut().markets.standard;
    const driver = createDriver(chain.engine, contracts);
    expect([code, contracts.tokToken, contracts.usdc]).toEqual([0, tokToken, usdc]);
    expect(await driver.read("usdOracle", "feed", [])).toBe(priceFeed);
    expect(await driver.read("paymentGateway", "treasury", [])).toBe(stranger);
    expect(await chain.listCreated()).toHaveLength(10);
  });

  it("adds the other market to a file, with the same tokens and feed", async () => {
    await chain.deploy(["--yes", "--market", "standard", "--chain-name", "Mine"]);
    const before = readOut();
    const plan = await chain.deploy([]);
    const { code } = await chain.deploy(["--yes"]);

    const after = Deployment.parse(readOut());
    const { standard, micro } = after.markets;
    if (standard === undefined || micro === undefined) throw new Error("A market is missing.");
    expect(plan.out).toContain(`File        ${outPath()} (added to it)\n`);
    expect([code, after.chainName, standard]).toEqual([0, "Mine", before.markets.standard]);
    expect(micro.contracts.tokToken).toBe(standard.contracts.tokToken);
    const feeds = [standard, micro].map(({ contracts }) =>
      createDriver(chain.engine, contracts).read("usdOracle", "feed", []),
    );
    expect(await feeds[0]).toBe(await feeds[1]);
    expect(await chain.listCreated()).toHaveLength(22);
  });

  it("works on a chain without a base fee", async () => {
    chain.intercept = async ({ method, forward }) => {
      if (method === "eth_maxPriorityFeePerGas") return refuse("method not found", -32_601);
      if (method !== "eth_getBlockByNumber") return undefined;
      return (await forward()).replace(/"baseFeePerGas":"0x[0-9a-f]+",?/, "");
    };
    const { code } = await chain.deploy(["--yes", "--market", "micro"]);

    expect([code, new Set((await chain.listSent()).map(({ type }) => type))]).toEqual([
      0,
      new Set(["0x0"]),
    ]);
  });

  it("takes over the lock of a process that has ended", async () => {
    writeFileSync(`${outPath()}.lock`, "4194304999\n");
    const { code } = await chain.deploy(["--yes", "--market", "micro"]);

    expect([code, readdirSync(chain.cwd)]).toEqual([0, ["svc.deployment.json"]]);
  });
});

describe("svc deploy: what it refuses", () => {
  const nothing = async () => {
    expect(await chain.listSent()).toEqual([]);
    expect(chain.calls).not.toContain("eth_sendRawTransaction");
  };
  afterEach(nothing);

  it.each([undefined, "", "  "])("error: PRIVATE_KEY %j ends with 2", async (PRIVATE_KEY) => {
    expect(await chain.deploy(["--yes"], { env: { PRIVATE_KEY } })).toEqual({
      code: 2,
      out: "",
      err: "error: PRIVATE_KEY is not set: this command signs with it.\n",
    });
  });

  it("error: a malformed key ends with 2 and is not shown", async () => {
    const PRIVATE_KEY = `${chain.deployer.privateKey}ab`;

    expect(await chain.deploy(["--yes"], { env: { PRIVATE_KEY } })).toEqual({
      code: 2,
      out: "",
      err: "error: PRIVATE_KEY must be 32 bytes: 0x and 64 hex digits.\n",
    });
  });

  it("error: no node ends with 2 instead of trying a public one", async () => {
    const { code, err } = await chain.deploy([], { env: { SVC_RPC_URL: undefined } });

    expect([code, err]).toEqual([
      2,
      "error: Which chain? Name its node with --rpc-url, SVC_RPC_URL or CHAIN_RPC_URL. See svc deploy --help.\n",
    ]);
  });

  it("takes the node from --rpc-url, then SVC_RPC_URL, then CHAIN_RPC_URL, the first of a list", async () => {
    const bad = "http://127.0.0.1:1";
    const list = `${chain.url},${bad}`;
    const codes = [
      await chain.deploy(["--rpc-url", list], { env: { SVC_RPC_URL: bad, CHAIN_RPC_URL: bad } }),
      await chain.deploy([], { env: { SVC_RPC_URL: list, CHAIN_RPC_URL: bad } }),
      await chain.deploy([], { env: { SVC_RPC_URL: undefined, CHAIN_RPC_URL: list } }),
    ].map(({ code }) => code);

    expect(codes).toEqual([0, 0, 0]);
  });

  it.each([
    [["--market", "mini"], "--market must be standard, micro or both. See svc deploy --help."],
    [
      ["--rpc-url", "ftp://x/k"],
      "--rpc-url must be an http:// or https:// URL. See svc deploy --help.",
    ],
    [["--owner", "0x12"], "--owner: Expected an address: 0x and 40 hex digits."],
    [["--owner", `0x${"0".repeat(40)}`], "--owner: the zero address belongs to nobody."],
    [["--treasury", `0x${"0".repeat(40)}`], "--treasury: the zero address belongs to nobody."],
    [
      ["--tok-supply", "1.5"],
      "--tok-supply must be a whole number above zero. See svc deploy --help.",
    ],
    [
      ["--tok-supply", "0"],
      "--tok-supply must be a whole number above zero. See svc deploy --help.",
    ],
    [
      ["--tok-price", "0.000000001"],
      "--tok-price must be a number with at most 8 decimals above zero. See svc deploy --help.",
    ],
    [
      ["--tok", stranger, "--tok-supply", "1"],
      "--tok-supply is for a new token: leave it out with --tok. See svc deploy --help.",
    ],
    [
      ["--price-feed", stranger, "--tok-price", "1"],
      "--tok-price is for a new feed: leave it out with --price-feed. See svc deploy --help.",
    ],
    [
      ["--timeout", "0"],
      "--timeout must be a number of seconds from 1 to 99999. See svc deploy --help.",
    ],
    [
      ["--tok", stranger],
      `--tok must be a contract; there is no code at ${stranger} on this chain.`,
    ],
    [
      ["--usdc", stranger],
      `--usdc must be a contract; there is no code at ${stranger} on this chain.`,
    ],
    [
      ["--price-feed", stranger],
      `--price-feed must be a contract; there is no code at ${stranger} on this chain.`,
    ],
  ])("error: %j ends with 2 and a sentence", async (argv, sentence) => {
    expect(await chain.deploy([...argv, "--yes"])).toEqual({
      code: 2,
      out: "",
      err: `error: ${sentence}\n`,
    });
  });

  it("error: contracts that are not what they should be", async () => {
    const { tokToken, usdc } = chain.tokens;
    const errors = [
      await chain.deploy(["--yes", "--tok", usdc]),
      await chain.deploy(["--yes", "--usdc", tokToken]),
      await chain.deploy(["--yes", "--price-feed", usdc]),
      await chain.deploy(["--yes", "--tok", chain.engine.accounts[0]?.address ?? ""]),
    ].map(({ code, err }) => [code, err]);

    expect(errors).toEqual([
      [2, `error: --tok must be a token with 18 decimals; ${usdc} has 6 decimals.\n`],
      [2, `error: --usdc must be a token with 6 decimals; ${tokToken} has 18 decimals.\n`],
      [
        2,
        `error: --price-feed must be a price feed with a positive answer and at most 18 decimals; ${usdc} is none.\n`,
      ],
      [2, expect.stringContaining("--tok must be a contract; there is no code at")],
    ]);
  });

  it("error: a folder that is missing", async () => {
    const { code, err } = await chain.deploy(["--out", "no/where.json"]);

    expect([code, err]).toEqual([
      2,
      `error: --out: the folder ${join(chain.cwd, "no")} is missing or cannot be written to.\n`,
    ]);
  });

  it("error: too little balance ends with 1 before anything is sent", async () => {
    await setBalance(10n ** 15n);
    const { code, err } = await chain.deploy(["--yes"]);

    expect(code).toBe(1);
    expect(err).toMatch(
      /^error: The balance does not suffice: send 0\.0\d+ ETH or more to 0x\w+ \(estimated cost 0\.0\d+ ETH\), then run the same command again\. Nothing has been sent\.\n$/,
    );
    expect(readdirSync(chain.cwd)).toEqual([]);
  });

  it("error: an unknown chain needs --usdc", async () => {
    chain.intercept = async ({ method }) => (method === "eth_chainId" ? answer("0x1") : undefined);
    const without = await chain.deploy([]);
    const { code, out } = await chain.deploy(["--usdc", chain.tokens.usdc]);

    expect([without.code, without.err]).toEqual([
      2,
      "error: --usdc: the USDC of chain 1 is not known: name its address.\n",
    ]);
    expect([code, out.split("\n")[0]]).toEqual([
      0,
      "Deploys standard and micro to chain 1 (chain 1).",
    ]);
  });

  it("error: an EVM that is too old", async () => {
    chain.intercept = async ({ method, params }) => {
      const { data } = (params[0] ?? {}) as { data?: string };
      return method === "eth_call" && data === "0x5f5c5f5ff3"
        ? refuse("invalid opcode")
        : undefined;
    };

    expect(await chain.deploy(["--yes"])).toEqual({
      code: 1,
      out: "",
      err: "error: This chain's EVM is too old: the contracts need transient storage (the Cancun upgrade).\n",
    });
  });

  it("error: a node that cannot be reached shows its host and no more of its URL", async () => {
    const { code, err } = await chain.deploy([
      "--rpc-url",
      "http://127.0.0.1:1/v2/secret?k=secret",
    ]);

    expect([code, err]).toEqual([1, "error: The node 127.0.0.1:1 cannot be reached.\n"]);
  });

  it("error: a node that answers with an error or nonsense", async () => {
    chain.intercept = async () => refuse("no\u001b[31m key at https://x.example/secret");
    const refused = await chain.deploy([]);
    chain.intercept = async () => answer("many");
    const odd = await chain.deploy([]);

    const { host } = new URL(chain.url);
    expect([refused.err, odd.err]).toEqual([
      `error: The node ${host} answered eth_chainId with "no [31m key at (URL)".\n`,
      `error: The node ${host} answered eth_chainId with nonsense.\n`,
    ]);
  });

  it("error: a node that repeats the key of its URL is quoted without it", async () => {
    chain.intercept = async () => refuse("key /v2/s3cret?k=hidden is over quota");
    const { err } = await chain.deploy(["--rpc-url", `${chain.url}/v2/s3cret?k=hidden`]);

    expect(err).toContain("is over quota");
    expect(err).not.toMatch(/s3cret|hidden/);
  });

  it("error: a node that asks for far more per gas than the plan said gets nothing", async () => {
    let tips = 0;
    chain.intercept = async ({ method }) => {
      if (method !== "eth_maxPriorityFeePerGas") return undefined;
      return answer(tips++ === 0 ? "0x3b9aca00" : "0x5af3107a4000");
    };
    const { code, err } = await chain.deploy(["--yes"]);

    expect([code, await chain.listSent()]).toEqual([1, []]);
    expect(err).toContain("The node asks for 100000 gwei per gas, far more than the plan said");
  });

  it("error: a file of another chain, and one that is no deployment file, stay as they are", async () => {
    const other = JSON.stringify({ ...validFile(), chainId: 1 });
    writeFileSync(outPath(), other);
    const wrongChain = await chain.deploy(["--yes"]);
    const kept = readFileSync(outPath(), "utf8");
    writeFileSync(outPath(), "{}");
    const notOurs = await chain.deploy(["--yes"]);

    expect([wrongChain.code, wrongChain.err, kept]).toEqual([
      1,
      `error: ${outPath()} is of chain 1, but the node is of chain 8453: name another --out, or the RPC of chain 1.\n`,
      other,
    ]);
    expect([notOurs.code, notOurs.err, readFileSync(outPath(), "utf8")]).toEqual([
      1,
      `error: ${outPath()} exists and is not a deployment file: name another --out, or move it away.\n`,
      "{}",
    ]);
  });

  it("error: a file that has the market already", async () => {
    writeFileSync(outPath(), JSON.stringify(validFile()));
    const { code, err } = await chain.deploy(["--yes", "--market", "standard"]);

    expect([code, err]).toEqual([
      1,
      `error: ${outPath()} has standard already: name another --out, or move the file away to deploy anew.\n`,
    ]);
  });

  it("error: other tokens than those of the file the market is added to", async () => {
    writeFileSync(outPath(), JSON.stringify(validFile()));
    const { tokToken } = chain.tokens;
    const tokens = await chain.deploy(["--tok", tokToken]);
    const supply = await chain.deploy(["--tok-supply", "1"]);
    const feed = await chain.deploy([]);

    expect([tokens.err, supply.err, feed.err]).toEqual([
      `error: --tok: both markets share it, and the file has ${stranger}.\n`,
      "error: --tok-supply: the market is added to a file that has a token already.\n",
      "error: --price-feed: the market that is there already does not answer with its own.\n",
    ]);
  });

  it("error: another deployment at work on the same file", async () => {
    writeFileSync(`${outPath()}.lock`, `${process.ppid}\n`);
    const { code, err } = await chain.deploy(["--yes"]);

    expect([code, err]).toEqual([
      1,
      `error: Another svc deploy (process ${process.ppid}) is at work on ${outPath()}: wait for it, or delete ${outPath()}.lock if it is not.\n`,
    ]);
  });
});

describe("svc deploy --help", () => {
  it("shows every flag without a key or a node", async () => {
    let out = "";
    const code = await run(["deploy", "--help"], {
      env: {},
      cwd: chain.cwd,
      stdout: (text) => {
        out += text;
      },
      stderr: () => {},
      signal: new AbortController().signal,
      isTty: false,
    });

    const flags = [...out.matchAll(/^ {2}--([\w-]+)/gm)].map(([, name]) => name);
    expect([code, flags]).toEqual([
      0,
      [
        "market",
        "rpc-url",
        "out",
        "owner",
        "treasury",
        "tok",
        "tok-supply",
        "usdc",
        "price-feed",
        "tok-price",
        "chain-name",
        "timeout",
        "yes",
        "json",
        "help",
      ],
    ]);
  });
});

const usdc = () => chain.tokens.usdc.toLowerCase();

async function setBalance(wei: bigint): Promise<void> {
  const { address } = chain.deployer;
  await chain.engine.request("hardhat_setBalance", [address, `0x${wei.toString(16)}`]);
}

async function hasEventsBefore(block: number, address: readonly string[]): Promise<boolean> {
  const toBlock = `0x${(block - 1).toString(16)}`;
  const own = address.filter((each) => each.toLowerCase() !== usdc());
  const logs = await chain.engine.request("eth_getLogs", [
    { fromBlock: "0x0", toBlock, address: own },
  ]);
  // The token is older than the market: both markets share it.
  return (logs as { topics: string[] }[]).some(({ topics }) => topics[0] !== transferTopic);
}

const transferTopic = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";

/** A file with one market whose contracts are all at an address without code. */
function validFile(): Deployment {
  const contracts = Object.fromEntries(contractNames.map((name) => [name, stranger]));
  return Deployment.parse({
    version: 1,
    chainId: 8453,
    chainName: "Base",
    markets: { standard: { fromBlock: 1, contracts } },
  });
}
