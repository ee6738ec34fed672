import { z } from "zod";

/** The two independent markets; their lists are never merged. */
export const MarketName = z
  .enum(["standard", "micro"], { error: "Expected standard or micro." })
  .describe("Market: standard or micro.");
export type MarketName = z.infer<typeof MarketName>;

/** Both names, in the order in which they are shown. */
export const marketNames: readonly MarketName[] = MarketName.options;
