import type { Value } from '../program/types.js';

/** What is in memory that was freed. */
export const FREED = null;
export type Word = Value | typeof FREED;

/** A store that has not reached memory. It waits for those of lower epochs: a store-store fence begins a new one. */
export interface Pending {
  readonly cell: number;
  readonly word: Word;
  readonly epoch: number;
}

/** Places in `locals` after those that the program knows. */
export const DEPTH = 6;
export const OUTCOME = 7;
/** Threads that were started, and those that were joined or detached, and those that were detached: sets of bits. */
export const STARTED = 8;
export const SETTLED = 9;
export const DETACHED = 10;
export const ALL_LOCALS = 11;

/** Before it is started. */
export const NOWHERE = -1;

/** Where a thread is. It does not change, so states share it. */
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
  /** Threads that sleep: of each condition variable in C, of each cell in JavaScript. */
  readonly queues: readonly (readonly number[])[];
  readonly threads: readonly ThreadState[];
}

export function keyOf({ memory, owners, queues, threads }: State): string {
  const sleeping = queues.map((queue) => queue.join()).join(';');
  return `${memory.join()}|${owners.join()}|${sleeping}|${threads.map(({ key }) => key).join('|')}`;
}
