import type { Driver } from "../../src/devnet/driver.js";
import { activate, claim, deliver, post } from "../../src/devnet/flows.js";

/** Posts eight tasks of two posters, some of them with one of two workers, in five states. */
export async function fillMarket(driver: Driver): Promise<void> {
  const ids: bigint[] = [];
  for (const poster of ["poster", "poster2"] as const) {
    for (const text of ["Open scope", null, "第三の仕事", "x".repeat(100)]) {
      ids.push(await post(driver, { poster, text }));
    }
  }
  const [first, second, third, , fifth, sixth] = ids as [
    bigint,
    bigint,
    bigint,
    bigint,
    bigint,
    bigint,
  ];
  await claim(driver, first, "worker");
  await activate(driver, second, "worker2");
  await activate(driver, fifth, "worker");
  await deliver(driver, fifth);
  await claim(driver, sixth, "worker2");
  await driver.send("poster", "taskRegistry", "cancelTask", [third]);
}
