/** Moments that always exist: the start of the thread's time, now, and the last check of timers. */
const START = 0;
const NOW = 1;
const LOOKED = 2;

/** A moment of a thread's past. */
export type Moment = number;

/**
 * Known bounds on the times of events in a thread, in whole milliseconds: a difference bound matrix (Dill, 1989), kept
 * as tight as the bounds imply. The duration of actions is unknown, so any amount of time may pass at any time.
 */
export class Moments {
  /** `bounds[i][j]`: upper bound for moment i minus moment j. */
  private bounds: number[][] = [
    [0, 0, 0],
    [0, 0, 0],
    [0, 0, 0],
  ];

  copy(): Moments {
    const copied = new Moments();
    copied.bounds = this.bounds.map((row) => [...row]);
    return copied;
  }

  /** Minimum time since the start. */
  get earliest(): number {
    return -this.bounds[START]![NOW]!;
  }

  /** Returns the minimum time from the start to this moment. */
  earliestAt(moment: Moment): number {
    return -this.bounds[START]![moment]!;
  }

  /** Lets any amount of time pass, but at least this much. */
  pass(atLeast = 0): void {
    const { bounds } = this;
    bounds.forEach((row, i) => {
      if (i !== NOW) row[NOW]! -= atLeast;
    });
    bounds[NOW] = bounds[NOW]!.map((_, j) => (j === NOW ? 0 : Infinity));
  }

  /** Sets the current time, exactly or as a minimum; more time may have passed than was known. */
  isNow(time: number, exactly: boolean): void {
    this.pass();
    this.constrain(START, NOW, -time);
    if (exactly) this.constrain(NOW, START, time);
  }

  /** Adds the current moment. */
  remember(): Moment {
    const { bounds } = this;
    const moment = bounds.length;
    for (const row of bounds) row.push(row[NOW]!);
    bounds.push([...bounds[NOW]!.slice(0, moment), 0]);
    return moment;
  }

  /** Removes a moment. The last one takes its number; returns the old number of the last one. */
  forget(moment: Moment): Moment {
    const { bounds } = this;
    const last = bounds.length - 1;
    for (const row of bounds) {
      row[moment] = row[last]!;
      row.pop();
    }
    bounds[moment] = bounds[last]!;
    bounds[moment][moment] = 0;
    bounds.pop();
    return last;
  }

  /** Records that timers are checked now. */
  look(): void {
    const { bounds } = this;
    for (const row of bounds) row[LOOKED] = row[NOW]!;
    bounds[LOOKED] = [...bounds[NOW]!];
    bounds[LOOKED][LOOKED] = 0;
  }

  /**
   * Returns whether this delay can have passed between a moment and the last check of timers; if so, assumes that it
   * has.
   */
  hadPassedWhenLooked(since: Moment, delay: number): boolean {
    return this.constrain(since, LOOKED, -delay);
  }

  /** Returns whether this delay can have passed by now; if so, assumes that it has. */
  hasPassed(since: Moment, delay: number): boolean {
    return this.constrain(since, NOW, -delay);
  }

  /** Returns whether it is possible that this delay has not passed yet; if so, assumes that it has not. */
  hasNotPassed(since: Moment, delay: number): boolean {
    return this.constrain(NOW, since, delay - 1);
  }

  /** Returns whether one delay can end no later than another one; if so, assumes that it does. */
  isDueFirst(since: Moment, delay: number, otherSince: Moment, otherDelay: number): boolean {
    return this.constrain(since, otherSince, otherDelay - delay);
  }

  /**
   * Adds the constraint that moment i is at most `most` later than moment j. Returns false if that contradicts the
   * known bounds.
   */
  private constrain(i: Moment, j: Moment, most: number): boolean {
    const { bounds } = this;
    if (most >= bounds[i]![j]!) return true;
    if (bounds[j]![i]! + most < 0) return false;
    for (const row of bounds) {
      const through = row[i]! + most;
      if (through === Infinity) continue;
      for (let b = 0; b < row.length; b++) row[b] = Math.min(row[b]!, through + bounds[j]![b]!);
    }
    return true;
  }
}
