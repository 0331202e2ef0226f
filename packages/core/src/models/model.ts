import type { MemoryOrder } from '../operations/orders.js';
import type { Memory } from './memory.js';

/** A standard of a language, which defines the meaning of unordered accesses: what a data race is. */
export type Standard = 'C11' | 'ECMA-262';

/** Uses of models. Each has default models, as do checks of programs of a standard, and litmus tests of a dialect. */
export type Activity = 'check' | `check ${Standard}` | 'test' | 'litmus' | `litmus ${string}`;

/** Two accesses of a thread, in program order, by their kinds: `store load`. */
export type AccessPair = `${'load' | 'store' | 'rmw'} ${'load' | 'store' | 'rmw'}`;

/** A model as a machine, which runs, replays and tests programs step by step. */
export interface OperationalModel {
  readonly createMemory: () => Memory;
  /** Returns the requirements of an operation on the machine: flags of lowering.ts. */
  readonly lower: (kind: number, order: MemoryOrder) => number;
  /** The place where stores wait: nowhere, in one FIFO queue per thread, or in one per thread and location. */
  readonly buffers: 'none' | 'thread' | 'location';
  /** Whether a load may return a value that was overwritten in memory. */
  readonly readsOldValues: boolean;
  /** Whether it has more executions than the model, whose axioms have to judge them. */
  readonly isPermissive?: boolean;
}

/**
 * A memory model. No other code refers to models by name; it queries their capabilities. A model without a machine, a
 * preserved program order or monitors is refused, with a code, where they are required. Every model includes the
 * executions of the reference model, sequential consistency.
 */
export interface MemoryModel {
  /** Name in `--model`, reports and files: lower case. */
  readonly name: string;
  /**
   * Other names that `--model`, configurations and callers may use: `x86`. An alias of several models is that of the
   * first.
   */
  readonly aliases?: readonly string[];
  /** Name in sentences: `TSO`. */
  readonly title: string;
  /** Name by which most people know it, if that is not the title: `x86`. */
  readonly commonName?: string;
  /** A one-line description. */
  readonly meaning: string;
  /** Other models whose executions this model includes, in addition to the reference model. */
  readonly includes: readonly string[];
  /**
   * The machine of the model. Without it, programs cannot be tested under the model, and are replayed only if it has
   * axioms.
   */
  readonly machine?: OperationalModel;
  /**
   * Returns the program order that the model preserves: flags of preserved-order.ts. Without it, the graph explorer
   * does not support the model.
   */
  readonly preservedOrder?: (kind: number, order: MemoryOrder) => number;
  /**
   * The way accesses order the events of different threads. `global` (multi-copy atomic): by reads-from, coherence and
   * from-reads, whatever the orders of the accesses. `release-acquire`: only by synchronisation. Default: `global`.
   */
  readonly communication?: 'global' | 'release-acquire';
  /**
   * Whether the package `axioms` has a model of this name, which can judge an execution. If the model has no machine,
   * its executions are then replayed on a permissive one.
   */
  readonly hasAxioms?: boolean;
  /**
   * Whether a read-modify-write consists of two events, which other accesses may separate. `preservedOrder` then
   * describes its read part; its write part is a store that releases if the whole does. Default: false.
   */
  readonly splitsAtomics?: boolean;
  /**
   * The machine or language that it is the model of, as front ends call it: `x86`, `AArch64`, `C`. Without it, the model
   * is an abstract one.
   */
  readonly describes?: string;
  /**
   * Whether the borderline monitors (Burckhardt and Musuvathi, CAV 2008, Def. 6) support it. They need a machine with
   * buffers and a preserved program order.
   */
  readonly isMonitored: boolean;
  /**
   * Pairs of accesses whose order it does not preserve, apart from memory orders and fences. Used to predict cycles.
   */
  readonly reorders: readonly AccessPair[];
  /** Explanations of where a failure under the model can occur in practice, by the standard of the program. */
  readonly failuresMean?: Readonly<Partial<Record<Standard, string>>>;
  /** Whether it is for a special purpose, and left out of the general help. Default: false. */
  readonly isSpecial?: boolean;
  /** Activities that include it by default. */
  readonly defaultFor: readonly Activity[];
}
