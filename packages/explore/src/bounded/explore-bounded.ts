import type { LocalStates } from '@fencepost/core';
import { FencepostError, REFERENCE_MODEL } from '@fencepost/core';
import type { Exploration } from '../results/exploration.js';
import type { Observer } from '../shared/observer.js';
import { Configurations } from './configurations.js';
import type { EndingsOptions } from './endings.js';
import { Endings } from './endings.js';
import { ScRun } from './sc-run.js';
import type { ScRunView } from './sc-run-view.js';
import { BoundedSearch } from './search.js';
import { ObserverFeed } from './observer-feed.js';

export type { BoundedExecution } from './endings.js';
export type { ScRunView } from './sc-run-view.js';

/** Default limit on configurations kept by reduction: at most 1 GB. */
const MOST_CONFIGURATIONS = 1 << 25;

/** Limits and outputs of a search by preemptions. */
export interface BoundedOptions extends EndingsOptions {
  /** The last bound. Without it, bounds rise until they cut nothing. */
  readonly mostPreemptions?: number;
  /** Stop when there are more executions than this. */
  readonly budget?: number;
  /**
   * Whether to skip interleavings equivalent to one with at most as many preemptions (the default). Without reduction
   * every interleaving is an execution, for observers whose result depends on more than the trace.
   */
  readonly reduction?: boolean;
  /** Stop when reduction has to store more configurations than this. Each takes 24 to 48 bytes. */
  readonly mostConfigurations?: number;
  /** Makes the observer that is notified of every step of the search. */
  readonly observe?: (view: ScRunView) => Observer;
}

/** The result of the search with one bound. */
export interface BoundReport {
  readonly preemptions: number;
  /** Executions with exactly this many preemptions; with reduction, traces that need this many. */
  readonly newExecutions: number;
  /** Executions with at most this many preemptions. */
  readonly executions: number;
  /** Extent of the search: all executions; all within this bound; or only some, because the search was stopped. */
  readonly covered: 'all' | 'bound' | 'some';
}

/** Results and extent of a search by preemptions. */
export interface BoundedExploration extends Exploration {
  /** Reports for the bounds 0, 1, 2, … up to the last one searched. */
  readonly bounds: readonly BoundReport[];
  /**
   * Whether every execution was explored. If so, `executions` is the number of traces (without reduction: of
   * interleavings).
   */
  readonly complete: boolean;
  /** Reason why the search is not complete. */
  readonly stoppedBy: 'preemptions' | 'budget' | 'memory' | 'request' | undefined;
}

/**
 * Explores the executions of a program under SC in the order of their preemptions: first those that switch threads only
 * when one ends or has to wait, then those with one preemption, and so on. Most bugs need very few preemptions.
 */
export function exploreBounded(states: LocalStates, options: BoundedOptions = {}): BoundedExploration {
  const search = new BoundedExplorer(states, options);
  while (search.advance(Infinity));
  return search.result();
}

/** The same search, in pieces of any size. */
export class BoundedExplorer {
  /** The present bound. */
  preemptions = 0;
  private readonly states: LocalStates;
  private readonly mostPreemptions: number;
  private readonly endings: Endings;
  private readonly search: BoundedSearch;
  private readonly bounds: BoundReport[] = [];
  private executionsBefore = 0;

  constructor(states: LocalStates, options: BoundedOptions = {}) {
    const { mostPreemptions = Infinity, budget = Infinity, mostConfigurations = MOST_CONFIGURATIONS } = options;
    if (!(mostPreemptions >= 0)) {
      throw new FencepostError('USAGE', `the number of preemptions must be 0 or more, not ${mostPreemptions}`);
    }
    this.states = states;
    this.mostPreemptions = mostPreemptions;
    const reduction = options.reduction !== false;
    const run = new ScRun(states, reduction);
    this.endings = new Endings(run, options);
    const feed = new ObserverFeed(run, options.observe);
    const configurations = reduction ? new Configurations() : undefined;
    this.search = new BoundedSearch(run, this.endings, feed, configurations, { budget, mostConfigurations });
    this.search.begin(0);
  }

  get executions(): number {
    return this.endings.outcomes.tally.executions;
  }

  get blocked(): number {
    return this.endings.outcomes.tally.blocked;
  }

  /** Takes this many steps, forward or back. Returns false when the exploration is over. */
  advance(steps: number): boolean {
    if (this.search.advance(steps)) return true;
    this.report(this.search.end());
    if (this.bounds.at(-1)!.covered !== 'bound' || this.preemptions === this.mostPreemptions) return false;
    this.preemptions++;
    this.executionsBefore = this.executions;
    this.search.begin(this.preemptions);
    return true;
  }

  /** Makes the next call of `advance` end the exploration with the results so far. */
  stop(): void {
    this.search.stoppedBy ??= 'request';
  }

  private report(cut: boolean): void {
    const { preemptions, executions } = this;
    const covered = this.search.stoppedBy !== undefined ? 'some' : cut ? 'bound' : 'all';
    this.bounds.push({ preemptions, newExecutions: executions - this.executionsBefore, executions, covered });
  }

  /** Call it when the exploration is over. */
  result(): BoundedExploration {
    const { states, bounds, search } = this;
    const complete = bounds.at(-1)!.covered === 'all';
    return {
      states,
      model: REFERENCE_MODEL,
      ...this.endings.outcomes.results(),
      bounds,
      complete,
      stoppedBy: complete ? undefined : (search.stoppedBy ?? 'preemptions'),
    };
  }
}
