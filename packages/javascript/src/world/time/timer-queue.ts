import { recording } from './segments.js';
import type { Moment } from './moments.js';
import { Moments } from './moments.js';

/** A pending timer. */
export interface Timer {
  readonly callback: () => void;
  readonly delay: number;
  readonly repeat: boolean;
  /** Time at which it was set; undefined if there are too many timers to distinguish. */
  since: Moment | undefined;
  /** Time at which an interval fired, from which its next delay counts. */
  fired?: Moment | undefined;
  /** Earliest time at which it can be due. */
  due: number;
  /** Whether it keeps the event loop alive. */
  keepsAlive: boolean;
  /** Whether it never fires again. */
  isCleared?: boolean;
}

/** With more pending timers, only one order is followed. */
const MOST = 24;

/** Maximum delay in milliseconds; longer delays become 1 ms, as in all environments. */
const LONGEST_DELAY = 2 ** 31 - 1;

/**
 * The timers of a thread, in Node's order. Timers with the same delay form a list, in the order in which they were set.
 * Among the first timers of all lists, one that is due before the others fires next; then those of its list that were
 * also due when Node read the clock.
 */
export class TimerQueue {
  moments = new Moments();
  /** Whether there were more timers at once than can be distinguished. */
  isCrowded = false;
  private readonly timers = new Map<number, Timer>();
  /** Delay of the list that Node is processing. */
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
    recording.segments?.everything();
    const effective = delay >= 1 && delay <= LONGEST_DELAY ? Math.trunc(delay) : 1;
    this.moments.pass();
    const due = this.moments.earliest + effective;
    this.timers.set(id, { callback, delay: effective, repeat, since: this.remember(), due, keepsAlive: true });
  }

  delete(id: number): void {
    recording.segments?.everything();
    const timer = this.timers.get(id);
    this.timers.delete(id);
    if (timer === undefined) return;
    const { since } = timer;
    timer.since = undefined;
    if (since !== undefined) this.forgetMoment(since, timer);
    if (timer.fired !== undefined) this.forgetMoment(timer.fired);
  }

  /** Called when an interval fires. */
  fires(timer: Timer): void {
    this.moments.pass();
    timer.fired = this.remember();
  }

  /** Restarts a timer: from now, or from the time at which it fired. It becomes the last one of its list. */
  restart(id: number, timer: Timer): void {
    recording.segments?.everything();
    if (timer.isCleared === true) return;
    // The timer has fired.
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

  /** Called when Node does something else before it checks timers again. */
  leave(): void {
    this.list = undefined;
  }

  /** Whether it is possible that no timer is due yet. */
  get mayAllWait(): boolean {
    return this.waiting() !== undefined;
  }

  /** Assumes that no timer is due yet. */
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

  /** Returns the timers that can fire next, the most natural one first, each with the resulting state of time. */
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

  /** Returns the state of time if this timer fires next; undefined if it cannot. */
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

  /** Takes the timer that fires next. */
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

  /** Saves the state of time. */
  save(): SavedTime {
    return { moments: this.moments.copy(), timers: [...this.timers.values()].map((timer) => ({ ...timer })) };
  }

  /** Restores a saved state of time, if the timers are the same. */
  rewind({ moments, timers }: SavedTime): void {
    const now = [...this.timers.values()];
    if (now.length !== timers.length || now.some(({ delay }, i) => delay !== timers[i]!.delay)) return;
    now.forEach((timer, i) => Object.assign(timer, { since: timers[i]!.since, due: timers[i]!.due }));
    this.moments = moments.copy();
  }
}

/** A saved state of time, with the timers at that moment. */
export interface SavedTime {
  readonly moments: Moments;
  readonly timers: readonly Timer[];
}
