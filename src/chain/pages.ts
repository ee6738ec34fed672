import { RevertError, TooMuchError } from "./rpc/failure.js";

/** Entries `from` to `from + count - 1` of a list that begins with 0, as far as they exist. */
export type PageRange = { from: number; count: number };

/** Reads `count` things, beginning with the one at `offset` from the first. */
export type ReadPage<item> = (offset: number, count: number) => Promise<readonly item[]>;

export type Pager = {
  /** Reads `total` things page by page and answers them in their order. */
  read<item>(total: number, readPage: ReadPage<item>): Promise<item[]>;
};

export type PagerOptions = {
  /** Size of a page, until a node turns out to grant less. */
  size: number;
  /** Pages that are asked for at once, usually in one HTTP request; 4 when absent. */
  atOnce?: number;
};

/** Creates a pager that halves a page a node finds too large, and remembers the size that works. */
export function createPager({ size: firstSize, atOnce = 4 }: PagerOptions): Pager {
  let size = firstSize;

  async function readOrSplit<item>(
    offset: number,
    count: number,
    readPage: ReadPage<item>,
  ): Promise<readonly item[]> {
    try {
      return await readPage(offset, count);
    } catch (error) {
      if (count === 1 || !isTooMuch(error)) throw error;

      const half = Math.ceil(count / 2);
      size = Math.min(size, half);
      const halves = await Promise.all([
        readOrSplit(offset, half, readPage),
        readOrSplit(offset + half, count - half, readPage),
      ]);
      return halves.flat() as item[];
    }
  }

  return {
    async read<item>(total: number, readPage: ReadPage<item>) {
      const items: item[] = [];
      let offset = 0;
      while (offset < total) {
        const pages: Promise<readonly item[]>[] = [];
        for (; pages.length < atOnce && offset < total; offset += size) {
          pages.push(readOrSplit(offset, Math.min(size, total - offset), readPage));
        }
        for (const page of await Promise.all(pages)) for (const item of page) items.push(item);
      }
      return items;
    },
  };
}

/** A view that runs out of gas inside a call to another contract reverts without data. */
function isTooMuch(error: unknown): boolean {
  return error instanceof TooMuchError || (error instanceof RevertError && error.data === "0x");
}
