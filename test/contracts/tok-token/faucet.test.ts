import { describe } from "vitest";
import { itHasFaucet } from "../../support/erc-20.js";
import { useMarket } from "../../support/market.js";

describe("DevTok.faucet", () => {
  itHasFaucet(useMarket(), "tokToken", "tok");
});
