/** Open-addressing hash from a pair of integers to a positive integer; the table behind `LocalStates.update`. */
export class IntegerPairs {
  private first = new Int32Array(256);
  private second = new Int32Array(256);
  private mapped = new Int32Array(256);
  private mask = 255;
  private size = 0;

  /** Returns the value of a pair; 0 if absent. */
  get(a: number, b: number): number {
    const { first, second, mapped, mask } = this;
    for (let i = hash(a, b) & mask; ; i = (i + 1) & mask) {
      const value = mapped[i]!;
      if (value === 0 || (first[i] === a && second[i] === b)) return value;
    }
  }

  /** Adds a pair, which must be absent. The value must be positive. */
  add(a: number, b: number, value: number): void {
    if (2 * ++this.size > this.mask) this.grow();
    this.insert(a, b, value);
  }

  forEach(visit: (a: number, b: number, value: number) => void): void {
    const { first, second, mapped } = this;
    for (let i = 0; i < mapped.length; i++) if (mapped[i] !== 0) visit(first[i]!, second[i]!, mapped[i]!);
  }

  private insert(a: number, b: number, value: number): void {
    let i = hash(a, b) & this.mask;
    while (this.mapped[i] !== 0) i = (i + 1) & this.mask;
    this.first[i] = a;
    this.second[i] = b;
    this.mapped[i] = value;
  }

  private grow(): void {
    const { first, second, mapped } = this;
    const capacity = 2 * (this.mask + 1);
    this.mask = capacity - 1;
    this.first = new Int32Array(capacity);
    this.second = new Int32Array(capacity);
    this.mapped = new Int32Array(capacity);
    for (let i = 0; i < mapped.length; i++) {
      if (mapped[i] !== 0) this.insert(first[i]!, second[i]!, mapped[i]!);
    }
  }
}

function hash(a: number, b: number): number {
  const h = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b);
  return h ^ (h >>> 15);
}
