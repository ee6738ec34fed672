import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Hex, parseTransaction } from "viem";
import { describe, expect, it } from "vitest";
import { Deployment } from "../../src/chain/deployment/file.js";
import { Journal } from "../../src/chain/deployment/journal.js";
import { createDriver } from "../../src/devnet/driver.js";
import { answer, type PassingCall, refuse, useDeployChain } from "../support/deploy-chain.js";

const chain = useDeployChain();

const outPath = () => join(chain.cwd, "svc.deployment.json");
const journalPath = () => `${outPath()}.progress.json`;
const readJournal = () => Journal.parse(JSON.parse(readFileSync(journalPath(), "utf8")));
const micro = ["--yes", "--market", "micro"];
const microSteps = 19;
const microContracts = 12;
const stranger = "0x1111111111111111111111111111111111111111";
const goOn = "Run the same command again: it goes on from there and repeats nothing.";

/** Ways in which a run dies at one transaction; all calls after that fail, too. */
const deaths = {
  "before it is sent": async () => refuse("gone"),
  "after it is sent, before the answer": async ({ forward }: PassingCall) => {
    await forward();
    return refuse("gone");
  },
  "before the receipt": ({ forward }: PassingCall) => forward(),
};

/** Lets transactions through until the given one, counted from 1, and then dies. */
function dieAt(number: number, death: keyof typeof deaths): void {
  let sent = 0;
  let dead = false;
  chain.intercept = async (call) => {
    if (dead) return refuse("gone");
    if (call.method !== "eth_sendRawTransaction" || ++sent < number) return undefined;
    dead = true;
    return deaths[death](call);
  };
}

/** Runs the command against a healthy chain and expects one whole deployment and no rest. */
async function expectFinishes(argv = micro): Promise<void> {
  chain.intercept = undefined;
  const { code, err } = await chain.deploy(argv);
  expect([code, err]).toEqual([0, expect.stringMatching(/ mined in | done before, /)]);
  await expectWhole();
}

async function expectWhole(): Promise<void> {
  expect(readdirSync(chain.cwd)).toEqual(["svc.deployment.json"]);
  const file = Deployment.parse(JSON.parse(readFileSync(outPath(), "utf8")));
  expect(Object.keys(file.markets)).toEqual(["micro"]);
  const contracts = file.markets.micro?.contracts;
  if (contracts === undefined) throw new Error("The market is missing.");

  const driver = createDriver(chain.engine, contracts);
  const feed = await driver.read("usdOracle", "feed", []);
  const own = Object.entries(contracts).filter(([name]) => name !== "usdc");
  const addresses = [...own.map(([, address]) => address), feed];
  expect((await chain.listCreated()).sort()).toEqual(
    addresses.map((address) => address.toLowerCase()).sort(),
  );
  expect(addresses).toHaveLength(microContracts);
  expect(await driver.read("stakingVault", "controller", [])).toBe(contracts.paymentGateway);
}

describe("svc deploy after a failure", () => {
  it("goes on after it died twice at every step, and deploys nothing twice", async () => {
    const failures: string[] = [];
    for (let step = 1; step <= microSteps; step++) {
      // The journal knows the transaction, the chain does not.
      dieAt(1, "before it is sent");
      failures.push(getError(await chain.deploy(micro)));
      expect(await chain.listSent()).toHaveLength(step - 1);

      // The chain has it, the run does not know: the next one must find out by itself.
      dieAt(1, step % 2 === 0 ? "after it is sent, before the answer" : "before the receipt");
      failures.push(getError(await chain.deploy(micro)));
      expect(await chain.listSent()).toHaveLength(step);
      expect(Object.values(readJournal().steps).map(({ block }) => block !== undefined)).toEqual(
        Array.from({ length: step }, (_, index) => index < step - 1),
      );
    }
    await expectFinishes();

    expect(failures).toEqual(
      Array(2 * microSteps).fill(
        expect.stringMatching(
          /^error: Step "[\w: ]+" did not finish \(transaction 0x[0-9a-f]{64}\): The node [\d.:]+ answered \w+ with "gone"\. Run the same command again: it goes on from there and repeats nothing\.\n$/,
        ),
      ),
    );
    expect((await chain.listSent()).map(({ nonce, ok }) => [nonce, ok])).toEqual(
      Array.from({ length: microSteps }, (_, nonce) => [nonce, true]),
    );
  });

  it.each([1, 12, 19])("finds the receipt of step %i that it never saw", async (step) => {
    dieAt(step, "before the receipt");
    getError(await chain.deploy(micro));

    expect(await chain.listSent()).toHaveLength(step);
    await expectFinishes();
  });

  it.each([3, 14])("sends step %i anew when it failed on the chain", async (step) => {
    let estimates = 0;
    chain.intercept = async ({ method, forward }) => {
      // The plan, which ends with the balance, estimates for itself.
      if (method !== "eth_estimateGas" || !chain.calls.includes("eth_getBalance")) return undefined;
      if (++estimates !== step) return undefined;
      // Enough to be accepted, too little to end.
      const gas = BigInt(JSON.parse(await forward()).result);
      return answer(`0x${((gas * 7n) / 10n).toString(16)}`);
    };
    const error = getError(await chain.deploy(micro));

    const sent = await chain.listSent();
    const failed = sent.at(-1);
    expect(sent.filter(({ ok }) => !ok)).toEqual([failed]);
    expect(error).toContain(
      `did not finish (transaction ${failed?.hash}): It was mined but failed.`,
    );
    await expectFinishes();
    expect(await chain.listSent()).toHaveLength(microSteps + 1);
  });

  it("survives kill -9 at any moment", async () => {
    const moments = [
      { transaction: 1, sent: false },
      { transaction: 2, sent: true },
      { transaction: 9, sent: false },
      { transaction: 4, sent: true },
    ];
    const root = fileURLToPath(new URL("../../", import.meta.url));
    for (const { transaction, sent } of moments) {
      const child = spawn(process.execPath, [join(root, "bin/svc.js"), "deploy", ...micro], {
        cwd: chain.cwd,
        env: { PRIVATE_KEY: chain.deployer.privateKey, SVC_RPC_URL: chain.url },
        stdio: "ignore",
      });
      let seen = 0;
      chain.intercept = async ({ method, forward }) => {
        if (method !== "eth_sendRawTransaction" || ++seen < transaction) return undefined;
        if (sent) await forward();
        child.kill("SIGKILL");
        return refuse("gone");
      };
      const [, signal] = await once(child, "exit");
      expect([signal, existsSync(`${outPath()}.lock`)]).toEqual(["SIGKILL", true]);
    }

    await expectFinishes();
  });

  it("ends between two steps when asked to, and goes on later", async () => {
    const ending = new AbortController();
    let sent = 0;
    chain.intercept = async ({ method }) => {
      if (method === "eth_sendRawTransaction" && ++sent === 3) ending.abort();
      return undefined;
    };
    const error = getError(await chain.deploy(micro, { signal: ending.signal }));

    expect([error, (await chain.listSent()).length]).toEqual([`error: Interrupted. ${goOn}\n`, 3]);
    await expectFinishes();
  });

  it("says in the plan what is done, and what the rest costs", async () => {
    dieAt(3, "after it is sent, before the answer");
    await chain.deploy(micro);
    chain.intercept = undefined;
    const { code, out } = await chain.deploy(["--market", "micro"]);

    expect(code).toBe(0);
    expect(out).toContain("Steps (2 of 19 done by an earlier run):");
    expect(out).toMatch(/ 2 {2}deploy priceFeed +done\n/);
    expect(out).toMatch(
      / 3 {2}micro: deploy usdOracle +about [\d,]+ gas, sent by an earlier run\n/,
    );
    expect(await chain.listSent()).toHaveLength(3);
  });

  it("ends the run that was killed between writing the file and removing the journal", async () => {
    let journal = "";
    chain.intercept = async ({ method }) => {
      if (method === "eth_call" && existsSync(journalPath())) {
        journal = readFileSync(journalPath(), "utf8");
      }
      return undefined;
    };
    await chain.deploy(micro);
    const file = readFileSync(outPath(), "utf8");
    writeFileSync(journalPath(), journal);
    await expectFinishes();

    expect(readFileSync(outPath(), "utf8")).toBe(file);
    expect(await chain.listSent()).toHaveLength(microSteps);
  });

  it("writes no file when the contracts read back differ", async () => {
    chain.intercept = async ({ method, params }) => {
      const { data } = (params[0] ?? {}) as { data?: string };
      // market()
      return method === "eth_call" && data === "0x80f55605" ? answer("0x") : undefined;
    };
    const error = getError(await chain.deploy(micro));

    expect(error).toMatch(
      /^error: Reading back micro failed: taskRegistry\.market\(\) at 0x\w{40} /,
    );
    expect(readdirSync(chain.cwd)).toEqual(["svc.deployment.json.progress.json"]);
    await expectFinishes();
    expect(await chain.listSent()).toHaveLength(microSteps);
  });
});

describe("svc deploy and a transaction that is not mined", () => {
  const slow = [...micro, "--timeout", "1"];

  it("stops waiting after --timeout and takes it up again", async () => {
    await chain.engine.request("evm_setAutomine", [false]);
    const first = getError(await chain.deploy(slow));
    const second = getError(await chain.deploy(slow));
    await chain.engine.request("evm_mine");
    await chain.engine.request("evm_setAutomine", [true]);

    const [record] = Object.values(readJournal().steps);
    expect([first, second]).toEqual(
      Array(2).fill(
        `error: Step "deploy tokToken" did not finish (transaction ${record?.attempts[0]?.hash}): It is not mined after 1 s. ${goOn}\n`,
      ),
    );
    await expectFinishes();
    expect(await chain.listSent()).toHaveLength(microSteps);
  });

  it("offers more for it when fees have risen above what it offers", async () => {
    await chain.engine.request("evm_setAutomine", [false]);
    await chain.deploy(slow);
    const risen = 50n * 10n ** 9n;
    chain.intercept = async ({ method, forward }) => {
      if (method !== "eth_getBlockByNumber") return undefined;
      return (await forward()).replace(
        /"baseFeePerGas":"0x[0-9a-f]+"/,
        `"baseFeePerGas":"0x${risen.toString(16)}"`,
      );
    };
    await chain.deploy(slow);
    const [record] = Object.values(readJournal().steps);
    await chain.engine.request("evm_mine");
    await chain.engine.request("evm_setAutomine", [true]);

    const txs = record?.attempts.map(({ raw }) => parseTransaction(raw as Hex));
    const offers = txs?.map((tx) => [tx.nonce ?? 0, tx.maxFeePerGas, tx.maxPriorityFeePerGas]);
    expect(offers).toEqual([
      [0, 1_000_000_000n, 1_000_000_000n],
      [0, 2n * risen + 1_000_000_000n, 1_125_000_001n],
    ]);
    await expectFinishes();
    expect((await chain.listSent())[0]?.hash).toBe(record?.attempts[1]?.hash);
    expect(await chain.listSent()).toHaveLength(microSteps);
  });

  it("signs a new one when another transaction has taken its nonce", async () => {
    dieAt(2, "before it is sent");
    await chain.deploy(micro);
    const from = chain.deployer.address;
    await chain.engine.request("eth_sendTransaction", [{ from, to: stranger, value: "0x1" }]);
    await expectFinishes();

    expect((await chain.listSent()).map(({ created }) => created === null).slice(0, 3)).toEqual([
      false,
      true,
      false,
    ]);
  });

  it("accepts the same contract when a wallet sent it with other fees", async () => {
    dieAt(2, "before it is sent");
    await chain.deploy(micro);
    const { raw, hash } = Object.values(readJournal().steps)[1]?.attempts[0] ?? {};
    const { data, gas } = parseTransaction(raw as Hex);
    const tx = {
      from: chain.deployer.address,
      data,
      gas: `0x${gas?.toString(16)}`,
      maxFeePerGas: "0x77777777",
    };
    const other = await chain.engine.request("eth_sendTransaction", [tx]);
    await expectFinishes();

    expect(other).not.toBe(hash);
    expect(await chain.listSent()).toHaveLength(microSteps);
  });

  it("sends the same transactions again when the chain has lost them", async () => {
    const before = await chain.engine.request("evm_snapshot");
    dieAt(5, "before the receipt");
    await chain.deploy(micro);
    const sent = await chain.listSent();
    await chain.engine.request("evm_revert", [before]);
    await expectFinishes();

    expect((await chain.listSent()).slice(0, 5).map(({ hash }) => hash)).toEqual(
      sent.map(({ hash }) => hash),
    );
  });

  it("does not use a nonce twice when the node lags behind", async () => {
    chain.intercept = async ({ method }) =>
      method === "eth_getTransactionCount" ? answer("0x0") : undefined;
    const { code } = await chain.deploy(micro);

    expect(code).toBe(0);
    await expectWhole();
  });

  it("asks again when the node does not see the step before yet", async () => {
    let refused = 0;
    chain.intercept = async ({ method }) => {
      const early = method === "eth_estimateGas" && chain.calls.includes("eth_getBalance");
      return early && refused++ < 2 ? refuse("execution reverted", 3) : undefined;
    };

    expect((await chain.deploy(micro)).code).toBe(0);
    expect(refused).toBeGreaterThan(2);
  });

  it("error: a chain that was started anew leaves a gap before its transaction", async () => {
    const before = await chain.engine.request("evm_snapshot");
    const from = chain.deployer.address;
    await chain.engine.request("eth_sendTransaction", [{ from, to: stranger, value: "0x1" }]);
    dieAt(1, "before the receipt");
    await chain.deploy(micro);
    await chain.engine.request("evm_revert", [before]);
    chain.intercept = undefined;
    const error = getError(await chain.deploy(micro));

    expect(error).toContain(
      `Its nonce is 1, but the next one of ${from} is 0: transactions before it are missing. If this chain was started anew, delete the progress file.`,
    );
  });
});

describe("svc deploy with the progress file of another deployment", () => {
  const refusal = (difference: string) =>
    `error: The progress file ${journalPath()} belongs to another deployment: ${difference}. Run the command as it was to finish that one, name another --out, or delete the file to start anew (what it has deployed is then left unused).\n`;

  it("error: another deployer, chain, market, owner, token or version of the contracts", async () => {
    dieAt(2, "before it is sent");
    await chain.deploy(micro);
    chain.intercept = undefined;
    const { deployer, tokens, engine } = chain;
    const other = engine.accounts[16];
    const errors = [
      await chain.deploy(micro, { env: { PRIVATE_KEY: other?.privateKey } }),
      await chain.deploy(["--yes"]),
      await chain.deploy([...micro, "--owner", stranger]),
      await chain.deploy([...micro, "--treasury", stranger]),
      await chain.deploy([...micro, "--tok", tokens.tokToken]),
      await chain.deploy([...micro, "--tok-price", "2"]),
    ].map(getError);
    chain.intercept = async ({ method }) => (method === "eth_chainId" ? answer("0x1") : undefined);
    const chainError = getError(await chain.deploy([...micro, "--usdc", tokens.usdc]));
    chain.intercept = undefined;
    const journal = readFileSync(journalPath(), "utf8");
    writeFileSync(journalPath(), journal.replace(/("stepsHash": "0x)..../, "$10000"));
    const versionError = getError(await chain.deploy(micro));
    writeFileSync(journalPath(), journal);

    expect(errors).toEqual([
      refusal(`deployer ${deployer.address}, now ${other?.address}`),
      refusal("market micro, now standard and micro"),
      refusal(`owner ${deployer.address}, now ${stranger}`),
      refusal(`treasury ${deployer.address}, now ${stranger}`),
      refusal(`token new with 1000000000000000000000000000 wei, now ${tokens.tokToken}`),
      refusal("price feed new at 100000e-8 USD, now new at 200000000e-8 USD"),
    ]);
    expect(chainError).toBe(refusal("chain 8453, now chain 1"));
    expect(versionError).toBe(refusal("its contracts are of another version of svc"));
    await expectFinishes();
  });

  it("error: an address that the deployer's own transaction cannot have made", async () => {
    dieAt(3, "before it is sent");
    await chain.deploy(micro);
    chain.intercept = undefined;
    const text = readFileSync(journalPath(), "utf8");
    const journal = JSON.parse(text);
    journal.steps["deploy tokToken"].address = stranger;
    writeFileSync(journalPath(), JSON.stringify(journal));
    const error = getError(await chain.deploy(micro));
    writeFileSync(journalPath(), text);

    expect(error).toBe(
      refusal('the contract of step "deploy tokToken" is not one of the deployer\'s'),
    );
    await expectFinishes();
  });

  it("error: a progress file that cannot be understood stops everything", async () => {
    writeFileSync(journalPath(), "{");
    const error = getError(await chain.deploy(micro));

    expect(error).toBe(
      `error: The progress file ${journalPath()} cannot be read. Mend or restore it; if you delete it, the next run deploys everything anew.\n`,
    );
    expect([readFileSync(journalPath(), "utf8"), await chain.listSent()]).toEqual(["{", []]);
  });
});

describe("the key of svc deploy", () => {
  it("is in no output, no progress file and no deployment file", async () => {
    const secret = chain.deployer.privateKey.slice(2);
    dieAt(3, "after it is sent, before the answer");
    const failed = await chain.deploy(micro);
    const journal = readFileSync(journalPath(), "utf8");
    chain.intercept = undefined;
    const done = await chain.deploy(micro);

    const shown = [
      failed.out,
      failed.err,
      journal,
      done.out,
      done.err,
      readFileSync(outPath(), "utf8"),
    ];
    expect(shown.map((text) => [text.length > 100, text.toLowerCase().includes(secret)])).toEqual(
      Array(6).fill([true, false]),
    );
  });
});

/** The message of a run that failed. */
function getError({ code, err }: { code: number; err: string }): string {
  if (code !== 1) throw new Error(`It ended with ${code}.`);
  return err.slice(err.indexOf("error: "));
}
