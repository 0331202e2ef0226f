/** The moments that are always there: the start of the thread's time, now, and when timers were last looked at. */
const START = 0;
const NOW = 1;
const LOOKED = 2;

/** A moment of a thread's past. */
export type Moment = number;

/**
 * What is known of when things happened in a thread, in whole milliseconds: bounds of the differences between moments, as
 * tight as they follow from each other (a difference bound matrix: Dill, 1989). How long something takes is not known, so
 * any amount of time may pass at any time.
 */
export class Moments {
  /** `bounds[i][j]`: moment i is at most so much later than moment j. */
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

  /** The least that can have passed from the start. */
  get earliest(): number {
    return -this.bounds[START]![NOW]!;
  }

  /** The least that can have passed until then. */
  earliestAt(moment: Moment): number {
    return -this.bounds[START]![moment]!;
  }

  /** Any amount of time passes, but at least so much. */
  pass(atLeast = 0): void {
    const { bounds } = this;
    bounds.forEach((row, i) => {
      if (i !== NOW) row[NOW]! -= atLeast;
    });
    bounds[NOW] = bounds[NOW]!.map((_, j) => (j === NOW ? 0 : Infinity));
  }

  /** It is exactly so late now, or at least so late; more time may have passed than was known. */
  isNow(time: number, exactly: boolean): void {
    this.pass();
    this.constrain(START, NOW, -time);
    if (exactly) this.constrain(NOW, START, time);
  }

  /** A new moment: now. */
  remember(): Moment {
    const { bounds } = this;
    const moment = bounds.length;
    for (const row of bounds) row.push(row[NOW]!);
    bounds.push([...bounds[NOW]!.slice(0, moment), 0]);
    return moment;
  }

  /** Forgets a moment; the last one takes its number, which is returned. */
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

  /** Timers are looked at now. */
  look(): void {
    const { bounds } = this;
    for (const row of bounds) row[LOOKED] = row[NOW]!;
    bounds[LOOKED] = [...bounds[NOW]!];
    bounds[LOOKED][LOOKED] = 0;
  }

  /** Can it be that so much has passed since a moment when timers were last looked at? If so, it has. */
  hadPassedWhenLooked(since: Moment, delay: number): boolean {
    return this.constrain(since, LOOKED, -delay);
  }

  /** The same, by now. */
  hasPassed(since: Moment, delay: number): boolean {
    return this.constrain(since, NOW, -delay);
  }

  /** Can it be that so much has not passed yet? If so, it has not. */
  hasNotPassed(since: Moment, delay: number): boolean {
    return this.constrain(NOW, since, delay - 1);
  }

  /** Can one delay be over as soon as another one? If so, it is. */
  isDueFirst(since: Moment, delay: number, otherSince: Moment, otherDelay: number): boolean {
    return this.constrain(since, otherSince, otherDelay - delay);
  }

  /** Moment i is at most `most` later than moment j. False: that contradicts what is known. */
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
