/** Words of 8 bytes in a page. */
const PAGE_WORDS = 512;
const PAGE_BYTES = 4096;

/** No life yet, or freed. */
export const NO_LIFE = -1;

/**
 * A page of recorded memory. A word lives from its first access until it is freed; lives are numbered in this order.
 */
export class Page {
  readonly lives: Int32Array = new Int32Array(PAGE_WORDS).fill(NO_LIFE);
  /** One bit for each byte that has a value. */
  readonly known: Uint8Array = new Uint8Array(PAGE_WORDS);
  readonly low: Int32Array = new Int32Array(PAGE_WORDS);
  readonly high: Int32Array = new Int32Array(PAGE_WORDS);
  /** Places of synchronisation objects, by the word in which they begin. */
  objects: Map<number, number> | undefined;
}

/** Recorded memory, by address. */
export class Pages {
  private readonly pages = new Map<number, Page>();
  private lastNumber = -1;
  private last: Page | undefined;

  at(address: number): Page {
    const number = Math.floor(address / PAGE_BYTES);
    if (number === this.lastNumber) return this.last!;
    let page = this.pages.get(number);
    if (page === undefined) this.pages.set(number, (page = new Page()));
    this.lastNumber = number;
    return (this.last = page);
  }

  /** Yields the pages within a range of whole words, each with the part of the range in it. */
  *within(start: number, end: number): Generator<{ page: Page; from: number; to: number }> {
    const first = Math.floor(start / PAGE_BYTES);
    const last = Math.floor((end - 1) / PAGE_BYTES);
    const many = last - first >= this.pages.size;
    const numbers = many ? [...this.pages.keys()].filter((n) => n >= first && n <= last).toSorted((a, b) => a - b) : [];
    for (let i = 0; i < (many ? numbers.length : last - first + 1); i++) {
      const number = many ? numbers[i]! : first + i;
      const page = this.pages.get(number);
      if (page === undefined) continue;
      const base = number * PAGE_BYTES;
      const from = Math.max(0, (start - base) / 8);
      yield { page, from, to: Math.min(PAGE_WORDS, (end - base) / 8) };
    }
  }
}

/** Returns the index of a word in its page. */
export function wordIn(address: number): number {
  return (address & (PAGE_BYTES - 1)) >> 3;
}
