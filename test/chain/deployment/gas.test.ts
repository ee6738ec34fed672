import { expect, it } from "vitest";
import { measuredGas } from "../../../src/chain/deployment/gas.js";
import { useDeployChain } from "../../support/deploy-chain.js";

const chain = useDeployChain();

it("the measured gas of every step is at most a tenth off what the step uses", async () => {
  const { out } = await chain.deploy(["--yes", "--json"]);
  const { transactions } = JSON.parse(out) as { transactions: { id: string; hash: string }[] };

  const used = new Map((await chain.listSent()).map(({ hash, gasUsed }) => [hash, gasUsed]));
  const wrong = transactions.flatMap(({ id, hash }) => {
    const name = id.replace(/^(standard|micro): /, "");
    const [gas, measured] = [used.get(hash as `0x${string}`) ?? 0n, measuredGas[name] ?? 0n];
    const off = gas > measured ? gas - measured : measured - gas;
    return off * 10n <= gas ? [] : [`"${name}" uses ${gas}, not ${measured}`];
  });
  expect(wrong).toEqual([]);
  expect(new Set(transactions.map(({ id }) => id.replace(/^\w+: /, "")))).toEqual(
    new Set(Object.keys(measuredGas)),
  );
});
