import { natives } from './natives.js';
import {
  BUDGET, CHANGES, CHANGES_DONE, CHANGE_POINTS, GRANTED, IS_PCT, LOWEST_PRIORITY, MOST_CHANGES, PRIORITY, RANDOM, STATE,
  STEPS, THREADS,
} from './shared-words.js'; // prettier-ignore

/** The thread takes steps, or is expected to. */
export const RUNS = 1;
/** The thread waits for its turn. */
export const WAITS = 2;
/** The thread was started, and its code has not begun. */
export const STARTS = 3;
/** The thread is idle, or is busy without shared memory. */
export const AWAY = 4;
/** The thread waits in `Atomics.wait`. */
export const SLEEPS = 5;
/** The thread is being terminated, and may end in the middle of a step. */
export const DOOMED = 6;
export const ENDED = 7;

/** Returns whether a thread in this state takes no step until its state changes. */
export function isOut(state: number): boolean {
  return state === AWAY || state === SLEEPS || state === ENDED;
}

// Cost of steps, deducted from the budget of a turn.
export const ACCESS = 1;
export const ATOMIC = 16;
export const LOCK = 64;
const MOST_BUDGET = 1024;
/** Steps after which a thread is suspected of waiting for others in a spin loop. */
const PATIENCE = 50_000;

/**
 * Chooses the next thread and the length of its turn. `random`: any thread, for 512 steps on average; atomics count
 * more. `pct` (Burckhardt et al., ASPLOS 2010): the thread with the highest priority; priorities are random, and change
 * at `depth` - 1 random steps. All state is shared; only the thread within a step calls these methods.
 */
export class Scheduler {
  constructor(private readonly words: Int32Array) {}

  /**
   * Initialises the scheduler, once. The length of the run is unknown, so the logarithm of each change point is
   * uniform.
   */
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

  /** Adds a thread. */
  add(thread: number): void {
    this.words[PRIORITY + thread] = this.draw() >>> 2;
  }

  /** Ends the turn of a thread. */
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

  /** Returns the next thread, other than `except`; -1: none. */
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

  /** Mulberry32, by Tommy Ettinger. Returns an integer below 2^32. */
  private draw(): number {
    const state = (this.words[RANDOM]! + 0x6d2b79f5) | 0;
    this.words[RANDOM] = state;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }
}
