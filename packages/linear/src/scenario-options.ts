import type { ArgumentValues } from './argument-values.js';
import type { Criterion } from './criteria.js';
import type { RespectedOrder } from './scenario-calls.js';

/** The calls that a data structure offers, and the values of their arguments. */
export type Operations = Readonly<Record<string, readonly ArgumentValues[]>>;

/** How much is tried. */
export interface ScenarioOptions {
  /** The most calls of a scenario. Default: 4. */
  readonly calls?: number;
  /** After all with at most `calls` calls: so many random ones with up to three more. Default: 0. */
  readonly random?: number;
  /** The most threads. Default: 2, or one for each role. */
  readonly threads?: number;
  /** By name: the operations that a thread with this role calls. The threads have the roles in turn. Default: all call everything. */
  readonly roles?: Readonly<Record<string, readonly string[]>>;
  /** Operations that may wait forever, where they would as well if one thread made all calls. */
  readonly blocking?: readonly string[];
  /** Calls before the threads start: the operation, and its arguments. */
  readonly initial?: readonly (readonly [operation: string, ...args: unknown[]])[];
  /** What must hold of the calls. Default: linearizable. */
  readonly criterion?: Criterion;
  /** For the criterion `elements`: operations that put their last argument, and operations that return what they take. */
  readonly puts?: readonly string[];
  readonly takes?: readonly string[];
  /** Default: real time under SC, happens-before under other models. */
  readonly respects?: RespectedOrder;
}
