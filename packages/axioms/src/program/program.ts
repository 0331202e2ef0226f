import type { Site } from '@fencepost/core';
import type { Expression, Operator, RegisterValue } from './expression.js';

/**
 * How an access is ordered. `plain` is a non-atomic access of C, a typed array access of JavaScript, LDR and STR;
 * `acquire_pc` is LDAPR, the acquire load that a release store does not wait for.
 */
export type AccessOrder = 'plain' | 'relaxed' | 'acquire' | 'acquire_pc' | 'release' | 'acq_rel' | 'seq_cst';

/** The fences of C, then those of AArch64. */
export type FenceKind = 'acquire' | 'release' | 'acq_rel' | 'seq_cst' | 'dmb.sy' | 'dmb.ld' | 'dmb.st' | 'isb';

/** A number, a register, or what is computed from them. */
export type Value = Expression<RegisterValue>;

/** What a read-modify-write does to the value that it reads. */
export type AtomicFunction = 'exchange' | Extract<Operator, '+' | '-' | '&' | '|' | '^'>;

/** An address is a number, as values are: registers may hold either. Jumps go forward, so threads end. */
export type Instruction = { readonly site?: Site } & (
  | {
      readonly op: 'load';
      readonly to: string;
      readonly address: Value;
      readonly order: AccessOrder;
      /** Reserves the location for the next `store-exclusive` of the thread. */
      readonly exclusive?: boolean;
    }
  | { readonly op: 'store'; readonly address: Value; readonly value: Value; readonly order: AccessOrder }
  | {
      /** May fail for no reason; `status` is 0 if it stored. */
      readonly op: 'store-exclusive';
      readonly status: string;
      readonly address: Value;
      readonly value: Value;
      readonly order: AccessOrder;
    }
  | {
      readonly op: 'rmw';
      readonly fn: AtomicFunction;
      /** Gets the old value; without it, nobody reads the old value, as with STADD. */
      readonly to?: string;
      readonly address: Value;
      readonly value: Value;
      readonly order: AccessOrder;
    }
  | {
      readonly op: 'compare-exchange';
      /** Gets the old value. */
      readonly to: string;
      /** Gets 1 if it stored, 0 if the old value was another one. */
      readonly stored?: string;
      readonly address: Value;
      readonly expected: Value;
      readonly value: Value;
      readonly order: AccessOrder;
      /** The order of the read if nothing is stored. */
      readonly failureOrder: AccessOrder;
      /** AArch64's CAS: where it does not store, it may write back what it has read. */
      readonly isCas?: boolean;
    }
  | { readonly op: 'fence'; readonly fence: FenceKind }
  | { readonly op: 'assign'; readonly to: string; readonly value: Value }
  /** Executions in which the condition is 0 do not count: an await is a load and what it waits for. */
  | { readonly op: 'assume'; readonly condition: Value }
  /** Jumps over the next `count` instructions if the condition is not 0. */
  | { readonly op: 'skip'; readonly condition: Value; readonly count: number }
);

/** A thread: instructions on registers that have names. */
export interface ProgramThread {
  readonly instructions: readonly Instruction[];
  /** What registers hold at the start; 0 where absent. */
  readonly registers: ReadonlyMap<string, number>;
}

/** A small program, for which every candidate execution can be enumerated. */
export interface AxiomaticProgram {
  readonly threads: readonly ProgramThread[];
  /** The locations by address, with their initial values. */
  readonly memory: ReadonlyMap<number, number>;
}
