import { noteEffect } from './effects.js';
import { Queue } from './job-queue.js';
import { Moments } from './moments.js';
import type { Timer } from './timer-queue.js';
import { TimerQueue } from './timer-queue.js';

/** A source of events from other threads. */
export interface EventSource {
  /** Whether events that may still come keep the event loop alive. */
  listening(): boolean;
  /** Whether the thread can be told anything before its next task, or to end, though that keeps no loop alive. */
  mayHear(): boolean;
  /**
   * The next event's job. If there is none: waits unless the loop `mayGoOn` with something else, otherwise returns
   * undefined.
   */
  take(mayGoOn: boolean): LoopEvent | undefined;
}

/** An event that has come. */
export interface LoopEvent {
  readonly run: () => void;
  /** Was it surely there? Otherwise it could also have come after timers that are due: that is another execution. */
  readonly isSure: boolean;
  /** A message of the thread to itself: immediates may come before it. */
  readonly isOwnMessage?: boolean;
}

/** Where the loop is, and who decides what is not determined. */
interface Place {
  site: number;
  readonly run?: { toss(): boolean } | undefined;
}

/** What a thread has seen of the clock. */
class SeenClock {
  /** Its state. */
  word = 0;
  /** How often it was read. */
  reads = 0;
  /** How often it was read visibly. */
  asked = 0;
  /** How many long pauses there were while it may have waited for time. */
  waited = 0;
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

/**
 * A thread's event loop in Node's order: after each task all `nextTick` callbacks, then all microtasks, until there are
 * none. Tasks come in rounds: timers that are due, events, immediates. Time is virtual: any amount of it may pass at any
 * time, so timers fire in every order that their delays allow (docs/internals/decisions/0051).
 */
export class EventLoop {
  /** Number of tasks so far. */
  tasks = 0;
  source: EventSource | undefined;
  /** Asked what to do about errors that nothing catches, if the program listens to any events of the process. */
  uncaught: Uncaught | undefined;
  /** What a promise was rejected with that nothing handles: the loop has thrown it. */
  unhandledWith: { readonly reason: unknown } | undefined;
  private readonly ticks = new Queue();
  private readonly jobs = new Queue();
  private readonly timers = new TimerQueue();
  private readonly immediates = new Map<number, () => void>();
  /** Immediates that run before anything else, as they were set before this turn. */
  private turn: number[] = [];
  /** What belongs to the last task: nothing else comes between. */
  private readonly following: (() => void)[] = [];
  /** Microtasks are being run: ticks come after them. */
  private goesOnWithJobs = false;
  private phase: 'timers' | 'events' = 'timers';
  /** Was the last task an event, or the main program? */
  private wasEvent = true;
  /** An event that comes after timers. */
  private held: LoopEvent | undefined;
  /** Was something decided in this step that could have been otherwise? */
  private tossed = false;
  /** The time when the first thread began here: others that are run again begin then, too. */
  private base: number | undefined;
  /** What the thread has seen of the clock. */
  clock = new SeenClock();
  private lastId = 0;
  private readonly unhandled = new Map<object, unknown>();
  private readonly position: Place;

  /** `position`: the current place in the program. */
  constructor(position: Place) {
    this.position = position;
  }

  /** The earliest that it can be now, in milliseconds. */
  get now(): number {
    return this.timers.moments.earliest;
  }

  /** It is so late now. */
  setTime(time: number, exactly: boolean): void {
    this.timers.moments.isNow(time, exactly);
  }

  /** At least so much time passes. */
  pass(milliseconds: number): void {
    this.timers.moments.pass(milliseconds);
  }

  /** A thread begins. */
  begin(): void {
    this.base ??= this.now;
  }

  /** See `TimerQueue`. */
  get time(): Pick<TimerQueue, 'save' | 'rewind' | 'isCrowded'> {
    return this.timers;
  }

  /** How much is left to do. */
  get pending(): number {
    return this.timers.size + this.immediates.size + this.ticks.length + this.jobs.length + this.following.length;
  }

  /** A microtask. */
  enqueue(job: () => void): void {
    this.jobs.add(job);
  }

  /** Runs after the current microtasks, before those that tasks enqueue. */
  enqueueTick(job: () => void): void {
    this.ticks.add(job);
  }

  /** A task that comes before all others. */
  enqueueNext(job: () => void): void {
    this.following.push(job);
  }

  setTimer(callback: () => void, delay: number, repeat: boolean): number {
    this.timers.set(++this.lastId, callback, delay, repeat);
    return this.lastId;
  }

  /** A timer that is pending. */
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
    this.immediates.set(++this.lastId, callback);
    return this.lastId;
  }

  hasImmediate(id: number): boolean {
    return this.immediates.has(id);
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
    this.runTasks(until);
  }

  /** The same, but `until` is tested after each microtask: what comes next is part of the one after which it holds. */
  runWithin(until: () => boolean): void {
    this.runTasks(until, until);
  }

  /** What has just run was a microtask, such as the evaluation of an ES module: others come before ticks. */
  wasMicrotask(): void {
    this.goesOnWithJobs = true;
  }

  private runTasks(until?: () => boolean, untilWithin?: () => boolean): void {
    for (;;) {
      this.drain(untilWithin);
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
    this.following.length = 0;
    this.goesOnWithJobs = false;
    this.wasEvent = true;
    this.held = undefined;
    this.phase = 'timers';
    this.clock = new SeenClock();
    this.timers.moments = new Moments();
    this.timers.moments.isNow(this.base ?? 0, true);
  }

  /** Runs everything before the next task. Throws a rejection that is still unhandled then. */
  drain(until?: () => boolean): void {
    for (;;) {
      while (this.ticks.waiting || this.jobs.waiting) {
        while (this.ticks.waiting && !this.goesOnWithJobs) this.attempt(() => this.ticks.runAll());
        while (this.jobs.waiting) {
          this.attempt(() => this.jobs.runAll(until));
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
    const immediate = this.following.shift() ?? this.nextOfTurn();
    if (immediate !== undefined) return immediate;
    if (this.phase === 'timers') {
      // With immediates to run, the loop does not wait until timers are due: they are by now, or not.
      if (this.immediates.size > 0 && this.mayFire) {
        if (!this.timers.mayAllWait || this.choose(2) === 1) return this.nextTimer();
        this.timers.allWait();
      }
      this.phase = 'events';
    }
    return this.nextEvent() ?? this.nextTurn() ?? this.nextTimer();
  }

  /** Decides what is not determined: a number below `options`, 0 being the most natural one. */
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

  /** Then timers are looked at again. */
  private nextTurn(): (() => void) | undefined {
    this.turn = [...this.immediates.keys()];
    if (this.turn.length > 0) this.timers.leave();
    this.phase = 'timers';
    return this.nextOfTurn();
  }

  /** In Node, timers that are due come before an event that has come, unless it is dealing with events. */
  private nextEvent(): (() => void) | undefined {
    let event = this.held;
    if (event === undefined) {
      const { source } = this;
      const looks = source?.listening() === true || (source?.mayHear() === true && this.goesOn);
      if (source === undefined || !looks) return undefined;
      event = source.take(this.immediates.size > 0 || this.timers.size > 0);
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
    this.timers.leave();
    if (this.immediates.size === 0) this.phase = 'timers';
    const { run } = event;
    return () => {
      this.wasEvent = true;
      // Immediates that are set now come before timers.
      this.phase = 'events';
      run();
    };
  }

  /** Will there be another task, even if no event comes? */
  private get goesOn(): boolean {
    return this.immediates.size > 0 || this.mayFire;
  }

  /** Are there timers, and is anything that the loop runs for? */
  private get mayFire(): boolean {
    if (this.timers.size === 0) return false;
    if (this.held !== undefined || this.immediates.size > 0 || this.source?.listening() === true) return true;
    for (const timer of this.timers.values()) if (timer.keepsAlive) return true;
    return false;
  }

  /** One of the timers that can be due first. */
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
    // A thread that only sleeps returns to the same state, unless other timers are nearer now. If one of these could have
    // come instead, that is another execution.
    if (!tossed && this.timers.size > (timer.repeat ? 1 : 0)) noteEffect();
    timer.callback();
    if (timer.repeat) this.timers.restart(id, timer);
  }
}
