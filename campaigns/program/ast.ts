import type { IntegerType, Value } from './types.js';

// Concurrent programs, before they are rendered to C or JavaScript. Only the machine (machine/) defines their meaning.

export type Order = 'relaxed' | 'acquire' | 'release' | 'acq_rel' | 'seq_cst';
export type Operator = '+' | '-' | '&' | '|' | '^';
export type Comparison = '==' | '!=' | '<' | '>';

/** A shared variable. */
export interface Cell {
  readonly type: IntegerType;
  readonly access: 'plain' | 'volatile' | 'atomic';
  /** Its storage. Cells in the `array` are adjacent and have the same type. */
  readonly place: 'global' | 'heap' | 'member' | 'array' | 'stack';
  readonly initial: Value;
}

/** A cell, or one of several: the local, modulo their number, selects it. */
export interface Target {
  readonly cell: number;
  readonly index?: { readonly local: number; readonly count: number };
}

export type Expression =
  | { readonly kind: 'constant'; readonly value: Value }
  | { readonly kind: 'local'; readonly local: number }
  /** The operands and the result have the type of the assigned variable. */
  | { readonly kind: 'binary'; readonly operator: Operator; readonly local: number; readonly value: Value };

export interface Condition {
  readonly local: number;
  readonly comparison: Comparison;
  readonly value: Value;
}

/** Statements that produce a value, and may be used in the test of a loop. */
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
      /** Receives the old value. */
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

/** The functions that perform it. */
export type BulkStore = 'list' | 'typed array' | 'fill';
export type BulkLoad = 'slice' | 'constructor';

export interface Test {
  readonly first?: Reading;
  readonly condition: Condition;
}

export type Statement =
  | Reading
  | { readonly kind: 'store'; readonly to: Target; readonly value: Expression; readonly order: Order }
  /** JavaScript: plain stores to adjacent cells of the array, by one call. */
  | { readonly kind: 'bulk-store'; readonly to: number; readonly values: readonly Expression[]; readonly by: BulkStore }
  /** The same for loads. */
  | { readonly kind: 'bulk-load'; readonly from: number; readonly to: readonly number[]; readonly by: BulkLoad }
  | { readonly kind: 'fence'; readonly order: Order }
  | { readonly kind: 'set'; readonly local: number; readonly value: Expression }
  /** Adds one, up to a limit. There it stays, or restarts at 0. */
  | { readonly kind: 'count'; readonly local: number; readonly limit: number; readonly wraps: boolean }
  | {
      readonly kind: 'if';
      readonly condition: Condition;
      readonly then: readonly Statement[];
      readonly otherwise: readonly Statement[];
    }
  /** Runs while the test holds; forever without a test. */
  | {
      readonly kind: 'loop';
      readonly form: 'while' | 'do' | 'goto';
      readonly test?: Test;
      readonly body: readonly Statement[];
    }
  /** Counts from 0 to below the limit, as long as the test holds. The body does not change the counter. */
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
   * Calls a function that has the body and two locals of its own (`FRAME` and the next; the first is its argument). It
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
  /** JavaScript: `await` in an async function, `yield` in a generator. It has no effect. */
  | { readonly kind: 'pause' }
  | { readonly kind: 'spawn'; readonly thread: number }
  | { readonly kind: 'join'; readonly thread: number }
  | { readonly kind: 'detach'; readonly thread: number }
  /** Adds the value of a cell to the outcome. */
  | { readonly kind: 'observe'; readonly cell: number };

/** Number of locals of a thread. Those of a call of `recursion` follow them. */
export const LOCALS = 4;
export const FRAME = LOCALS;
export const FRAME_LOCALS = 2;

/** Entries from `pointer` on are for C; the last three are for JavaScript. */
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
  /** Types of all locals, including those of calls. Locals start as 0. */
  readonly types: readonly IntegerType[];
  /** How a renderer stores the locals, and what kind of function it makes. This makes no difference to the machine. */
  readonly storage: Storage;
  readonly style: Style;
  readonly body: readonly Statement[];
}

/**
 * In C the first thread is `main`, which starts the others; in JavaScript all run from the beginning. The outcome is a
 * hash of the values that `main` has observed and of the locals of the threads that it has joined, or of the locals of
 * all threads.
 */
export interface Program {
  readonly language: 'c' | 'javascript';
  readonly cells: readonly Cell[];
  readonly mutexes: number;
  readonly conditions: number;
  readonly threads: readonly Thread[];
  /** JavaScript: assertion 99 fails at the end if the last two bits of a hash of all results and memory are these. */
  readonly last?: number;
}
