import { current, theWorld } from '../world/running/current.js';
import { tellTime } from '../synchronisation/clock.js';
import type { Timer } from '../world/time/timer-queue.js';
import { noteEffect } from '../world/time/effects.js';
import { requireAbortSignal } from './abort-signals.js';
import { asyncGenerator, aw } from './async-generators.js';
import { keepingFrame } from './frames.js';
import { ModelPromise } from './promise.js';
import { tellStep } from '../world/running/told-steps.js';
import { addOwnClasses } from '../world/objects/own-classes.js';

type Callback = (this: unknown, ...parameters: unknown[]) => void;

/** The result of Node's timer functions; it also converts to the number that browsers return. */
class Timeout {
  readonly #id: number;
  readonly #timer: Timer;

  constructor(id: number) {
    this.#id = id;
    this.#timer = theWorld().loop.timer(id)!;
  }

  ref(): this {
    this.#timer.keepsAlive = true;
    return this;
  }

  unref(): this {
    this.#timer.keepsAlive = false;
    return this;
  }

  hasRef(): boolean {
    return this.#timer.keepsAlive && this.#timer.isCleared !== true;
  }

  refresh(): this {
    theWorld().loop.restartTimer(this.#id, this.#timer);
    return this;
  }

  close(): this {
    theWorld().loop.clearTimer(this.#id);
    // Set here too, because the timer may already have fired.
    this.#timer.isCleared = true;
    return this;
  }

  [Symbol.dispose](): void {
    this.close();
  }

  /** Each timer has a different number, so reading it counts as an effect. */
  [Symbol.toPrimitive](): number {
    noteEffect();
    return this.#id;
  }
}

class Immediate {
  readonly #id: number;
  #keepsAlive = true;

  constructor(id: number) {
    this.#id = id;
  }

  ref(): this {
    this.#keepsAlive = true;
    return this;
  }

  unref(): this {
    this.#keepsAlive = false;
    return this;
  }

  hasRef(): boolean {
    return this.#keepsAlive && theWorld().loop.hasImmediate(this.#id);
  }

  [Symbol.dispose](): void {
    modelClearImmediate(this);
  }

  /** Returns the number that `clearImmediate` needs. */
  static idOf(immediate: unknown): number | undefined {
    return immediate instanceof Immediate ? immediate.#id : undefined;
  }
}

addOwnClasses(Timeout, Immediate);
/**
 * Treats code that schedules itself again as a loop whose head is the scheduling site. Otherwise a thread that polls
 * with a timer would never end.
 */
export function goingRound(callback: () => void): () => void {
  const { site } = current;
  return keepingFrame(() => {
    current.run?.head(site, []);
    callback();
  });
}

/** Sets a timer. Threads that read the clock can observe how long the timer has waited. */
export function setTimer(callback: () => void, delay: unknown, repeat: boolean): number {
  const world = theWorld();
  const { loop, context } = world;
  const { site } = current;
  const milliseconds = Number(delay);
  tellTime();
  // As Node counts it.
  const step = `timer of ${milliseconds >= 1 ? Math.trunc(milliseconds) : 1} ms expires`;
  const tell = keepingFrame(() => {
    if (world.task === '') return;
    current.site = site;
    tellStep(world, step);
  });
  const fire = (): void => {
    tellTime();
    tell();
    callback();
  };
  const id = loop.setTimer(fire, milliseconds, repeat);
  if (loop.time.isCrowded) context.notes.add(CROWDED);
  return id;
}

const CROWDED = 'many timers are pending at once: only one order of them is explored';

function start(callback: unknown, delay: unknown, repeat: boolean, parameters: unknown[]): Timeout | number {
  requireCallback(callback);
  const { role } = theWorld();
  const run = (): void => {
    callback.apply(timer, parameters);
  };
  const id = setTimer(goingRound(run), delay, repeat);
  const timer = role.kind === 'web worker' ? id : new Timeout(id);
  return timer;
}

function requireCallback(callback: unknown): asserts callback is Callback {
  if (typeof callback === 'function') return;
  const error = new TypeError('The "callback" argument must be of type function.');
  throw Object.assign(error, { code: 'ERR_INVALID_ARG_TYPE' });
}

function stop(timer: unknown): void {
  if (timer === undefined || timer === null) return;
  if (timer instanceof Timeout) timer.close();
  else theWorld().loop.clearTimer(Number(timer));
}

function modelSetTimeout(callback: unknown, delay?: unknown, ...parameters: unknown[]): Timeout | number {
  return start(callback, delay, false, parameters);
}

function modelSetInterval(callback: unknown, delay?: unknown, ...parameters: unknown[]): Timeout | number {
  return start(callback, delay, true, parameters);
}

function modelSetImmediate(callback: unknown, ...parameters: unknown[]): Immediate {
  requireCallback(callback);
  return new Immediate(theWorld().loop.setImmediate(goingRound(() => callback(...parameters))));
}

function modelClearImmediate(immediate?: unknown): void {
  const id = Immediate.idOf(immediate);
  if (id !== undefined) theWorld().loop.clearImmediate(id);
}

function modelQueueMicrotask(callback: unknown): void {
  requireCallback(callback);
  theWorld().loop.enqueue(goingRound(() => callback()));
}

/** `process.nextTick`. */
export function nextTick(callback: unknown, ...parameters: unknown[]): void {
  requireCallback(callback);
  theWorld().loop.enqueueTick(goingRound(() => callback(...parameters)));
}

/** Timer functions under the names that users see. */
export const timerFunctions = {
  setTimeout: modelSetTimeout,
  setInterval: modelSetInterval,
  setImmediate: modelSetImmediate,
  clearTimeout: stop,
  clearInterval: stop,
  clearImmediate: modelClearImmediate,
};
export { modelQueueMicrotask };

interface WaitOptions {
  readonly signal?: AbortSignal;
}

function abortError(signal: AbortSignal | undefined): Error {
  const error = new Error('The operation was aborted', { cause: signal?.reason });
  return Object.assign(error, { name: 'AbortError', code: 'ABORT_ERR' });
}

/** Returns a promise that is fulfilled when `begin` calls back, and rejected when the signal in the options aborts. */
function wait(value: unknown, { signal }: WaitOptions, begin: (done: () => void) => () => void): object {
  return new ModelPromise((resolve, reject) => {
    requireAbortSignal(signal);
    const abort = (): void => {
      stopWaiting();
      reject(abortError(signal));
    };
    const stopWaiting =
      signal?.aborted === true
        ? () => undefined
        : begin(() => {
            signal?.removeEventListener('abort', abort);
            resolve(value);
          });
    if (signal?.aborted === true) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}

function delayed(delay: unknown, value: unknown, options: WaitOptions): object {
  return wait(value, options, (done) => {
    const { loop } = theWorld();
    const id = setTimer(goingRound(done), delay, false);
    return () => loop.clearTimer(id);
  });
}

/** `node:timers/promises`. */
export const timerPromises = {
  setTimeout: (delay?: unknown, value?: unknown, options: WaitOptions = {}) => delayed(delay, value, options),
  setImmediate: (value?: unknown, options: WaitOptions = {}) =>
    wait(value, options, (done) => {
      const { loop } = theWorld();
      const id = loop.setImmediate(goingRound(done));
      return () => loop.clearImmediate(id);
    }),
  setInterval: (delay?: unknown, value?: unknown, options: WaitOptions = {}) =>
    asyncGenerator(() => ticks(delay, value, options), undefined, []),
  scheduler: {
    wait: (delay: number, options: WaitOptions = {}) => delayed(delay, undefined, options),
    yield: () => timerPromises.setImmediate(),
  },
};

/** Yields the value after each delay, with the same steps as Node. */
function* ticks(delay: unknown, value: unknown, { signal }: WaitOptions): Generator<unknown, void, unknown> {
  requireAbortSignal(signal);
  if (signal?.aborted === true) throw abortError(signal);
  const { loop } = theWorld();
  let due = 0;
  let wake: ((value?: unknown) => void) | undefined;
  const isAborted = (): boolean => signal?.aborted === true;
  const fires = (): void => {
    due++;
    wake?.();
    wake = undefined;
  };
  const id = setTimer(goingRound(fires), delay, true);
  const abort = (): void => {
    loop.clearTimer(id);
    if (wake !== undefined) wake(ModelPromise.reject(abortError(signal)));
    wake = undefined;
  };
  signal?.addEventListener('abort', abort, { once: true });
  try {
    while (!isAborted()) {
      if (due === 0) yield aw(new ModelPromise((resolve) => void (wake = resolve)));
      for (; due > 0; due--) yield value;
    }
    throw abortError(signal);
  } finally {
    loop.clearTimer(id);
    signal?.removeEventListener('abort', abort);
  }
}
