import type { LocalStates } from '@fencepost/core';
import { FencepostError } from '@fencepost/core';
import type { Exploration } from '../exploration.js';
import type { Observer } from '../monitor/observer.js';
import { Configurations } from './configurations.js';
import type { EndingsOptions } from './endings.js';
import { Endings } from './endings.js';
import { ScRun } from './sc-run.js';
import type { ScRunView } from './sc-run-view.js';
import { BoundedSearch } from './search.js';
import { Telling } from './telling.js';

export type { BoundedExecution } from './endings.js';
export type { ScRunView } from './sc-run-view.js';

/** Configurations kept with reduction unless told otherwise: at most 1 GB. */
const MOST_CONFIGURATIONS = 1 << 25;

export interface BoundedOptions extends EndingsOptions {
  /** The last bound; without it bounds are raised until they cut nothing. */
  readonly mostPreemptions?: number;
  /** Stop when there are more executions than this. */
  readonly budget?: number;
  /**
   * Skip interleavings that do what another did, with at least as many preemptions (the default). Without it every
   * interleaving is an execution, for observers whose answer depends on more than the trace.
   */
  readonly reduction?: boolean;
  /** Reduction remembers configurations; stop when there are more than this. Each takes 24 to 48 bytes. */
  readonly mostConfigurations?: number;
  /** Makes the observer that is told of every step of the search. */
  readonly observe?: (view: ScRunView) => Observer;
}

/** What the search with one bound established. */
export interface BoundReport {
  readonly preemptions: number;
  /** Executions with exactly so many preemptions; with reduction, traces that need so many. */
  readonly newExecutions: number;
  /** Executions with at most so many preemptions. */
  readonly executions: number;
  /**
   * What has been explored now: all executions there are; all with at most so many preemptions; or only some of them,
   * because the search was stopped.
   */
  readonly covered: 'all' | 'bound' | 'some';
}

export interface BoundedExploration extends Exploration {
  readonly model: 'sc';
  /** For the bounds 0, 1, 2, … up to the last that was tried. */
  readonly bounds: readonly BoundReport[];
  /** Every execution was explored; then `executions` is the number of traces (without reduction: of interleavings). */
  readonly complete: boolean;
  /** Why it is not complete. */
  readonly stoppedBy: 'preemptions' | 'budget' | 'memory' | undefined;
}

/**
 * The executions of a program under SC in the order of their preemptions: first all that switch threads only where one
 * ends or has to wait, then all with one preemption, and so on. Most bugs show with very few.
 */
export function exploreBounded(states: LocalStates, options: BoundedOptions = {}): BoundedExploration {
  const { mostPreemptions = Infinity, budget = Infinity, mostConfigurations = MOST_CONFIGURATIONS } = options;
  if (!(mostPreemptions >= 0)) {
    throw new FencepostError('USAGE', `the number of preemptions must be 0 or more, not ${mostPreemptions}`);
  }
  const reduction = options.reduction !== false;
  const run = new ScRun(states, reduction);
  const endings = new Endings(run, options);
  const telling = new Telling(run, options.observe);
  const configurations = reduction ? new Configurations() : undefined;
  const search = new BoundedSearch(run, endings, telling, configurations, { budget, mostConfigurations });
  const bounds: BoundReport[] = [];
  let covered: BoundReport['covered'] = 'bound';
  for (let preemptions = 0; covered === 'bound' && preemptions <= mostPreemptions; preemptions++) {
    const before = endings.executions;
    const cut = search.explore(preemptions);
    covered = search.stoppedBy !== undefined ? 'some' : cut ? 'bound' : 'all';
    const { executions } = endings;
    bounds.push({ preemptions, newExecutions: executions - before, executions, covered });
  }
  const complete = covered === 'all';
  const { executions, events, deadlocks, outcomes } = endings;
  const failures = outcomes.failures();
  return {
    states,
    model: 'sc',
    executions,
    blocked: search.blocked + endings.blocked,
    events,
    nonSequential: 0,
    deadlocks,
    failures,
    finals: outcomes.finals,
    bounds,
    complete,
    stoppedBy: complete ? undefined : (search.stoppedBy ?? 'preemptions'),
  };
}
