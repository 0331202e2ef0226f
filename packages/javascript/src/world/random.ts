/** The random numbers of a world: the same ones in each, as a run of a thread must be a function of its results. */
export class Random {
  private state = 0x2545f491;

  /** At least 0, less than 1 (mulberry32: short, and good enough for programs that only want to be different). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}
