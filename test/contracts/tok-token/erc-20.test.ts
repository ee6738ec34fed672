import { describe } from "vitest";
import { itIsErc20 } from "../../support/erc-20.js";
import { useMarket } from "../../support/market.js";

describe("TokToken as ERC-20", () => {
  itIsErc20(useMarket(), "tokToken", "tok");
});
