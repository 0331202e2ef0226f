/** Values by position, with the position of the largest value in a range. Positions without a value have -Infinity. */
export class MaximumTree {
  private readonly leaves: number;
  private readonly values: Float64Array;

  constructor(count: number) {
    this.leaves = powerOfTwo(count);
    this.values = new Float64Array(2 * this.leaves).fill(Number.NEGATIVE_INFINITY);
  }

  get(position: number): number {
    return this.values[this.leaves + position]!;
  }

  set(position: number, value: number): void {
    let node = this.leaves + position;
    this.values[node] = value;
    for (node >>= 1; node >= 1; node >>= 1) {
      this.values[node] = Math.max(this.values[2 * node]!, this.values[2 * node + 1]!);
    }
  }

  /** Returns the position of the largest value from `from` to before `until`; -1: there is none. */
  positionOfMaximum(from: number, until: number): number {
    let best = -1;
    let largest = Number.NEGATIVE_INFINITY;
    let left = this.leaves + from;
    let right = this.leaves + until;
    for (; left < right; left >>= 1, right >>= 1) {
      if ((left & 1) === 1) {
        if (this.values[left]! > largest) largest = this.values[(best = left)]!;
        left++;
      }
      if ((right & 1) === 1) {
        right--;
        if (this.values[right]! > largest) largest = this.values[(best = right)]!;
      }
    }
    if (best === -1) return -1;
    while (best < this.leaves) best = this.values[2 * best] === largest ? 2 * best : 2 * best + 1;
    return best - this.leaves;
  }
}

/** How many ranges cover each position. */
export class Coverage {
  private readonly leaves: number;
  /** The least count in the subtree of a node, without what is added to its ancestors. */
  private readonly least: Float64Array;
  /** What is added to the whole subtree of a node. */
  private readonly added: Float64Array;

  constructor(count: number) {
    this.leaves = powerOfTwo(count);
    this.least = new Float64Array(2 * this.leaves);
    this.added = new Float64Array(2 * this.leaves);
  }

  add(from: number, until: number, change: number): void {
    this.addIn(1, 0, this.leaves, from, until, change);
  }

  /** Returns the first uncovered position in a range, and never again; `until` if there is none. */
  takeGap(from: number, until: number): number {
    const gap = this.firstIn(1, 0, this.leaves, from, until, 0);
    if (gap === -1) return until;
    this.add(gap, gap + 1, Number.POSITIVE_INFINITY);
    return gap;
  }

  private addIn(node: number, low: number, high: number, from: number, until: number, change: number): void {
    if (until <= low || high <= from) return;
    if (from <= low && high <= until) {
      this.least[node]! += change;
      this.added[node]! += change;
      return;
    }
    const middle = (low + high) / 2;
    this.addIn(2 * node, low, middle, from, until, change);
    this.addIn(2 * node + 1, middle, high, from, until, change);
    this.least[node] = this.added[node]! + Math.min(this.least[2 * node]!, this.least[2 * node + 1]!);
  }

  private firstIn(node: number, low: number, high: number, from: number, until: number, above: number): number {
    if (until <= low || high <= from || this.least[node]! + above > 0) return -1;
    if (high - low === 1) return low;
    const middle = (low + high) / 2;
    const inherited = above + this.added[node]!;
    const left = this.firstIn(2 * node, low, middle, from, until, inherited);
    return left === -1 ? this.firstIn(2 * node + 1, middle, high, from, until, inherited) : left;
  }
}

function powerOfTwo(least: number): number {
  let size = 1;
  while (size < least) size *= 2;
  return size;
}
