import { grown } from '@fencepost/core';

/** Words with an undo log. A monitor can backtrack with the search at the cost of the words that changed. */
export class Journal {
  words = new Int32Array(256);
  private used = 0;
  private log = new Int32Array(256);
  private size = 0;

  /** Reserves zeroed words. Allowed only before the first `set`. */
  reserve(count: number): number {
    const at = this.used;
    this.used += count;
    if (this.used > this.words.length) this.words = grown(this.words, this.used);
    return at;
  }

  set(index: number, value: number): void {
    const { words } = this;
    const old = words[index]!;
    if (old === value) return;
    if (this.size + 2 > this.log.length) this.log = grown(this.log, this.size + 2);
    this.log[this.size] = index;
    this.log[this.size + 1] = old;
    this.size += 2;
    words[index] = value;
  }

  /** Merges two timestamps: words[to + k] = max(words[to + k], words[from + k]) for k < count. */
  merge(to: number, from: number, count: number): void {
    const { words } = this;
    for (let k = 0; k < count; k++) if (words[from + k]! > words[to + k]!) this.set(to + k, words[from + k]!);
  }

  /** Merges from an array without an undo log. */
  mergeArray(to: number, from: Int32Array): void {
    const { words } = this;
    for (let k = 0; k < from.length; k++) if (from[k]! > words[to + k]!) this.set(to + k, from[k]!);
  }

  copy(to: number, from: number, count: number): void {
    for (let k = 0; k < count; k++) this.set(to + k, this.words[from + k]!);
  }

  /** Clears the undo log. Call it when no earlier change will be undone. */
  forget(): void {
    this.size = 0;
  }

  mark(): number {
    return this.size;
  }

  undo(mark: number): void {
    const { words, log } = this;
    for (let i = this.size; i > mark; i -= 2) words[log[i - 2]!] = log[i - 1]!;
    this.size = mark;
  }
}
