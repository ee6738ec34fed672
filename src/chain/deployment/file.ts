import { z } from "zod";
import { MarketName } from "../../primitives/market-name.js";
import { MarketContracts } from "../contracts.js";

/** One market of a deployment; `fromBlock` is the block before which it has no events. */
export const MarketDeployment = z.strictObject({
  fromBlock: z.int().nonnegative(),
  contracts: MarketContracts,
});
export type MarketDeployment = z.infer<typeof MarketDeployment>;

/** The deployment file: which chain, and where the contracts of each market are on it. */
export const Deployment = z.strictObject({
  version: z.literal(1),
  chainId: z.int().positive(),
  chainName: z
    .string()
    .regex(/^[\p{L}\p{N}\p{P} ]{1,60}$/u, "Expected 1 to 60 letters, digits, spaces or signs."),
  markets: z
    .partialRecord(MarketName, MarketDeployment)
    .refine((markets) => Object.keys(markets).length > 0, "Expected at least one market."),
});
export type Deployment = z.infer<typeof Deployment>;
