import type { Moment } from './moments.js';
import { Moments } from './moments.js';

/** A timer that is pending. */
export interface Timer {
  readonly callback: () => void;
  readonly delay: number;
  readonly repeat: boolean;
  /** When it was set; undefined: there are too many to tell. */
  since: Moment | undefined;
  /** When an interval fired, from which its next delay counts. */
  fired?: Moment | undefined;
  /** The earliest time at which it can be due. */
  due: number;
  /** Whether it keeps the event loop alive. */
  keepsAlive: boolean;
  /** It never fires again. */
  isCleared?: boolean;
}

/** Of more timers at once, the order is followed in one way. */
const MOST = 24;

/** Longer delays become 1 ms, as everywhere. */
const LONGEST_DELAY = 2 ** 31 - 1;

/**
 * The timers of a thread, in Node's order. Those with the same delay are a list, in the order in which they were set. Of
 * the first ones of each list, one that is due before the others comes next; and then those of its list that were due as
 * well when Node looked at the clock.
 */
export class TimerQueue {
  moments = new Moments();
  /** Were there more timers at once than can be told apart? */
  isCrowded = false;
  private readonly timers = new Map<number, Timer>();
  /** The delay of the list that Node works on. */
  private list: number | undefined;

  get size(): number {
    return this.timers.size;
  }

  get(id: number): Timer | undefined {
    return this.timers.get(id);
  }

  values(): Iterable<Timer> {
    return this.timers.values();
  }

  set(id: number, callback: () => void, delay: number, repeat: boolean): void {
    const effective = delay >= 1 && delay <= LONGEST_DELAY ? Math.trunc(delay) : 1;
    this.moments.pass();
    const due = this.moments.earliest + effective;
    this.timers.set(id, { callback, delay: effective, repeat, since: this.remember(), due, keepsAlive: true });
  }

  delete(id: number): void {
    const timer = this.timers.get(id);
    this.timers.delete(id);
    if (timer === undefined) return;
    const { since } = timer;
    timer.since = undefined;
    if (since !== undefined) this.forgetMoment(since, timer);
    if (timer.fired !== undefined) this.forgetMoment(timer.fired);
  }

  /** An interval fires. */
  fires(timer: Timer): void {
    this.moments.pass();
    timer.fired = this.remember();
  }

  /** It starts again: now, or when it fired. It becomes the last one of its list. */
  restart(id: number, timer: Timer): void {
    if (timer.isCleared === true) return;
    // It has fired.
    if (!this.timers.has(id)) timer.since = timer.fired = undefined;
    if (timer.since !== undefined) this.forgetMoment(timer.since);
    this.moments.pass();
    timer.since = timer.fired ?? this.remember();
    timer.fired = undefined;
    timer.due =
      timer.delay + (timer.since === undefined ? this.moments.earliest : this.moments.earliestAt(timer.since));
    this.timers.delete(id);
    this.timers.set(id, timer);
  }

  clear(): void {
    this.timers.clear();
    this.list = undefined;
  }

  /** Node does something else before it looks at timers again. */
  leave(): void {
    this.list = undefined;
  }

  /** Can it be that none is due yet? */
  get mayAllWait(): boolean {
    return this.waiting() !== undefined;
  }

  /** None is due yet. */
  allWait(): void {
    this.moments = this.waiting() ?? this.moments;
  }

  private waiting(): Moments | undefined {
    const moments = this.moments.copy();
    for (const { since, delay } of this.timers.values()) {
      if (since !== undefined && !moments.hasNotPassed(since, delay)) return undefined;
    }
    return moments;
  }

  /** Timers that can come next, the most natural one first, each with what is known then. */
  candidates(): readonly { readonly id: number; readonly then: Moments | undefined }[] {
    const heads = new Map<number, number>();
    for (const [id, { delay }] of this.timers) if (!heads.has(delay)) heads.set(delay, id);
    const ids = [...heads.values()];
    ids.sort((a, b) => this.timers.get(a)!.due - this.timers.get(b)!.due || a - b);
    if (this.isCrowded) return ids.slice(0, 1).map((id) => ({ id, then: undefined }));
    return ids.flatMap((id) => {
      const then = this.after(id, ids);
      return then === undefined ? [] : [{ id, then }];
    });
  }

  /** What is known if this timer comes next; undefined: it cannot. */
  private after(id: number, heads: readonly number[]): Moments | undefined {
    const { since, delay } = this.timers.get(id)!;
    const then = this.moments.copy();
    then.pass();
    then.hasPassed(since!, delay);
    const first = then.copy();
    const isFirst = heads.every((other) => {
      const { since: otherSince, delay: otherDelay } = this.timers.get(other)!;
      return other === id || first.isDueFirst(since!, delay, otherSince!, otherDelay);
    });
    const isOfList = delay === this.list && then.copy().hadPassedWhenLooked(since!, delay);
    if (!isOfList) {
      if (!isFirst) return undefined;
      first.look();
      return first;
    }
    if (!isFirst) then.hadPassedWhenLooked(since!, delay);
    return then;
  }

  /** This timer comes next. */
  take(id: number, then: Moments | undefined): Timer {
    const timer = this.timers.get(id)!;
    this.moments = then ?? this.moments;
    if (then === undefined) this.moments.isNow(timer.due, false);
    this.list = timer.delay;
    return timer;
  }

  private remember(): Moment | undefined {
    if (this.timers.size >= MOST) this.isCrowded = true;
    return this.isCrowded ? undefined : this.moments.remember();
  }

  private forgetMoment(moment: Moment, deleted?: Timer): void {
    const last = this.moments.forget(moment);
    const renumber = (timer: Timer): void => {
      if (timer.since === last) timer.since = moment;
      if (timer.fired === last) timer.fired = moment;
    };
    for (const timer of this.timers.values()) renumber(timer);
    if (deleted !== undefined) renumber(deleted);
  }

  /** What is known of time now, to go back to. */
  save(): SavedTime {
    return { moments: this.moments.copy(), timers: [...this.timers.values()].map((timer) => ({ ...timer })) };
  }

  /** Goes back to what was known, if there are the same timers again. */
  rewind({ moments, timers }: SavedTime): void {
    const now = [...this.timers.values()];
    if (now.length !== timers.length || now.some(({ delay }, i) => delay !== timers[i]!.delay)) return;
    now.forEach((timer, i) => Object.assign(timer, { since: timers[i]!.since, due: timers[i]!.due }));
    this.moments = moments.copy();
  }
}

/** What was known of time, with the timers at that moment. */
export interface SavedTime {
  readonly moments: Moments;
  readonly timers: readonly Timer[];
}
