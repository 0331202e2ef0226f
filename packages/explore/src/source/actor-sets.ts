import { grown } from '@fencepost/core';

/**
 * A set of actors for each depth of the search (sleep sets, backtrack sets). Each set is a row of bits for any number
 * of actors.
 */
export class ActorSets {
  /** Words per row. */
  private width = 1;
  private words = new Int32Array(64);

  /** Allocates space for `actors` members per set. */
  fit(actors: number): void {
    const width = (actors + 31) >>> 5;
    if (width <= this.width) return;
    const rows = this.words.length / this.width;
    const words = new Int32Array(rows * width);
    for (let row = 0; row < rows; row++) {
      words.set(this.words.subarray(row * this.width, (row + 1) * this.width), row * width);
    }
    this.words = words;
    this.width = width;
  }

  clear(row: number): void {
    const from = row * this.width;
    if (from + this.width > this.words.length) this.words = grown(this.words, from + this.width);
    for (let i = from; i < from + this.width; i++) this.words[i] = 0;
  }

  has(row: number, actor: number): boolean {
    return ((this.words[row * this.width + (actor >>> 5)]! >>> (actor & 31)) & 1) !== 0;
  }

  add(row: number, actor: number): void {
    this.words[row * this.width + (actor >>> 5)]! |= 1 << (actor & 31);
  }

  isEmpty(row: number): boolean {
    for (let i = row * this.width; i < (row + 1) * this.width; i++) if (this.words[i] !== 0) return false;
    return true;
  }

  /** Returns the lowest member ≥ `from`, or -1. */
  next(row: number, from: number): number {
    return this.search(row, from, undefined);
  }

  /** Returns the lowest actor that is a member of `row` here but not in `other`, or -1. */
  firstWithout(row: number, other: ActorSets): number {
    return this.search(row, 0, other);
  }

  private search(row: number, from: number, other: ActorSets | undefined): number {
    const base = row * this.width;
    for (let word = from >>> 5; word < this.width; word++) {
      let bits = this.words[base + word]!;
      if (other !== undefined) bits &= ~other.words[base + word]!;
      if (word === from >>> 5) bits &= -1 << (from & 31);
      if (bits !== 0) return word * 32 + 31 - Math.clz32(bits & -bits);
    }
    return -1;
  }
}
