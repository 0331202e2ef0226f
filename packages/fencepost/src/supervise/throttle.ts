const MILLISECONDS = 100;

/** Says yes at once, and then about ten times a second. */
export class Throttle {
  private last = -Infinity;

  isDue(): boolean {
    const now = performance.now();
    if (now - this.last < MILLISECONDS) return false;
    this.last = now;
    return true;
  }
}
