import type { Value } from '../program/types.js';

/** Content of freed memory. */
export const FREED = null;
export type Word = Value | typeof FREED;

/** A store that has not reached memory. It waits for those of lower epochs; a store-store fence starts a new epoch. */
export interface Pending {
  readonly cell: number;
  readonly word: Word;
  readonly epoch: number;
}

/** Indices in `locals` after those that the program uses. */
export const DEPTH = 6;
export const OUTCOME = 7;
/** Bit sets of threads: started; joined or detached; detached. */
export const STARTED = 8;
export const SETTLED = 9;
export const DETACHED = 10;
export const ALL_LOCALS = 11;

/** Program counter of a thread that was not started. */
export const NOWHERE = -1;

/** The state of a thread. It is immutable, so states share it. */
export class ThreadState {
  readonly pc: number;
  readonly locals: readonly Value[];
  readonly stack: readonly Value[];
  readonly buffer: readonly Pending[];
  readonly epoch: number;
  readonly key: string;

  constructor(
    pc: number,
    locals: readonly Value[],
    stack: readonly Value[],
    buffer: readonly Pending[],
    epoch: number,
  ) {
    this.pc = pc;
    this.locals = locals;
    this.stack = stack;
    // Only differences between epochs matter.
    const least = buffer.reduce((least, each) => Math.min(least, each.epoch), epoch);
    this.epoch = buffer.length === 0 ? 0 : epoch - least;
    this.buffer = least === 0 ? buffer : buffer.map((each) => ({ ...each, epoch: each.epoch - least }));
    const pending = this.buffer.map(({ cell, word, epoch }) => `${cell}=${String(word)}@${epoch}`).join(' ');
    this.key = `${pc}:${locals.join()}:${stack.join()}:${this.epoch}:${pending}`;
  }
}

export interface State {
  readonly memory: readonly Word[];
  /** Which thread holds the mutex; -1: none. */
  readonly owners: readonly number[];
  /** Sleeping threads, by condition variable in C, by cell in JavaScript. */
  readonly queues: readonly (readonly number[])[];
  readonly threads: readonly ThreadState[];
}

export function keyOf({ memory, owners, queues, threads }: State): string {
  const sleeping = queues.map((queue) => queue.join()).join(';');
  return `${memory.join()}|${owners.join()}|${sleeping}|${threads.map(({ key }) => key).join('|')}`;
}
