import type { GivenModel } from '@fencepost/core';

/** Defaults for running a check. */
export interface CheckSettings {
  /** Default: the default models of `fencepost check`. */
  readonly models?: readonly GivenModel[];
  /** Report data races, as defined by ECMA-262, as failures. */
  readonly races?: boolean;
  /** Accept SC violations in which no check fails. */
  readonly allowRelaxed?: boolean;
  /** Continue after the first failure. */
  readonly all?: boolean;
  readonly maxExecutions?: number;
  /** Seconds, or a duration such as '500ms', '90s' or '5m'. */
  readonly maxTime?: number | string;
  /** Maximum number of operations of a thread. */
  readonly maxDepth?: number;
  /** Maximum number of iterations of a loop, each time it is entered. */
  readonly unroll?: number;
  /** Names of threads that need not be stopped: if they spin forever, that is not a deadlock. */
  readonly daemons?: readonly string[];
  readonly seed?: number;
}
