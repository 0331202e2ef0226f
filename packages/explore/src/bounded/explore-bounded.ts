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

/** Configurations kept with reduction unless told otherwise: at most 1 GB. */
const MOST_CONFIGURATIONS = 1 << 25;

/** How far to search by preemptions, and what to show. */
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

/** What a search by preemptions found, and how far it got. */
export interface BoundedExploration extends Exploration {
  /** For the bounds 0, 1, 2, … up to the last that was tried. */
  readonly bounds: readonly BoundReport[];
  /** Every execution was explored; then `executions` is the number of traces (without reduction: of interleavings). */
  readonly complete: boolean;
  /** Why it is not complete. */
  readonly stoppedBy: 'preemptions' | 'budget' | 'memory' | 'request' | undefined;
}

/**
 * The executions of a program under SC in the order of their preemptions: first all that switch threads only where one
 * ends or has to wait, then all with one preemption, and so on. Most bugs show with very few.
 */
export function exploreBounded(states: LocalStates, options: BoundedOptions = {}): BoundedExploration {
  const search = new BoundedExplorer(states, options);
  while (search.advance(Infinity));
  return search.result();
}

/** The same in as many pieces as one likes. */
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

  /** Takes so many steps, forward or back; false: the exploration is over. */
  advance(steps: number): boolean {
    if (this.search.advance(steps)) return true;
    this.report(this.search.end());
    if (this.bounds.at(-1)!.covered !== 'bound' || this.preemptions === this.mostPreemptions) return false;
    this.preemptions++;
    this.executionsBefore = this.executions;
    this.search.begin(this.preemptions);
    return true;
  }

  /** Has it come to an end with the next steps, with what was found so far. */
  stop(): void {
    this.search.stoppedBy ??= 'request';
  }

  private report(cut: boolean): void {
    const { preemptions, executions } = this;
    const covered = this.search.stoppedBy !== undefined ? 'some' : cut ? 'bound' : 'all';
    this.bounds.push({ preemptions, newExecutions: executions - this.executionsBefore, executions, covered });
  }

  /** To be called when it is over. */
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
