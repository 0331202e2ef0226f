import { grown } from '@fencepost/core';

/** Numbers pairs of integers in the order in which they first appear, from 1 on. */
class Pairs {
  count = 0;
  left = new Int32Array(64);
  right = new Int32Array(64);
  private table = new Int32Array(128);

  /** Returns the number of a pair, which is the new count if it is new. */
  number(a: number, b: number): number {
    const { left, right, table } = this;
    const mask = table.length - 1;
    for (let i = hashOf(a, b) & mask; ; i = (i + 1) & mask) {
      const number = table[i]!;
      if (number === 0) return this.insert(i, a, b);
      if (left[number] === a && right[number] === b) return number;
    }
  }

  private insert(slot: number, a: number, b: number): number {
    const number = ++this.count;
    if (number === this.left.length) {
      this.left = grown(this.left, 2 * number);
      this.right = grown(this.right, 2 * number);
    }
    this.left[number] = a;
    this.right[number] = b;
    this.table[slot] = number;
    if (2 * number > this.table.length) this.rehash(2 * this.table.length);
    return number;
  }

  private rehash(capacity: number): void {
    const table = new Int32Array(capacity);
    for (let number = 1; number <= this.count; number++) {
      let i = hashOf(this.left[number]!, this.right[number]!) & (capacity - 1);
      while (table[i] !== 0) i = (i + 1) & (capacity - 1);
      table[i] = number;
    }
    this.table = table;
  }
}

/**
 * A set of rows of words, numbered from 1 on. A row is a binary tree, whose inner nodes are numbers of pairs, so that rows
 * share what they have in common: a row takes some 16 bytes, however wide it is (Laarman, van de Pol and Weber, SPIN
 * 2011). A part that is all 0 has the number 0. One row is at hand, and only what changes in it costs time.
 */
export class PackedRows {
  /** The row at hand. Change it by `set`. Its length is a power of two. */
  words = new Int32Array(2);
  /** By level: the nodes of the row at hand; the first level is `words`. One pair of nodes is a node of the next level. */
  private readonly nodes = [this.words, new Int32Array(1)];
  private readonly levels = [new Pairs()];
  /** By level: the nodes that have changed, while they are in `changed`. */
  private marks = [new Uint8Array(2), new Uint8Array(1)];
  /** Indices of words changed since the row was interned or taken, and what they were. */
  private changed = new Int32Array(2);
  private old = new Int32Array(2);
  private changes = 0;

  /** Number of rows. */
  get count(): number {
    return this.levels.at(-1)!.count;
  }

  /** Makes rows this wide. The new words of old rows are 0. */
  widen(width: number): void {
    while (this.words.length < width) {
      const top = this.levels.at(-1)!;
      const next = new Pairs();
      for (let number = 1; number <= top.count; number++) next.number(number, 0);
      this.levels.push(next);
      const root = this.nodes.at(-1)![0]!;
      this.nodes.forEach((level, k) => (this.nodes[k] = grown(level, 2 * level.length)));
      this.nodes.push(Int32Array.of(root));
      this.words = this.nodes[0]!;
      this.marks = [...this.marks.map((level) => doubled(level)), new Uint8Array(1)];
      this.changed = grown(this.changed, this.words.length);
      this.old = grown(this.old, this.words.length);
    }
  }

  set(i: number, word: number): void {
    const { words } = this;
    if (words[i] === word) return;
    if (this.marks[0]![i] === 0) {
      this.marks[0]![i] = 1;
      this.old[this.changes] = words[i]!;
      this.changed[this.changes++] = i;
    }
    words[i] = word;
  }

  /** Returns the number of the row at hand, which is the new `count` if it is new. */
  intern(): number {
    const { nodes, levels, marks, changed } = this;
    let { changes } = this;
    const top = levels.length - 1;
    for (let k = 0; k <= top; k++) {
      const [from, to, marked] = [nodes[k]!, nodes[k + 1]!, marks[k + 1]!];
      let next = 0;
      for (let j = 0; j < changes; j++) {
        const i = changed[j]!;
        marks[k]![i] = 0;
        const pair = i >> 1;
        const a = from[2 * pair]!;
        const b = from[2 * pair + 1]!;
        const number = a === 0 && b === 0 && k < top ? 0 : levels[k]!.number(a, b);
        if (number === to[pair]) continue;
        to[pair] = number;
        if (marked[pair] === 1) continue;
        marked[pair] = 1;
        changed[next++] = pair;
      }
      changes = next;
    }
    marks[top + 1]![0] = 0;
    this.changes = 0;
    return nodes[top + 1]![0]!;
  }

  /** Makes this row the one at hand. */
  take(number: number): void {
    const { nodes, words, changed, old } = this;
    for (let j = 0; j < this.changes; j++) {
      words[changed[j]!] = old[j]!;
      this.marks[0]![changed[j]!] = 0;
    }
    this.changes = 0;
    const top = nodes.length - 1;
    if (nodes[top]![0] === number) return;
    nodes[top]![0] = number;
    this.unfold(top, 0);
  }

  private unfold(level: number, i: number): void {
    const below = this.nodes[level - 1]!;
    const { left, right } = this.levels[level - 1]!;
    const number = this.nodes[level]![i]!;
    if (below[2 * i] !== left[number]) {
      below[2 * i] = left[number]!;
      if (level > 1) this.unfold(level - 1, 2 * i);
    }
    if (below[2 * i + 1] !== right[number]) {
      below[2 * i + 1] = right[number]!;
      if (level > 1) this.unfold(level - 1, 2 * i + 1);
    }
  }
}

function doubled(column: Uint8Array): Uint8Array<ArrayBuffer> {
  const wider = new Uint8Array(2 * column.length);
  wider.set(column);
  return wider;
}

function hashOf(a: number, b: number): number {
  let h = Math.imul(a, 0x9e3779b1) ^ Math.imul(b ^ (b >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  return h ^ (h >>> 13);
}
