import { noteEffect } from './effects.js';
import { Queue } from './job-queue.js';
import type { EventSource, LoopEvent } from './loop-event.js';
import { Moments } from './moments.js';
import { OutsideEvents } from './outside-events.js';
import { recording } from './segments.js';
import { SeenClock } from './seen-clock.js';
import type { Timer } from './timer-queue.js';
import { TimerQueue } from './timer-queue.js';

/** The position of the loop, and the run that makes nondeterministic choices. */
interface Place {
  site: number;
  readonly run?: { toss(): boolean; abandon(): void } | undefined;
}

/** Handlers for errors that nothing catches. */
export interface Uncaught {
  /** Returns whether the program handles this error. */
  thrown(error: unknown): boolean;
  /** Called for a rejected promise that still has no handler; returns whether the program handles that. */
  rejected(promise: object, reason: unknown): boolean;
  /** Called when such a promise gets a handler. */
  handled(promise: object): void;
}

/**
 * A thread's event loop in Node's order: after each task all `nextTick` callbacks, then all microtasks, until none are
 * left. Tasks come in rounds: timers that are due, events, immediates. Time is virtual: any amount of it may pass at
 * any time, so timers fire in every order that their delays allow (docs/internals/decisions/0051).
 */
export class EventLoop {
  /** Number of tasks run. */
  tasks = 0;
  source: EventSource | undefined;
  /** Handlers for errors that nothing catches, if the program listens to any events of the process. */
  uncaught: Uncaught | undefined;
  /** Reason of an unhandled rejection that the loop has thrown. */
  unhandledWith: { readonly reason: unknown } | undefined;
  readonly outside = new OutsideEvents();
  private readonly ticks = new Queue();
  private readonly jobs = new Queue();
  private readonly timers = new TimerQueue();
  private readonly immediates = new Map<number, () => void>();
  /** Immediates that run before anything else, as they were set before this turn. */
  private turn: number[] = [];
  /** Jobs that belong to the last task: no other task runs before them. */
  private readonly following: (() => void)[] = [];
  /** Microtasks are being run: ticks come after them. */
  private goesOnWithJobs = false;
  private phase: 'timers' | 'events' = 'timers';
  /** Whether the last task was an event or the main program. */
  private wasEvent = true;
  /** An event that comes after timers. */
  private held: LoopEvent | undefined;
  /** Whether this step made a choice that could have been different. */
  private tossed = false;
  /** Time at which the first thread began here: other threads that are run again also begin then. */
  private base: number | undefined;
  /** The clock as read by the thread. */
  clock = new SeenClock();
  private lastId = 0;
  private readonly unhandled = new Map<object, unknown>();
  private readonly position: Place;
  private readonly beginCalls = (): void => this.outside.beginCalls((options) => this.choose(options));

  /** `position`: the current position in the program. */
  constructor(position: Place) {
    this.position = position;
  }

  /** The earliest possible current time, in milliseconds. */
  get now(): number {
    return this.timers.moments.earliest;
  }

  /** Sets the current time. */
  setTime(time: number, exactly: boolean): void {
    this.timers.moments.isNow(time, exactly);
  }

  /** Lets at least this much time pass. */
  pass(milliseconds: number): void {
    this.timers.moments.pass(milliseconds);
  }

  /** Called when a thread begins. */
  begin(): void {
    this.base ??= this.now;
  }

  /** See `TimerQueue`. */
  get time(): Pick<TimerQueue, 'save' | 'rewind' | 'isCrowded' | 'size'> {
    return this.timers;
  }

  /** Number of pending immediates, events and jobs. Timers are not counted. */
  get pending(): number {
    return this.immediates.size + this.outside.size + this.ticks.length + this.jobs.length + this.following.length;
  }

  /** Adds a microtask. */
  enqueue(job: () => void): void {
    this.jobs.add(job);
  }

  /** Runs after the current microtasks, before those that tasks enqueue. */
  enqueueTick(job: () => void): void {
    this.ticks.add(job);
  }

  /** Adds a task that comes before all others. */
  enqueueNext(job: () => void): void {
    this.following.push(job);
  }

  setTimer(callback: () => void, delay: number, repeat: boolean): number {
    this.timers.set(++this.lastId, callback, delay, repeat);
    return this.lastId;
  }

  /** Returns a pending timer. */
  timer(id: number): Timer | undefined {
    return this.timers.get(id);
  }

  clearTimer(id: number): void {
    const timer = this.timers.get(id);
    if (timer !== undefined) timer.isCleared = true;
    this.timers.delete(id);
  }

  /** Restarts the timer's delay, also after it has fired (`refresh`). */
  restartTimer(id: number, timer: Timer): void {
    this.timers.restart(id, timer);
  }

  setImmediate(callback: () => void): number {
    recording.segments?.everything();
    this.immediates.set(++this.lastId, callback);
    return this.lastId;
  }

  hasImmediate(id: number): boolean {
    return this.immediates.has(id);
  }

  clearImmediate(id: number): void {
    recording.segments?.everything();
    this.immediates.delete(id);
  }

  /** Records a rejected promise without a handler. */
  rejected(promise: object, reason: unknown): void {
    this.unhandled.set(promise, reason);
  }

  /** Called when this rejected promise gets a handler. */
  handled(promise: object): void {
    if (!this.unhandled.delete(promise)) this.uncaught?.handled(promise);
  }

  /** Runs microtasks, then timers and events, until nothing is left to do or `until()` holds (tested between tasks). */
  run(until?: () => boolean): void {
    this.runTasks(until);
  }

  /** The same, but tests `until` after each microtask. The code that follows is part of the microtask after which it holds. */
  runWithin(until: () => boolean): void {
    this.runTasks(until, until);
  }

  /** See `OutsideEvents.joinAnother`. */
  joinAnother(): void {
    this.outside.joinAnother((options) => this.choose(options));
  }

  /** Notes that the code that has just run was a microtask, such as the evaluation of an ES module: others precede ticks. */
  wasMicrotask(): void {
    this.goesOnWithJobs = true;
  }

  private runTasks(until?: () => boolean, untilWithin?: () => boolean): void {
    for (;;) {
      this.outside.segment(() => this.drain(untilWithin));
      if (until?.() === true) return;
      if (this.outside.endSegment(this.following.length > 0)) this.position.run?.abandon();
      const { site } = this.position;
      // A thread that waits here is at no site of the program, whatever it called last.
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

  /** Discards everything left, as another thread runs in this world now. */
  clear(): void {
    for (const left of [this.ticks, this.jobs, this.timers, this.immediates, this.outside, this.unhandled])
      left.clear();
    this.turn = [];
    this.following.length = 0;
    this.unhandledWith = undefined;
    this.goesOnWithJobs = false;
    this.wasEvent = true;
    this.held = undefined;
    this.phase = 'timers';
    this.clock = new SeenClock();
    this.timers.moments = new Moments();
    this.timers.moments.isNow(this.base ?? 0, true);
  }

  /** Runs everything before the next task. Throws if a rejection is still unhandled. */
  drain(until?: () => boolean): void {
    const { afterEach } = this.outside;
    for (;;) {
      while (this.ticks.waiting || this.jobs.waiting) {
        afterEach?.();
        while (this.ticks.waiting && !this.goesOnWithJobs)
          this.attempt(() => this.ticks.runAll(undefined, undefined, afterEach));
        while (this.jobs.waiting) {
          this.attempt(() => this.jobs.runAll(until, this.beginCalls, afterEach));
          this.goesOnWithJobs = until?.() === true;
          if (this.goesOnWithJobs) return;
        }
        this.goesOnWithJobs = false;
      }
      this.goesOnWithJobs = false;
      if (this.unhandled.size === 0) return;
      for (const [promise, reason] of this.unhandled) {
        this.unhandled.delete(promise);
        if (this.uncaught?.rejected(promise, reason) === true) continue;
        this.unhandledWith = { reason };
        throw reason;
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
    this.tossed = false;
    this.outside.beginSegment();
    const task = this.nextOfAll();
    if (task !== undefined) this.outside.settleSegment();
    return task;
  }

  private nextOfAll(): (() => void) | undefined {
    const immediate = this.following.shift() ?? this.nextOfTurn();
    if (immediate !== undefined) return immediate;
    if (this.phase === 'timers') {
      // With immediates to run, the loop does not wait until timers are due: either they are due by now, or not.
      if (this.immediates.size > 0 && this.mayFire) {
        if (!this.timers.mayAllWait || this.choose(2) === 1) return this.nextTimer();
        this.timers.allWait();
      }
      this.phase = 'events';
    }
    return this.nextEvent() ?? this.nextTurn() ?? this.nextTimer() ?? this.nextOutside(false);
  }

  /** Makes a nondeterministic choice: a number below `options`; 0 is the most natural one. */
  private choose(options: number): number {
    const { run } = this.position;
    if (run === undefined) return 0;
    this.tossed ||= options > 1;
    for (let option = 0; option < options - 1; option++) if (!run.toss()) return option;
    return options - 1;
  }

  private nextOfTurn(): (() => void) | undefined {
    for (let id = this.turn.shift(); id !== undefined; id = this.turn.shift()) {
      const callback = this.immediates.get(id);
      this.immediates.delete(id);
      if (callback === undefined) continue;
      this.wasEvent = false;
      return callback;
    }
    return undefined;
  }

  /** Starts the next turn: its immediates run, then timers are checked again. */
  private nextTurn(): (() => void) | undefined {
    this.turn = [...this.immediates.keys()];
    if (this.turn.length > 0) this.timers.leave();
    this.phase = 'timers';
    return this.nextOfTurn();
  }

  /**
   * Returns the next event. In Node, timers that are due come before an event that has arrived, except while Node is
   * processing events.
   */
  private nextEvent(): (() => void) | undefined {
    const arrived = this.nextOutside(this.goesOn || this.held !== undefined || this.source?.listening() === true);
    if (arrived !== undefined) return arrived;
    let event = this.held;
    if (event === undefined) {
      const { source } = this;
      const looks = source?.listening() === true || (source?.mayHear() === true && this.goesOn);
      if (source === undefined || !looks) return undefined;
      event = source.take(this.immediates.size > 0 || this.timers.size > 0 || this.outside.size > 0);
      if (event === undefined) return undefined;
    }
    this.held = undefined;
    if (event.isSure && this.immediates.size === 0 && this.mayFire && this.choose(2) === 1) {
      this.held = { ...event, isSure: true };
      return this.nextTimer();
    }
    if (event.isOwnMessage === true && this.immediates.size > 0 && this.wasEvent && this.choose(2) === 1) {
      this.held = { ...event, isOwnMessage: false };
      return this.nextTurn();
    }
    return this.arrival(event.run);
  }

  /** Returns any of the expected outside events. If the loop has other work, that may also come first. */
  private nextOutside(hasOther: boolean): (() => void) | undefined {
    const { options } = this.outside;
    if (options === 0) return undefined;
    const option = this.choose(options + (hasOther ? 1 : 0));
    if (option === options) return undefined;
    return this.arrival(this.outside.take(option, !hasOther && this.timers.size === 0));
  }

  private arrival(run: () => void): () => void {
    this.timers.leave();
    if (this.immediates.size === 0) this.phase = 'timers';
    return () => {
      this.wasEvent = true;
      // Immediates that are set now come before timers.
      this.phase = 'events';
      run();
    };
  }

  /** Whether another task will follow even if no event arrives. */
  private get goesOn(): boolean {
    return this.immediates.size > 0 || this.mayFire;
  }

  /** Whether timers are pending, and anything keeps the loop alive. */
  private get mayFire(): boolean {
    if (this.timers.size === 0) return false;
    if (this.held !== undefined || this.immediates.size > 0) return true;
    if (this.outside.size > 0 || this.outside.lost > 0) return true;
    if (this.source?.listening() === true) return true;
    for (const timer of this.timers.values()) if (timer.keepsAlive) return true;
    return false;
  }

  /** Returns one of the timers that can be due first. */
  private nextTimer(): (() => void) | undefined {
    if (!this.mayFire) return undefined;
    const candidates = this.timers.candidates();
    const { id, then } = candidates[this.choose(candidates.length)]!;
    this.phase = 'timers';
    this.wasEvent = false;
    const timer = this.timers.take(id, then);
    const { tossed } = this;
    return () => this.fire(id, timer, tossed);
  }

  private fire(id: number, timer: Timer, tossed: boolean): void {
    if (timer.repeat) this.timers.fires(timer);
    else this.timers.delete(id);
    // A thread that only sleeps returns to the same state, unless other timers are nearer now. If one of these could
    // have fired instead, that is another execution.
    if (!tossed && this.timers.size > (timer.repeat ? 1 : 0)) noteEffect();
    timer.callback();
    if (timer.repeat) this.timers.restart(id, timer);
  }
}
