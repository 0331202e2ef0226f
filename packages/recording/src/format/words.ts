import { grown } from '@fencepost/core';

/** Words of 8 bytes in a page. */
const PAGE_WORDS = 512;
export const PAGE_BYTES = 4096;

/** Words of a page that lie in a range: numbers from `from` to `to` - 1. */
export interface WordRange {
  readonly from: number;
  readonly to: number;
}

/**
 * The words of 8 bytes in recorded memory as small integers: columns by word are typed arrays, and no table has to be
 * searched for an address that lies on the page of the one before it. Words of a page are consecutive.
 */
export class Words {
  /** Number of words on known pages. */
  count = 0;
  /** By number of a page in memory: its first word. */
  private readonly pages = new Map<number, number>();
  /** By page, in the order of first access: its address. */
  private addresses = new Float64Array(64);
  private lastPage = -1;
  private lastWord = 0;

  /** Returns the word that contains an address. */
  at(address: number): number {
    const page = Math.floor(address / PAGE_BYTES);
    if (page !== this.lastPage) {
      this.lastWord = this.pages.get(page) ?? this.add(page);
      this.lastPage = page;
    }
    return this.lastWord + ((address & (PAGE_BYTES - 1)) >> 3);
  }

  /** Returns the address of the first byte. */
  addressOf(word: number): number {
    return this.addresses[Math.floor(word / PAGE_WORDS)]! + (word % PAGE_WORDS) * 8;
  }

  /** Returns the words within a range of whole words, of at most a page. */
  all(start: number, end: number): readonly WordRange[] {
    this.at(start);
    this.at(end - 8);
    return this.within(start, end);
  }

  /** Returns the known words within a range of whole words, page by page. */
  within(start: number, end: number): readonly WordRange[] {
    const first = Math.floor(start / PAGE_BYTES);
    const last = Math.floor((end - 1) / PAGE_BYTES);
    const found: WordRange[] = [];
    const add = (page: number): void => {
      const word = this.pages.get(page);
      if (word === undefined) return;
      const base = page * PAGE_BYTES;
      const from = word + Math.max(0, (start - base) / 8);
      found.push({ from, to: word + Math.min(PAGE_WORDS, (end - base) / 8) });
    };
    if (last - first < this.pages.size) for (let page = first; page <= last; page++) add(page);
    else {
      const within = [...this.pages.keys()].filter((page) => page >= first && page <= last);
      for (const page of within.toSorted((a, b) => a - b)) add(page);
    }
    return found;
  }

  private add(page: number): number {
    const index = this.pages.size;
    if (index === this.addresses.length) this.addresses = grown(this.addresses, index + 1);
    this.addresses[index] = page * PAGE_BYTES;
    this.pages.set(page, this.count);
    this.count += PAGE_WORDS;
    return this.count - PAGE_WORDS;
  }
}
