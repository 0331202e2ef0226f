import type { ModelName } from '@fencepost/core';

/** Threads over a SharedArrayBuffer `s` of 64 bytes, and all that can come of them. */
export interface Case {
  /** By name, in order; what each gives is part of the outcome. */
  readonly threads: Readonly<Record<string, string>>;
  /** Besides `s`, and `m`, its words. */
  readonly setUp?: string;
  readonly model?: ModelName;
  /** What the threads give, as JSON (`idle` if it is done but could still be woken); or what goes wrong. */
  readonly outcomes: readonly string[];
}

export const DEADLOCK = 'deadlock';
/** A function that gives a promise which is fulfilled after this many milliseconds. */
export const SLEEP = '(ms) => new Promise((resolve) => setTimeout(resolve, ms))';
