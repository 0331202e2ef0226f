import type { IntegerType, Value } from './types.js';

// Concurrent programs, before they are C or JavaScript. What they mean is said by the machine (machine/), and only there.

export type Order = 'relaxed' | 'acquire' | 'release' | 'acq_rel' | 'seq_cst';
export type Operator = '+' | '-' | '&' | '|' | '^';
export type Comparison = '==' | '!=' | '<' | '>';

/** A shared variable. */
export interface Cell {
  readonly type: IntegerType;
  readonly access: 'plain' | 'volatile' | 'atomic';
  /** Where it is. Cells in the `array` stand one after the other and have the same type. */
  readonly place: 'global' | 'heap' | 'member' | 'array' | 'stack';
  readonly initial: Value;
}

/** A cell, or one of several: the local says which, modulo their number. */
export interface Target {
  readonly cell: number;
  readonly index?: { readonly local: number; readonly count: number };
}

export type Expression =
  | { readonly kind: 'constant'; readonly value: Value }
  | { readonly kind: 'local'; readonly local: number }
  /** The operands and the result have the type of what it is assigned to. */
  | { readonly kind: 'binary'; readonly operator: Operator; readonly local: number; readonly value: Value };

export interface Condition {
  readonly local: number;
  readonly comparison: Comparison;
  readonly value: Value;
}

/** Statements that give a value, and may stand in the test of a loop. */
export type Reading =
  | { readonly kind: 'load'; readonly to: number; readonly from: Target; readonly order: Order }
  | {
      readonly kind: 'update';
      readonly operator: Operator | 'exchange';
      readonly to: number;
      readonly at: Target;
      readonly operand: Expression;
      readonly order: Order;
    }
  | {
      readonly kind: 'swap';
      /** Becomes 1 if the swap succeeds, otherwise 0. */
      readonly success: number;
      /** Becomes what was there. */
      readonly old?: number;
      readonly at: Target;
      readonly expected: Expression;
      readonly desired: Expression;
      readonly order: Order;
      readonly weak: boolean;
    }
  | { readonly kind: 'try-lock'; readonly to: number; readonly mutex: number }
  /** `Atomics.wait`: 0 for `ok`, 1 for `not-equal`, 2 for `timed-out`. */
  | {
      readonly kind: 'wait';
      readonly to: number;
      readonly at: number;
      readonly expected: Value;
      readonly finite: boolean;
    };

/** The functions that do it. */
export type BulkStore = 'list' | 'typed array' | 'fill';
export type BulkLoad = 'slice' | 'constructor';

export interface Test {
  readonly first?: Reading;
  readonly condition: Condition;
}

export type Statement =
  | Reading
  | { readonly kind: 'store'; readonly to: Target; readonly value: Expression; readonly order: Order }
  /** JavaScript: plain stores to cells of the array, one after the other, by one call. */
  | { readonly kind: 'bulk-store'; readonly to: number; readonly values: readonly Expression[]; readonly by: BulkStore }
  /** The same for loads. */
  | { readonly kind: 'bulk-load'; readonly from: number; readonly to: readonly number[]; readonly by: BulkLoad }
  | { readonly kind: 'fence'; readonly order: Order }
  | { readonly kind: 'set'; readonly local: number; readonly value: Expression }
  /** One more, up to a limit; there it stays, or begins at 0 again. */
  | { readonly kind: 'count'; readonly local: number; readonly limit: number; readonly wraps: boolean }
  | {
      readonly kind: 'if';
      readonly condition: Condition;
      readonly then: readonly Statement[];
      readonly otherwise: readonly Statement[];
    }
  /** While the test holds; without one for ever. */
  | {
      readonly kind: 'loop';
      readonly form: 'while' | 'do' | 'goto';
      readonly test?: Test;
      readonly body: readonly Statement[];
    }
  /** The counter from 0 to below the limit, as long as the test holds. The body leaves the counter alone. */
  | {
      readonly kind: 'for';
      readonly counter: number;
      readonly limit: number;
      readonly test?: Test;
      readonly body: readonly Statement[];
    }
  | { readonly kind: 'break' }
  | { readonly kind: 'continue' }
  /** Ends the thread. Not within `recursion`. */
  | { readonly kind: 'return' }
  /**
   * Calls a function that has the body, two locals of its own (`FRAME` and the next; the first is its argument), and
   * calls itself at `again` until it is `depth` calls deep.
   */
  | {
      readonly kind: 'recursion';
      readonly depth: number;
      readonly mutual: boolean;
      readonly body: readonly Statement[];
    }
  | { readonly kind: 'again'; readonly argument: Expression }
  /** Returns from the innermost call of `recursion`. */
  | { readonly kind: 'leave' }
  | { readonly kind: 'lock'; readonly mutex: number }
  | { readonly kind: 'unlock'; readonly mutex: number }
  /** With the mutex held. */
  | { readonly kind: 'sleep'; readonly condition: number; readonly mutex: number }
  | { readonly kind: 'signal'; readonly condition: number; readonly all: boolean }
  /** `Atomics.notify` */
  | { readonly kind: 'notify'; readonly to: number; readonly at: number; readonly count: number }
  | { readonly kind: 'free'; readonly cell: number }
  | { readonly kind: 'assert'; readonly number: number; readonly condition: Condition }
  | { readonly kind: 'assume'; readonly condition: Condition }
  | { readonly kind: 'exit' }
  /** JavaScript: `await` in an async function, `yield` in a generator. Means nothing. */
  | { readonly kind: 'pause' }
  | { readonly kind: 'spawn'; readonly thread: number }
  | { readonly kind: 'join'; readonly thread: number }
  | { readonly kind: 'detach'; readonly thread: number }
  /** Adds the value of a cell to the outcome. */
  | { readonly kind: 'observe'; readonly cell: number };

/** Locals of a thread, and after them those of a call of `recursion`. */
export const LOCALS = 4;
export const FRAME = LOCALS;
export const FRAME_LOCALS = 2;

/** From `pointer` on of C, the last three of JavaScript. */
export type Storage =
  | 'variables'
  | 'array'
  | 'struct'
  | 'pointer'
  | 'heap'
  | 'thread-local'
  | 'variable-length'
  | 'closure'
  | 'class'
  | 'map';
export type Style = 'plain' | 'async' | 'generator';

export interface Thread {
  /** Of all locals, those of calls included. They begin as 0. */
  readonly types: readonly IntegerType[];
  /** How a renderer keeps the locals, and what kind of function it makes: it makes no difference to the machine. */
  readonly storage: Storage;
  readonly style: Style;
  readonly body: readonly Statement[];
}

/**
 * In C the first thread is `main`, which starts the others; in JavaScript all run from the beginning. The outcome is a
 * hash of what `main` has observed and of the locals of the threads that it has joined, or of the locals of all threads.
 */
export interface Program {
  readonly language: 'c' | 'javascript';
  readonly cells: readonly Cell[];
  readonly mutexes: number;
  readonly conditions: number;
  readonly threads: readonly Thread[];
  /** JavaScript: if the last two bits of a hash of all results and of memory are these, assertion 99 fails at the end. */
  readonly last?: number;
}
