import type { EdrContext, Provider, ProviderConfig } from "@nomicfoundation/edr";
import { SvcError } from "../errors.js";
import type { DevAccount } from "./accounts.js";

/** What one embedded chain is made of. */
export type ChainOptions = {
  chainId: bigint;
  accounts: readonly DevAccount[];
  balanceWei: bigint;
  blockGasLimit: bigint;
  genesisUnix: number;
  /** Mines a block each so many milliseconds, besides one per transaction. */
  blockIntervalMs: number | undefined;
};

type Edr = typeof import("@nomicfoundation/edr");
export type LoadedEdr = { edr: Edr; context: EdrContext };

/** Loads the native engine and creates a chain in this process. */
export async function createEdrProvider(options: ChainOptions): Promise<Provider> {
  const { edr, context } = await loadEdr();
  return context.createProvider(
    edr.GENERIC_CHAIN_TYPE,
    buildProviderConfig(edr, options),
    { enable: false, decodeConsoleLogInputsCallback: () => [], printLineCallback: () => {} },
    { subscriptionCallback: () => {} },
    new edr.ContractDecoder(),
  );
}

/** The native engine and its one context of this process; a second context is not allowed. */
export function loadEdr(): Promise<LoadedEdr> {
  loaded ??= load();
  return loaded;
}

let loaded: Promise<LoadedEdr> | undefined;

async function load(): Promise<LoadedEdr> {
  const edr = await import("@nomicfoundation/edr").catch((cause: unknown) => {
    throw new SvcError(
      "missing_package",
      "The embedded chain needs the package @nomicfoundation/edr: run `npm install @nomicfoundation/edr@0.13.0` beside this package.",
      { package: "@nomicfoundation/edr" },
      { cause },
    );
  });
  const context = new edr.EdrContext();
  await context.registerProviderFactory(edr.GENERIC_CHAIN_TYPE, edr.genericChainProviderFactory());
  return { edr, context };
}

function buildProviderConfig(edr: Edr, options: ChainOptions): ProviderConfig {
  return {
    chainId: options.chainId,
    networkId: options.chainId,
    hardfork: edr.PRAGUE,
    // Chain 8453 verifies P-256 signatures natively; smart wallets with passkeys rely on it.
    precompileOverrides: [edr.precompileP256Verify()],
    network: {
      genesisBlockGasLimit: options.blockGasLimit,
      genesisBlockTime: BigInt(options.genesisUnix),
      genesisBlobGas: { gasUsed: 0n, excessGas: 0n },
    },
    mining: {
      autoMine: true,
      blockGasLimit: options.blockGasLimit,
      memPool: { order: edr.MineOrdering.Priority },
      ...(options.blockIntervalMs === undefined
        ? {}
        : { interval: BigInt(options.blockIntervalMs) }),
    },
    // Hundreds of blocks in one second keep the wall clock's time instead of running ahead of it.
    allowBlocksWithSameTimestamp: true,
    allowUnlimitedContractSize: false,
    // A reverting call is an error, a reverting transaction is mined: as on a public chain.
    bailOnCallFailure: true,
    bailOnTransactionFailure: false,
    initialBaseFeePerGas: 0n,
    minGasPrice: 0n,
    defaultTransactionGasLimit: options.blockGasLimit,
    coinbase: new Uint8Array(20),
    initialParentBeaconBlockRoot: new Uint8Array(32),
    ownedAccounts: options.accounts.map((account) => account.privateKey),
    genesisState: options.accounts.map((account) => ({
      address: Buffer.from(account.address.slice(2), "hex"),
      balance: options.balanceWei,
    })),
    observability: {},
  };
}
