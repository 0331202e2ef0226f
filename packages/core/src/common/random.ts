/** Random numbers from a seed (mulberry32, by Tommy Ettinger). The state is one number. */
export class Random {
  state: number;

  constructor(seed: number) {
    this.state = seed | 0;
  }

  /** Returns a number of at least 0, below 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}
