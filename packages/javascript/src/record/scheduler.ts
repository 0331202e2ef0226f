import { natives } from './natives.js';
import {
  BUDGET, CHANGES, CHANGES_DONE, CHANGE_POINTS, GRANTED, IS_PCT, LOWEST_PRIORITY, MOST_CHANGES, PRIORITY, RANDOM, STATE,
  STEPS, THREADS,
} from './shared-words.js'; // prettier-ignore

/** A thread that takes steps, or is expected to. */
export const RUNS = 1;
/** It waits for its turn. */
export const WAITS = 2;
/** It was started, and has not been seen yet. */
export const STARTS = 3;
/** It has nothing to do, or is busy without shared memory. */
export const AWAY = 4;
/** It waits in `Atomics.wait`. */
export const SLEEPS = 5;
/** It is being terminated, and may end in the middle of a step. */
export const DOOMED = 6;
export const ENDED = 7;

/** Does it take no step before it gets another state? */
export function isOut(state: number): boolean {
  return state === AWAY || state === SLEEPS || state === ENDED;
}

// How steps count towards the end of a turn.
export const ACCESS = 1;
export const ATOMIC = 16;
export const LOCK = 64;
const MOST_BUDGET = 1024;
/** A thread that took so many steps while others could is perhaps waiting for them in a loop. */
const PATIENCE = 50_000;

/**
 * Who is next, and for how long. `random`: any thread, for 512 steps on average; atomics count more. `pct` (Burckhardt et
 * al., ASPLOS 2010): the one of the highest priority; priorities are random, and change at `depth` - 1 random steps. All
 * state is shared; only the thread in the middle of a step is here.
 */
export class Scheduler {
  constructor(private readonly words: Int32Array) {}

  /** Once. The length of the run is not known: the logarithm of each change point is uniform. */
  begin(seed: number, isPct: boolean, depth: number): void {
    const { words } = this;
    words[RANDOM] = Math.imul(seed, 0x2545f491) + 1;
    words[IS_PCT] = isPct ? 1 : 0;
    const points = Array.from({ length: Math.min(Math.max(depth - 1, 0), MOST_CHANGES) }, () => {
      const range = 2 ** (3 + (this.draw() % 21));
      return range + (this.draw() % range);
    });
    points.sort((a, b) => a - b).forEach((point, i) => (words[CHANGE_POINTS + i] = point));
    words[CHANGES] = points.length;
    this.refill();
  }

  /** A new thread. */
  add(thread: number): void {
    this.words[PRIORITY + thread] = this.draw() >>> 2;
  }

  /** The turn of a thread is over. */
  expire(thread: number): void {
    const { words } = this;
    words[STEPS]! += words[GRANTED]!;
    if (words[IS_PCT] !== 0) {
      words[PRIORITY + thread] = --words[LOWEST_PRIORITY]!;
      const done = words[CHANGES_DONE]!;
      if (done < words[CHANGES]! && words[STEPS]! >= words[CHANGE_POINTS + done]!) words[CHANGES_DONE]!++;
    }
    this.refill();
  }

  /** The thread whose turn comes; -1: there is none but, perhaps, `except`. */
  next(except: number): number {
    const { words } = this;
    const count = natives.load(words, THREADS);
    const candidates: number[] = [];
    for (let thread = 0; thread < count; thread++) {
      const state = natives.load(words, STATE + thread);
      if (thread !== except && (state === RUNS || state === WAITS || state === STARTS)) candidates.push(thread);
    }
    if (candidates.length === 0) return -1;
    if (words[IS_PCT] === 0) return candidates[this.draw() % candidates.length]!;
    return candidates.reduce((best, each) => (words[PRIORITY + each]! > words[PRIORITY + best]! ? each : best));
  }

  private refill(): void {
    const { words } = this;
    let granted = 1 + (this.draw() % MOST_BUDGET);
    if (words[IS_PCT] !== 0) {
      const done = words[CHANGES_DONE]!;
      const left = done < words[CHANGES]! ? words[CHANGE_POINTS + done]! - words[STEPS]! : PATIENCE;
      granted = Math.max(1, Math.min(left, PATIENCE));
    }
    words[GRANTED] = words[BUDGET] = granted;
  }

  /** Mulberry32, by Tommy Ettinger: a whole number below 2^32. */
  private draw(): number {
    const state = (this.words[RANDOM]! + 0x6d2b79f5) | 0;
    this.words[RANDOM] = state;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }
}
