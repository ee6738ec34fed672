import { describe, expect, it } from "vitest";
import { createPager, type ReadPage } from "../../src/chain/pages.js";
import { RevertError, TooMuchError } from "../../src/chain/rpc/failure.js";

/** A list of numbers that answers at most `limit` at once; pages asked for are written down. */
function createSource(limit: number, failure: () => Error = () => new TooMuchError("eth_call")) {
  const asked: [number, number][] = [];
  const readPage: ReadPage<number> = async (offset, count) => {
    asked.push([offset, count]);
    if (count > limit) throw failure();
    return Array.from({ length: count }, (_, index) => offset + index);
  };
  return { asked, readPage };
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

describe("pager.read", () => {
  it("asks for whole pages and a rest, and keeps the order", async () => {
    const { asked, readPage } = createSource(10);

    expect(await createPager({ size: 10 }).read(25, readPage)).toEqual(upTo(25));
    expect(asked).toEqual([
      [0, 10],
      [10, 10],
      [20, 5],
    ]);
  });

  it("asks for a few pages at once only", async () => {
    let running = 0;
    let most = 0;
    await createPager({ size: 1, atOnce: 3 }).read(10, async (offset) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      return [offset];
    });

    expect(most).toBe(3);
  });

  it("halves what is too much, and begins with the smaller size the next time", async () => {
    const { asked, readPage } = createSource(3);
    const pager = createPager({ size: 10, atOnce: 1 });

    expect(await pager.read(20, readPage)).toEqual(upTo(20));
    asked.length = 0;
    expect(await pager.read(5, readPage)).toEqual(upTo(5));
    expect(asked).toEqual([
      [0, 3],
      [3, 2],
    ]);
  });

  it("takes a revert without data for too much, as an inner call runs out of gas so", async () => {
    const { readPage } = createSource(3, () => new RevertError("0x"));

    expect(await createPager({ size: 10 }).read(20, readPage)).toEqual(upTo(20));
  });

  it("error: what fails for one thing alone fails", async () => {
    const { readPage } = createSource(0);

    await expect(createPager({ size: 10 }).read(20, readPage)).rejects.toThrow(TooMuchError);
  });

  it("error: any other failure is passed on at once", async () => {
    const { asked, readPage } = createSource(3, () => new RevertError("0x12"));

    await expect(createPager({ size: 10 }).read(10, readPage)).rejects.toThrow(RevertError);
    expect(asked).toHaveLength(1);
  });
});
