import type { MemoryOrder } from '../operations/operation.js';
import type { Memory } from './memory.js';

/** A standard that defines what unordered accesses mean. */
export type Standard = 'C11' | 'ECMA-262';

/** The uses of models. Each has its default models; so have checks of programs of a standard, and tests of a dialect. */
export type Activity = 'check' | `check ${Standard}` | 'test' | 'litmus' | 'litmus C' | 'litmus AArch64';

/** Two accesses of a thread, in program order, by their kinds: `store load`. */
export type AccessPair = `${'load' | 'store' | 'rmw'} ${'load' | 'store' | 'rmw'}`;

/** A model as a machine, which runs, replays and tests programs step by step. */
export interface OperationalModel {
  readonly createMemory: () => Memory;
  /** What an operation requires of the machine: flags of lowering.ts. */
  readonly lower: (kind: number, order: MemoryOrder) => number;
  /** Where stores wait: nowhere, in one FIFO queue per thread, or in one per thread and location. */
  readonly buffers: 'none' | 'thread' | 'location';
  /** A load may return a value that was overwritten in memory. */
  readonly readsOldValues: boolean;
  /** It has more executions than the model, whose axioms have to judge them. */
  readonly isPermissive?: boolean;
}

/**
 * A memory model. No other code knows models by name; it asks for their capabilities. A model without a machine, a kept
 * order or monitors is refused, with a code, where they are required. Every model has the executions of the reference
 * model, sequential consistency.
 */
export interface MemoryModel {
  /** As in `--model`, reports and files: lower case. */
  readonly name: string;
  /** As in sentences: `TSO`. */
  readonly title: string;
  /** A one-line description. */
  readonly meaning: string;
  /** Other models whose executions this model includes, besides the reference model. */
  readonly includes: readonly string[];
  /** Without it, programs cannot be tested under the model, and are replayed only if it has axioms. */
  readonly machine?: OperationalModel;
  /**
   * The program order it preserves: flags of preserved-order.ts. Without it, the graph explorer does not support the model.
   */
  readonly preservedOrder?: (kind: number, order: MemoryOrder) => number;
  /**
   * How accesses order the events of different threads. `global` (multi-copy atomic): by reads-from, coherence and
   * from-reads, whatever the orders of the accesses. `release-acquire`: only by synchronisation. Default: `global`.
   */
  readonly communication?: 'global' | 'release-acquire';
  /**
   * The package `axioms` has a model of this name, which can judge an execution. If the model has no machine, its executions
   * are then replayed on a permissive one.
   */
  readonly hasAxioms?: boolean;
  /**
   * Is a read-modify-write two events, which other accesses may separate? `preservedOrder` then describes its read part; its
   * write part is a store that releases if the whole does. Default: false.
   */
  readonly splitsAtomics?: boolean;
  /** The instructions it is about, if those of x86 mean nothing under it. Compiled C has a meaning under every model. */
  readonly describes?: 'C' | 'AArch64';
  /** Do the borderline monitors (000 Def. 6) support it? They need a machine with buffers and a kept order. */
  readonly isMonitored: boolean;
  /** Pairs of accesses whose order it does not preserve, memory orders and fences aside. Used to predict cycles. */
  readonly reorders: readonly AccessPair[];
  /** Does x86 have all its executions, so that x86 assembly keeps its meaning? */
  readonly isWithinX86: boolean;
  /** Where a failure of JavaScript under the model can occur in practice. */
  readonly meaningForJavaScript?: string;
  /** The activities that include it by default. */
  readonly defaultFor: readonly Activity[];
}
