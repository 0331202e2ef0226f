import type { ArgumentValues } from './argument-values.js';
import type { Criterion } from '../histories/criteria.js';
import type { RespectedOrder } from './scenario-calls.js';

/** The calls that a data structure offers, and the values of their arguments. */
export type Operations = Readonly<Record<string, readonly ArgumentValues[]>>;

/** Extent of the scenarios, and the property to check. */
export interface ScenarioOptions {
  /** Maximum number of calls of a scenario. Default: 4. */
  readonly calls?: number;
  /**
   * Number of random scenarios with up to three more calls, checked after all with at most `calls` calls. Default: 0.
   */
  readonly random?: number;
  /** Maximum number of threads. Default: 2, or one for each role. */
  readonly threads?: number;
  /**
   * By name: the operations that a thread with this role calls. Roles are assigned to the threads in turn. Default:
   * every thread calls every operation.
   */
  readonly roles?: Readonly<Record<string, readonly string[]>>;
  /** Operations that may wait forever, if they would also do so when one thread made all calls. */
  readonly blocking?: readonly string[];
  /** Calls before the threads start: the operation, and its arguments. */
  readonly initial?: readonly (readonly [operation: string, ...args: unknown[]])[];
  /** The property that the calls must have. Default: linearizable. */
  readonly criterion?: Criterion;
  /** For the criterion `elements`: operations that put their last argument, and operations that return what they take. */
  readonly puts?: readonly string[];
  readonly takes?: readonly string[];
  /** Default: real time under SC, happens-before under other models. */
  readonly respects?: RespectedOrder;
}
