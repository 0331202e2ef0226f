/**
 * A relation on events, as a bit matrix: row a has a bit for each b that a is related to. Relations are immutable
 * values. Models compose them in the notation of their papers.
 */
export class Relation {
  readonly size: number;
  private readonly words: number;
  private readonly bits: Int32Array;

  private constructor(size: number, bits?: Int32Array) {
    this.size = size;
    this.words = (size + 31) >>> 5;
    this.bits = bits ?? new Int32Array(size * this.words);
  }

  static empty(size: number): Relation {
    return new Relation(size);
  }

  static fromPairs(size: number, pairs: Iterable<readonly [from: number, to: number]>): Relation {
    const result = new Relation(size);
    for (const [a, b] of pairs) result.add(a, b);
    return result;
  }

  /** Returns the relation of all pairs that satisfy a condition. */
  static where(size: number, holds: (a: number, b: number) => boolean): Relation {
    const result = new Relation(size);
    for (let a = 0; a < size; a++) {
      for (let b = 0; b < size; b++) if (holds(a, b)) result.add(a, b);
    }
    return result;
  }

  /** `[S]`: the identity on the events of a set. */
  static identity(size: number, contains: (event: number) => boolean = () => true): Relation {
    return Relation.where(size, (a, b) => a === b && contains(a));
  }

  has(a: number, b: number): boolean {
    return ((this.bits[a * this.words + (b >>> 5)]! >>> (b & 31)) & 1) === 1;
  }

  pairs(): [from: number, to: number][] {
    const found: [number, number][] = [];
    for (let a = 0; a < this.size; a++) {
      for (let b = 0; b < this.size; b++) if (this.has(a, b)) found.push([a, b]);
    }
    return found;
  }

  union(other: Relation): Relation {
    return new Relation(
      this.size,
      this.bits.map((word, i) => word | other.bits[i]!),
    );
  }

  intersect(other: Relation): Relation {
    return new Relation(
      this.size,
      this.bits.map((word, i) => word & other.bits[i]!),
    );
  }

  minus(other: Relation): Relation {
    return new Relation(
      this.size,
      this.bits.map((word, i) => word & ~other.bits[i]!),
    );
  }

  /** `r ; s`: relates a to c if r relates a to some b, and s relates b to c. */
  compose(other: Relation): Relation {
    const result = new Relation(this.size);
    for (let a = 0; a < this.size; a++) {
      for (let b = 0; b < this.size; b++) if (this.has(a, b)) result.addRow(a, other, b);
    }
    return result;
  }

  transpose(): Relation {
    return Relation.where(this.size, (a, b) => this.has(b, a));
  }

  /** Returns only the pairs that start and end in these sets. */
  restrict(from: (event: number) => boolean, to: (event: number) => boolean): Relation {
    return Relation.where(this.size, (a, b) => this.has(a, b) && from(a) && to(b));
  }

  /** `r?` */
  optional(): Relation {
    return this.union(Relation.identity(this.size));
  }

  /** `r+` (Warshall). */
  closure(): Relation {
    const result = new Relation(this.size, this.bits.slice());
    for (let via = 0; via < this.size; via++) {
      for (let a = 0; a < this.size; a++) if (result.has(a, via)) result.addRow(a, result, via);
    }
    return result;
  }

  isEmpty(): boolean {
    return this.bits.every((word) => word === 0);
  }

  isIrreflexive(): boolean {
    for (let a = 0; a < this.size; a++) if (this.has(a, a)) return false;
    return true;
  }

  isAcyclic(): boolean {
    return this.closure().isIrreflexive();
  }

  private add(a: number, b: number): void {
    this.bits[a * this.words + (b >>> 5)]! |= 1 << (b & 31);
  }

  /** Relates a to every event to which `other` relates b. */
  private addRow(a: number, other: Relation, b: number): void {
    for (let w = 0; w < this.words; w++) this.bits[a * this.words + w]! |= other.bits[b * this.words + w]!;
  }
}

/** `r1 ; r2 ; …` */
export function seq(first: Relation, ...others: readonly Relation[]): Relation {
  return others.reduce((all, next) => all.compose(next), first);
}

/** `r1 ∪ r2 ∪ …` */
export function union(first: Relation, ...others: readonly Relation[]): Relation {
  return others.reduce((all, next) => all.union(next), first);
}
