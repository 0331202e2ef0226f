import { beginAlike, hashOfWords } from '../common/words.js';
import { IntegerPairs } from './integer-pairs.js';
import type { ThreadSnapshot } from '../operations/operation.js';
import { FINDS_NONE } from '../operations/operation.js';

/** Maximum number of words saved: 64 MB. */
const MOST_WORDS = 1 << 24;

/**
 * Snapshots of threads in their local states, where front ends can save them. Finds a known state with an equal
 * snapshot: its future is the same, whatever its past was.
 */
export class ThreadSnapshots {
  /** Snapshots by state. */
  private saved: (ThreadSnapshot | undefined)[] = [];
  private hashes = new Int32Array(64);
  private roots = new Int32Array(64);
  /** States by hash, open addressing. */
  private table = new Int32Array(256);
  /** States of threads that have ended without a result, by root and label of their last operation. */
  private ends = new IntegerPairs();
  private size = 0;
  private words = 0;
  /** The root of the thread whose states are looked for. `hash`: the hash of the words that were looked for last. */
  private root = 0;
  private hash = 0;
  private wasAsked = false;

  get isFull(): boolean {
    return this.words > MOST_WORDS;
  }

  get(state: number): ThreadSnapshot | undefined {
    return this.saved[state];
  }

  /** Returns a function that looks for a state of a thread started in `root` with these words; 0: none, or not `merges`. */
  finder(root: number, merges = true): (words: Int32Array, count: number) => number {
    this.root = root;
    this.wasAsked = !merges;
    return merges ? this.find : FINDS_NONE;
  }

  /** Returns the known state that saving the thread led to, even if the thread did not call the finder; 0: none. */
  known(saved: ThreadSnapshot | number | undefined): number {
    if (typeof saved === 'number') return saved;
    return saved === undefined || this.wasAsked ? 0 : this.find(saved.words, saved.words.length);
  }

  private readonly find = (words: Int32Array, count: number): number => {
    const { root } = this;
    this.wasAsked = true;
    const hash = (this.hash = hashOfWords(words, root, count));
    const mask = this.table.length - 1;
    for (let i = hash & mask; ; i = (i + 1) & mask) {
      const state = this.table[i]!;
      if (state === 0) return 0;
      if (this.hashes[state] !== hash || this.roots[state] !== root) continue;
      const known = this.saved[state]!.words;
      if (known.length === count && beginAlike(known, words, count)) return state;
    }
  };

  /**
   * Returns the state of a thread started in `root` that has ended without a result after an operation with the label
   * `last`; 0: none.
   */
  ended(root: number, last: number): number {
    return this.ends.get(root, last);
  }

  /**
   * Records the snapshot of the thread in a new state. It is found only if it `merges`: then it was just looked for.
   */
  add(state: number, root: number, snapshot: ThreadSnapshot | undefined, last: number, merges: boolean): void {
    if (last >= 0) this.ends.add(root, last, state);
    if (snapshot === undefined) return;
    this.saved[state] = snapshot;
    this.words += snapshot.words.length;
    if (!merges) return;
    if (state >= this.hashes.length) {
      this.hashes = widened(this.hashes, state);
      this.roots = widened(this.roots, state);
    }
    this.hashes[state] = this.hash;
    this.roots[state] = root;
    if (2 * ++this.size > this.table.length) this.rehash(2 * this.table.length);
    this.insert(state);
  }

  /** Forgets all states except those marked as used. */
  forgetAllBut(used: Uint8Array): void {
    const merging = this.table.filter((state) => state !== 0 && used[state] === 1);
    this.words = 0;
    this.saved.forEach((snapshot, state) => {
      if (used[state] === 1) this.words += snapshot?.words.length ?? 0;
      else this.saved[state] = undefined;
    });
    const { ends } = this;
    this.ends = new IntegerPairs();
    ends.forEach((root, label, state) => {
      if (used[state] === 1) this.ends.add(root, label, state);
    });
    this.size = merging.length;
    this.table.fill(0);
    for (const state of merging) this.insert(state);
  }

  private rehash(capacity: number): void {
    const { table } = this;
    this.table = new Int32Array(capacity);
    for (const state of table) if (state !== 0) this.insert(state);
  }

  private insert(state: number): void {
    const mask = this.table.length - 1;
    let i = this.hashes[state]! & mask;
    while (this.table[i] !== 0) i = (i + 1) & mask;
    this.table[i] = state;
  }
}

function widened(column: Int32Array<ArrayBuffer>, index: number): Int32Array<ArrayBuffer> {
  const wider = new Int32Array(2 * index);
  wider.set(column);
  return wider;
}
