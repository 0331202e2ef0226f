import { noteEffect } from './effects.js';

interface Timer {
  readonly callback: () => void;
  readonly delay: number;
  readonly repeat: boolean;
  due: number;
  /** Whether it keeps the event loop alive. */
  keepsAlive: boolean;
}

/** A source of events from other threads. */
export interface EventSource {
  /** Whether events that may still come keep the event loop alive. */
  listening(): boolean;
  /**
   * The next event's job. If there is none: waits unless the loop `mayGoOn` with something else, otherwise returns
   * undefined.
   */
  take(mayGoOn: boolean): (() => void) | undefined;
}

/** Jobs in order. A running job may add others, run the queue itself (an import that waits), or throw. */
class Queue {
  private jobs: (() => void)[] = [];
  private next = 0;

  get waiting(): boolean {
    return this.next < this.jobs.length;
  }

  add(job: () => void): void {
    this.jobs.push(job);
  }

  /** Includes those added meanwhile. */
  runAll(): void {
    while (this.next < this.jobs.length) this.jobs[this.next++]!();
    this.clear();
  }

  clear(): void {
    this.jobs = [];
    this.next = 0;
  }
}

/** Errors that nothing catches. */
export interface Uncaught {
  /** Does the program handle this error? */
  thrown(error: unknown): boolean;
  /** A promise was rejected, and has no handler still. */
  rejected(promise: object, reason: unknown): boolean;
  /** It has one now. */
  handled(promise: object): void;
}

/** Longer delays become 1 ms, as everywhere. */
const LONGEST_DELAY = 2 ** 31 - 1;

/**
 * A thread's event loop in Node's order: after each task all `nextTick` callbacks, then all microtasks, until there are
 * none. Time is virtual: when nothing else is left to do, the next timer is due.
 */
export class EventLoop {
  /** Milliseconds. */
  now = 0;
  /** Number of tasks so far. */
  tasks = 0;
  source: EventSource | undefined;
  /** Asked what to do about errors that nothing catches, if the program listens to any events of the process. */
  uncaught: Uncaught | undefined;
  private readonly ticks = new Queue();
  private readonly jobs = new Queue();
  private readonly timers = new Map<number, Timer>();
  private readonly immediates = new Map<number, () => void>();
  /** Immediates that run before anything else, as they were set before this turn. */
  private turn: number[] = [];
  private lastId = 0;
  private readonly unhandled = new Map<object, unknown>();
  private readonly position: { site: number };

  /** `position`: the current place in the program. */
  constructor(position: { site: number }) {
    this.position = position;
  }

  /** A microtask. */
  enqueue(job: () => void): void {
    this.jobs.add(job);
  }

  /** Runs after the current microtasks, before those that tasks enqueue. */
  enqueueTick(job: () => void): void {
    this.ticks.add(job);
  }

  setTimer(callback: () => void, delay: number, repeat: boolean): number {
    const effective = delay >= 1 && delay <= LONGEST_DELAY ? Math.trunc(delay) : 1;
    const timer = { callback, delay: effective, repeat, due: this.now + effective, keepsAlive: true };
    this.timers.set(++this.lastId, timer);
    return this.lastId;
  }

  clearTimer(id: number): void {
    this.timers.delete(id);
  }

  /** Sets whether this timer keeps the event loop alive (`ref`, `unref`). */
  keepAlive(id: number, keepsAlive: boolean): void {
    const timer = this.timers.get(id);
    if (timer !== undefined) timer.keepsAlive = keepsAlive;
  }

  keepsAlive(id: number): boolean {
    return this.timers.get(id)?.keepsAlive === true;
  }

  /** Restarts the timer's delay (`refresh`). */
  restartTimer(id: number): void {
    const timer = this.timers.get(id);
    if (timer === undefined) return;
    timer.due = this.now + timer.delay;
    this.timers.delete(id);
    this.timers.set(id, timer);
  }

  setImmediate(callback: () => void): number {
    this.immediates.set(++this.lastId, callback);
    return this.lastId;
  }

  clearImmediate(id: number): void {
    this.immediates.delete(id);
  }

  /** A promise without a handler was rejected. */
  rejected(promise: object, reason: unknown): void {
    this.unhandled.set(promise, reason);
  }

  /** This rejected promise has a handler now. */
  handled(promise: object): void {
    if (!this.unhandled.delete(promise)) this.uncaught?.handled(promise);
  }

  /** Runs microtasks, then timers and events, until nothing is left to do or `until()` holds (tested between tasks). */
  run(until?: () => boolean): void {
    for (;;) {
      this.drain();
      if (until?.() === true) return;
      const { site } = this.position;
      // A thread that waits here is at no place of the program, whatever it called last.
      this.position.site = 0;
      const task = this.nextTask();
      if (task === undefined) {
        this.position.site = site;
        return;
      }
      this.tasks++;
      this.attempt(task);
    }
  }

  /** Discards everything left: another thread runs in this world now. */
  clear(): void {
    for (const left of [this.ticks, this.jobs, this.timers, this.immediates, this.unhandled]) left.clear();
    this.turn = [];
  }

  /** Runs everything before the next task. Throws a rejection that is still unhandled then. */
  drain(): void {
    for (;;) {
      while (this.ticks.waiting || this.jobs.waiting) {
        while (this.ticks.waiting) this.attempt(() => this.ticks.runAll());
        while (this.jobs.waiting) this.attempt(() => this.jobs.runAll());
      }
      if (this.unhandled.size === 0) return;
      for (const [promise, reason] of this.unhandled) {
        this.unhandled.delete(promise);
        if (this.uncaught?.rejected(promise, reason) !== true) throw reason;
      }
    }
  }

  private attempt(job: () => void): void {
    try {
      job();
    } catch (error) {
      if (this.uncaught?.thrown(error) !== true) throw error;
    }
  }

  private nextTask(): (() => void) | undefined {
    return (
      this.nextOfTurn() ?? this.nextEvent() ?? this.nextTimer(this.now) ?? this.nextTurn() ?? this.nextTimer(Infinity)
    );
  }

  private nextOfTurn(): (() => void) | undefined {
    for (let id = this.turn.shift(); id !== undefined; id = this.turn.shift()) {
      const callback = this.immediates.get(id);
      this.immediates.delete(id);
      if (callback !== undefined) return callback;
    }
    return undefined;
  }

  private nextTurn(): (() => void) | undefined {
    this.turn = [...this.immediates.keys()];
    return this.nextOfTurn();
  }

  private nextEvent(): (() => void) | undefined {
    if (this.source?.listening() !== true) return undefined;
    return this.source.take(this.immediates.size > 0 || this.timers.size > 0);
  }

  /** The timer that is due first, if by `latest`; advances time. */
  private nextTimer(latest: number): (() => void) | undefined {
    let first = -1;
    let due = Infinity;
    let alive = this.source?.listening() === true || this.immediates.size > 0;
    for (const [id, timer] of this.timers) {
      alive ||= timer.keepsAlive;
      if (timer.due < due) [first, due] = [id, timer.due];
    }
    const timer = this.timers.get(first);
    if (timer === undefined || !alive || due > latest) return undefined;
    this.now = Math.max(this.now, due);
    return () => this.fire(first, timer);
  }

  private fire(id: number, timer: Timer): void {
    if (!timer.repeat) this.timers.delete(id);
    // A thread that only sleeps returns to the same state, unless other timers are nearer now.
    if (this.timers.size > (timer.repeat ? 1 : 0)) noteEffect();
    timer.callback();
    if (timer.repeat) this.restartTimer(id);
  }
}
