/** Says yes now and then. */
export class Throttle {
  private readonly milliseconds: number;
  private last: number;

  /** `last`: when it has said so last, if it has. */
  constructor(milliseconds: number, last = -Infinity) {
    this.milliseconds = milliseconds;
    this.last = last;
  }

  isDue(): boolean {
    const now = performance.now();
    if (now - this.last < this.milliseconds) return false;
    this.last = now;
    return true;
  }
}
