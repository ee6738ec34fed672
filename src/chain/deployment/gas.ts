/**
 * Gas of each step as measured on the embedded chain, rounded up; a test keeps it true. It serves
 * where a chain cannot estimate a step yet, because an earlier step has to come first.
 */
export const measuredGas: Readonly<Record<string, bigint>> = {
  "deploy tokToken": 930_000n,
  "deploy priceFeed": 380_000n,
  "deploy usdOracle": 350_000n,
  "deploy pricingPolicy": 1_420_000n,
  "deploy scopeRegistry": 490_000n,
  "deploy reputation": 1_000_000n,
  "deploy depositVault": 1_060_000n,
  "deploy escrowVault": 580_000n,
  "deploy stakingVault": 1_260_000n,
  "deploy paymentGateway": 1_180_000n,
  "deploy arbitration": 2_670_000n,
  "deploy taskRegistry": 4_840_000n,
  "bind scopeRegistry": 48_000n,
  "bind reputation": 48_000n,
  "bind depositVault": 48_000n,
  "bind escrowVault": 48_000n,
  "bind paymentGateway": 48_000n,
  "bind arbitration": 48_000n,
  "bind stakingVault": 48_000n,
};
