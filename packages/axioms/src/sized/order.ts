import type { Relation } from '../relations/relation.js';

/** A strict order on events that grows: the transitive closure of its edges. Unlike relations, it changes in place. */
export class Order {
  private readonly size: number;
  private readonly words: number;
  private readonly rows: Int32Array;

  constructor(size: number) {
    this.size = size;
    this.words = (size + 31) >>> 5;
    this.rows = new Int32Array(size * this.words);
  }

  /** Returns the order of a relation; undefined if it has a cycle. */
  static of(relation: Relation): Order | undefined {
    const order = new Order(relation.size);
    for (const [a, b] of relation.pairs()) if (!order.add(a, b)) return undefined;
    return order;
  }

  clone(): Order {
    const order = new Order(this.size);
    order.copy(this);
    return order;
  }

  copy(other: Order): void {
    this.rows.set(other.rows);
  }

  /** Adds edges, as pairs of neighbours in the list. Returns false if this closes a cycle. */
  addAll(edges: Int32Array): boolean {
    for (let i = 0; i < edges.length; i += 2) if (!this.add(edges[i]!, edges[i + 1]!)) return false;
    return true;
  }

  private add(a: number, b: number): boolean {
    if (a === b || this.has(b, a)) return false;
    if (this.has(a, b)) return true;
    const { words, rows } = this;
    for (let u = 0; u < this.size; u++) {
      if (u !== a && !this.has(u, a)) continue;
      for (let w = 0; w < words; w++) rows[u * words + w]! |= rows[b * words + w]!;
      rows[u * words + (b >>> 5)]! |= 1 << (b & 31);
    }
    return true;
  }

  private has(a: number, b: number): boolean {
    return ((this.rows[a * this.words + (b >>> 5)]! >>> (b & 31)) & 1) === 1;
  }
}
