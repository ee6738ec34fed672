import {
  type BaseError,
  ContractFunctionRevertedError,
  createPublicClient,
  createWalletClient,
  encodeErrorResult,
  type Hex,
  parseAbi,
  parseEther,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createEngine, type Engine } from "../../src/devnet/engine.js";
import { toTransport } from "../../src/devnet/transport.js";
import { zeroAddress } from "../../src/primitives/address.js";

const abi = parseAbi(["error TooLate(uint256 deadline)", "function claim() returns (uint256)"]);
const target = "0x00000000000000000000000000000000000a11ce";
const gasLeftCode = "0x5a5f5260205ff3";
const timeCode = "0x425f5260205ff3";

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine();
});
afterAll(() => engine.close());

describe("createEngine", () => {
  it("holds chain 8453 with the usual dev accounts and 10,000 ETH each", async () => {
    const balances = engine.accounts.map(({ address }) =>
      engine.request("eth_getBalance", [address, "latest"]),
    );

    expect(await engine.request("eth_chainId")).toBe("0x2105");
    expect(engine.accounts[0]).toEqual({
      address: "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
      privateKey: "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80",
    });
    expect(engine.accounts[19]?.address).toBe("0x8626f6940E2eb28930eFb4CeF49B2d1F2C9C1199");
    expect(new Set(await Promise.all(balances))).toEqual(
      new Set([`0x${parseEther("10000").toString(16)}`]),
    );
  });

  it("starts at the time of the wall clock and keeps it through many blocks", async () => {
    const { transport, account } = connect();
    const wallet = createWalletClient({ account, transport });
    for (let sent = 0; sent < 50; sent++) {
      await wallet.sendTransaction({ to: zeroAddress, value: 1n, chain: null });
    }
    const block = await createPublicClient({ transport }).getBlock();

    expect(Math.abs(Number(block.timestamp) - Date.now() / 1000)).toBeLessThan(5);
  });

  it("mines a transaction of a viem wallet at once", async () => {
    const { transport, account } = connect();
    const client = createPublicClient({ transport });
    const hash = await createWalletClient({ account, transport }).sendTransaction({
      to: target,
      value: 5n,
      chain: null,
    });

    expect(await client.getTransactionReceipt({ hash })).toMatchObject({ status: "success" });
    expect(await client.getBalance({ address: target })).toBe(5n);
  });

  it("accepts a transaction without any gas price", async () => {
    const [sender] = engine.accounts;
    const hash = await engine.request("eth_sendTransaction", [
      { from: sender?.address, to: target, gasPrice: "0x0" },
    ]);

    expect(await engine.request("eth_getTransactionReceipt", [hash])).toMatchObject({
      status: "0x1",
    });
  });

  it("gives a read more gas than a block holds, and honours the gas that a caller names", async () => {
    const own = await engine.request("eth_call", [{ data: gasLeftCode }, "latest"]);
    const named = await engine.request("eth_call", [
      { data: gasLeftCode, gas: "0x3b9aca00" },
      "latest",
    ]);

    expect(Number(own)).toBeGreaterThan(499_000_000);
    expect(Number(named)).toBeGreaterThan(999_000_000);
  });

  it("moves the clock of an idle chain when it mines by interval", async () => {
    const genesisUnix = Math.floor(Date.now() / 1000) - 100;
    const ticking = await createEngine({ genesisUnix, blockIntervalMs: 20 });
    const now = async () => Number(await ticking.request("eth_call", [{ data: timeCode }]));

    await expect.poll(now).toBeGreaterThan(genesisUnix);
    await ticking.close();
  });

  it("keeps two chains in one process apart", async () => {
    const other = await createEngine({ accountCount: 1 });

    expect(await other.request("eth_blockNumber")).toBe("0x0");
    expect(other.accounts).toHaveLength(1);
    await other.close();
  });

  it("error: a custom error of a contract reaches viem with its arguments", async () => {
    const data = encodeErrorResult({ abi, errorName: "TooLate", args: [17n] });
    await engine.request("hardhat_setCode", [target, buildRevertingCode(data)]);
    const { transport } = connect();
    const call = createPublicClient({ transport }).simulateContract({
      address: target,
      abi,
      functionName: "claim",
    });

    const error = await call.then(undefined, (thrown: unknown) => thrown as BaseError);
    const revert = (error as BaseError).walk(
      (inner) => inner instanceof ContractFunctionRevertedError,
    ) as ContractFunctionRevertedError;
    expect([revert.data?.errorName, revert.data?.args]).toEqual(["TooLate", [17n]]);
    await expect(engine.request("eth_call", [{ to: target }])).rejects.toMatchObject({
      code: 3,
      data,
    });
    await expect(engine.request("eth_estimateGas", [{ to: target }])).rejects.toMatchObject({
      code: 3,
      data,
    });
  });

  it("error: running out of gas is no revert and carries no data", async () => {
    const call = engine.request("eth_call", [{ data: "0x5b5f56", gas: "0x1ffff" }]);

    await expect(call).rejects.toMatchObject({ code: -32000, data: undefined });
  });

  it("error: an unknown method is refused without repeating the request", async () => {
    await expect(engine.request("eth_nothing", ["secret"])).rejects.toMatchObject({
      code: -32004,
      message: "Method eth_nothing is not supported",
      data: undefined,
    });
  });

  it("error: a closed chain answers nothing", async () => {
    const closed = await createEngine({ accountCount: 1 });
    await closed.close();

    await expect(closed.request("eth_chainId")).rejects.toMatchObject({
      code: "chain_unavailable",
    });
  });
});

describe("handle", () => {
  it("answers one call with its id", async () => {
    const answer = await engine.handle('{"jsonrpc":"2.0","id":"a","method":"eth_chainId"}');

    expect(JSON.parse(answer)).toEqual({ jsonrpc: "2.0", id: "a", result: "0x2105" });
  });

  it("answers a batch in order and leaves notifications out", async () => {
    const batch = [
      { jsonrpc: "2.0", id: 1, method: "eth_chainId" },
      { jsonrpc: "2.0", method: "eth_chainId", params: [] },
      { jsonrpc: "2.0", id: 2, method: "nope" },
      7,
      { jsonrpc: "2.0", id: 3, method: "eth_chainId", params: { a: 1 } },
    ];

    expect(JSON.parse(await engine.handle(JSON.stringify(batch)))).toEqual([
      { jsonrpc: "2.0", id: 1, result: "0x2105" },
      { jsonrpc: "2.0", id: 2, error: { code: -32004, message: "Method nope is not supported" } },
      {
        jsonrpc: "2.0",
        id: null,
        error: { code: -32600, message: "Expected a JSON-RPC 2.0 request object." },
      },
      {
        jsonrpc: "2.0",
        id: 3,
        error: { code: -32602, message: "Expected params to be an array." },
      },
    ]);
  });

  it("answers nothing to notifications only", async () => {
    expect(await engine.handle('[{"jsonrpc":"2.0","method":"eth_chainId"}]')).toBe("");
  });

  it.each([
    ["{", -32700],
    ["[]", -32600],
    ["null", -32600],
    [JSON.stringify(Array(1001).fill(1)), -32600],
  ])("error: %.20s has code %d", async (json, code) => {
    expect(JSON.parse(await engine.handle(json))).toMatchObject({ id: null, error: { code } });
  });
});

function connect() {
  const privateKey = engine.accounts[1]?.privateKey as Hex;
  return { transport: toTransport(engine), account: privateKeyToAccount(privateKey) };
}

/** Runtime code that reverts with `data`, which follows ten bytes of instructions. */
function buildRevertingCode(data: Hex): Hex {
  const size = ((data.length - 2) / 2).toString(16).padStart(2, "0");
  return `0x60${size}600a5f3960${size}5ffd${data.slice(2)}`;
}
