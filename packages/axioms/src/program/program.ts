import type { Site } from '@fencepost/core';
import type { Expression, Operator, RegisterValue, Word } from './expression.js';

/**
 * The order of an access. `plain` is a non-atomic access of C, a typed array access of JavaScript, LDR and STR;
 * `acquire_pc` is LDAPR, the acquire load that does not wait for an earlier release store.
 */
export type AccessOrder = 'plain' | 'relaxed' | 'acquire' | 'acquire_pc' | 'release' | 'acq_rel' | 'seq_cst';

/** The fences of C, then those of AArch64. */
export type FenceKind = 'acquire' | 'release' | 'acq_rel' | 'seq_cst' | 'dmb.sy' | 'dmb.ld' | 'dmb.st' | 'isb';

/** A number, a register, or an expression of them. */
export type Value<W extends Word = number> = Expression<RegisterValue, W>;

/** The function that a read-modify-write applies to the value it reads. */
export type AtomicFunction = 'exchange' | Extract<Operator, '+' | '-' | '&' | '|' | '^'>;

/**
 * An address is a number, as values are: registers may hold either. Jumps go forward, so threads terminate. `size` is
 * the number of bytes that an access has, in programs whose accesses differ in it.
 */
export type Instruction<W extends Word = number> = { readonly site?: Site; readonly size?: number } & (
  | {
      readonly op: 'load';
      readonly to: string;
      readonly address: Value<W>;
      readonly order: AccessOrder;
      /** Reserves the location for the next `store-exclusive` of the thread. */
      readonly exclusive?: boolean;
    }
  | { readonly op: 'store'; readonly address: Value<W>; readonly value: Value<W>; readonly order: AccessOrder }
  | {
      /** May fail spuriously; `status` is 0 if it stored. */
      readonly op: 'store-exclusive';
      readonly status: string;
      readonly address: Value<W>;
      readonly value: Value<W>;
      readonly order: AccessOrder;
    }
  | {
      readonly op: 'rmw';
      readonly fn: AtomicFunction;
      /** Receives the old value. If omitted, the old value is discarded, as with STADD. */
      readonly to?: string;
      readonly address: Value<W>;
      readonly value: Value<W>;
      readonly order: AccessOrder;
    }
  | {
      readonly op: 'compare-exchange';
      /** Receives the old value. */
      readonly to: string;
      /** Receives 1 if it stored, 0 if the old value was a different one. */
      readonly stored?: string;
      readonly address: Value<W>;
      readonly expected: Value<W>;
      readonly value: Value<W>;
      readonly order: AccessOrder;
      /** The order of the read if nothing is stored. */
      readonly failureOrder: AccessOrder;
      /** AArch64's CAS: if it does not store, it may write back the value it has read. */
      readonly isCas?: boolean;
    }
  | { readonly op: 'fence'; readonly fence: FenceKind }
  | { readonly op: 'assign'; readonly to: string; readonly value: Value<W> }
  /** Discards executions in which the condition is 0. An await is a load followed by an assumption. */
  | { readonly op: 'assume'; readonly condition: Value<W> }
  /** Jumps over the next `count` instructions if the condition is not 0. */
  | { readonly op: 'skip'; readonly condition: Value<W>; readonly count: number }
);

/** A thread: instructions on named registers. */
export interface ProgramThread<W extends Word = number> {
  readonly instructions: readonly Instruction<W>[];
  /** Initial values of registers; 0 if absent. */
  readonly registers: ReadonlyMap<string, W>;
}

/** A small program, for which every candidate execution can be enumerated. */
export interface AxiomaticProgram {
  readonly threads: readonly ProgramThread[];
  /** The locations by address, with their initial values. */
  readonly memory: ReadonlyMap<number, number>;
}
