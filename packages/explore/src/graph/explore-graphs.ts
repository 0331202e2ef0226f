import type { LocalStates } from '@fencepost/core';
import { traceOf } from '@fencepost/core';
import { endingOf } from '../results/ending.js';
import type { Execution, Exploration, ExploreOptions } from '../results/exploration.js';
import { Outcomes } from '../results/outcomes.js';
import type { Results } from '../results/tally.js';
import { toTheEnd } from '../shared/to-the-end.js';
import { GraphExplorer } from './explorer.js';
import { FinishedGraph } from './finished-graph.js';
import type { Job } from './frontier.js';
import type { Graph } from './graph.js';
import { SEQUENTIAL } from './graph.js';
import { recordedFrom } from './recorded.js';

/** How far to explore, from where, and what to show. */
export interface GraphOptions extends ExploreOptions {
  /** Where to start; without it, at the beginning. */
  readonly from?: Frontier;
  /** Stop after so many executions (complete or blocked) and hand back the rest. */
  readonly budget?: number;
  /** Stop after the execution with which this becomes true, and hand back the rest. */
  readonly until?: (explored: Explored) => boolean;
  /** Like `onExecution`, for executions that are blocked: what happened in them can happen, though not how they end. */
  readonly onBlocked?: (execution: Execution) => void;
}

/** What has not been explored: jobs that are independent of one another. Plain JSON. */
export type Frontier = readonly Job[];

/** What has been explored so far. */
export type Explored = Pick<Results, 'executions' | 'blocked' | 'operations'>;

/** What was explored, and what is left. */
export interface GraphExploration extends Exploration {
  /** Empty if everything was explored. */
  readonly rest: Frontier;
}

/** Every trace of the program under a model with a kept order, each exactly once. */
export function exploreGraphs(states: LocalStates, options: GraphOptions): GraphExploration {
  return toTheEnd(exploringGraphs(states, options));
}

/** The same, with a pause after every execution. */
export function* exploringGraphs(
  states: LocalStates,
  options: GraphOptions,
): Generator<Explored, GraphExploration, void> {
  const run = new GraphRun(states, options);
  for (const job of options.from ?? [undefined]) yield* run.explore(job);
  return run.result();
}

class GraphRun {
  private readonly states: LocalStates;
  private readonly options: GraphOptions;
  private readonly outcomes: Outcomes;
  private readonly rest: Job[] = [];

  constructor(states: LocalStates, options: GraphOptions) {
    this.states = states;
    this.options = options;
    this.outcomes = new Outcomes(states, options.finals === true);
  }

  *explore(job: Job | undefined): Generator<Explored, void, void> {
    const { options } = this;
    if (job !== undefined && this.isOver()) {
      this.rest.push(job);
      return;
    }
    const explorer = new GraphExplorer(this.states, options.model);
    const finished = new FinishedGraph(explorer.graph);
    if (job !== undefined) explorer.load(job);
    for (let more = explorer.nextGraph(job === undefined); more; more = explorer.nextGraph(false)) {
      this.count(explorer.graph, finished);
      if (this.states.crowded && options.finals !== true) {
        this.outcomes.examine();
        explorer.forgetStates();
      }
      if (this.isOver()) {
        this.rest.push(...explorer.takeFrontier());
        return;
      }
      yield this.outcomes.tally;
    }
  }

  private isOver(): boolean {
    const { budget = Infinity, until } = this.options;
    const { tally } = this.outcomes;
    return tally.executions + tally.blocked >= budget || until?.(tally) === true;
  }

  private count(graph: Graph, finished: FinishedGraph): void {
    const { options, states } = this;
    const ending = endingOf(states, finished);
    const sequential = graph.head[SEQUENTIAL] === 1;
    this.outcomes.add(finished, ending, sequential);
    const show = ending.kind === 'complete' ? options.onExecution : options.onBlocked;
    if (show === undefined) return;
    show({ deadlocked: ending.deadlocked, sequential, trace: () => traceOf(states, recordedFrom(graph)) });
  }

  result(): GraphExploration {
    const { states, options, rest } = this;
    return { states, model: options.model, ...this.outcomes.results(), rest };
  }
}
