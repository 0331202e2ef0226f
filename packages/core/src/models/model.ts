import type { MemoryOrder } from '../operations/operation.js';
import type { Memory } from './memory.js';

/** What is done under models: each has a default set of them. */
export type Activity = 'check' | 'test' | 'litmus';

/** Two accesses of a thread, in program order, by their kinds: `store load`. */
export type AccessPair = `${'load' | 'store' | 'rmw'} ${'load' | 'store' | 'rmw'}`;

/** A model as a machine with store buffers: what runs, replays and tests programs step by step. */
export interface OperationalModel {
  readonly createMemory: () => Memory;
  /** What an operation asks of the machine: flags of lowering.ts. */
  readonly lower: (kind: number, order: MemoryOrder) => number;
  /** Where stores wait: nowhere, in one FIFO queue per thread, or in one per thread and location. */
  readonly buffers: 'none' | 'thread' | 'location';
  /** A load may return a value that was overwritten in memory. */
  readonly readsOldValues: boolean;
}

/**
 * A memory model, whole. Nobody else knows a model by its name: others ask for what it has. What it does not have
 * (a machine, a kept order, monitors) cannot be used with it, and is refused with a code that says so.
 * Every model has the executions of the reference model, sequential consistency.
 */
export interface MemoryModel {
  /** As in `--model`, in schedules' reports and in files: lower case. */
  readonly name: string;
  /** As in sentences: `TSO`. */
  readonly title: string;
  /** What it is, in one line. */
  readonly meaning: string;
  /** Other models all of whose executions it has, besides those of the reference model. */
  readonly includes: readonly string[];
  /** Without it, programs can be neither run, replayed nor tested under the model. */
  readonly machine?: OperationalModel;
  /** The program order it keeps: flags of kept-order.ts. Without it, the graph explorer does not know the model. */
  readonly keptOrder?: (kind: number, order: MemoryOrder) => number;
  /** The borderline monitors (000 Def. 6) answer for it: it needs a machine with buffers and a kept order. */
  readonly isMonitored: boolean;
  /** Pairs of accesses whose order it does not keep; memory orders and fences aside. For predicting cycles. */
  readonly reorders: readonly AccessPair[];
  /** Every execution of it is one of x86, so that assembly of x86 means what it says. */
  readonly isWithinX86: boolean;
  /** Where a failure of JavaScript under the model can be met. */
  readonly meaningForJavaScript?: string;
  /** What it is part of unless models are named. */
  readonly defaultFor: readonly Activity[];
}
