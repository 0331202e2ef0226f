import type { LocalStates, Trace } from '@fencepost/core';
import { traceOf } from '@fencepost/core';
import { failedBeforeCut, wasAssumed } from '../cut-off.js';
import type { Execution, Exploration, ExploreOptions } from '../exploration.js';
import { Outcomes } from '../outcomes.js';
import { endingOf } from './ending.js';
import { GraphExplorer } from './explorer.js';
import type { Job } from './frontier.js';
import type { Graph } from './graph.js';
import { OPERATIONS, SEQUENTIAL } from './graph.js';
import { recordedFrom } from './recorded.js';

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
export interface Explored {
  readonly executions: number;
  readonly blocked: number;
  /** Of all these executions together: by it the effort goes, whether there are few long ones or many short ones. */
  readonly operations: number;
}

export interface GraphExploration extends Exploration, Explored {
  readonly rest: Frontier;
}

/** Every trace of the program under a model with a kept order, each exactly once. */
export function exploreGraphs(states: LocalStates, options: GraphOptions): GraphExploration {
  const exploring = exploringGraphs(states, options);
  for (;;) {
    const { done, value } = exploring.next();
    if (done === true) return value;
  }
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

class GraphRun implements Explored {
  private readonly states: LocalStates;
  private readonly options: GraphOptions;
  private readonly outcomes: Outcomes;
  executions = 0;
  blocked = 0;
  private assumed = 0;
  operations = 0;
  private events = 0;
  private nonSequential = 0;
  private deadlocks = 0;
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
    if (job !== undefined) explorer.load(job);
    for (let more = explorer.nextGraph(job === undefined); more; more = explorer.nextGraph(false)) {
      this.count(explorer.graph);
      if (this.states.crowded && options.finals !== true) {
        this.outcomes.examine();
        explorer.forgetStates();
      }
      if (this.isOver()) {
        this.rest.push(...explorer.takeFrontier());
        return;
      }
      yield this;
    }
  }

  private isOver(): boolean {
    const { budget = Infinity, until } = this.options;
    return this.executions + this.blocked >= budget || until?.(this) === true;
  }

  private count(graph: Graph): void {
    const { options, states } = this;
    const ending = endingOf(graph);
    this.operations += graph.head[OPERATIONS]!;
    const sequential = graph.head[SEQUENTIAL] === 1;
    const trace = (): Trace => traceOf(states, recordedFrom(graph));
    if (ending === 'blocked') {
      this.blocked++;
      if (wasAssumed(states, graph.current)) this.assumed++;
      if (states.anyFailure && failedBeforeCut(states, graph.current)) addFinal(this.outcomes, graph, false);
      options.onBlocked?.({ deadlocked: false, sequential, trace });
      return;
    }
    this.executions++;
    this.events += graph.head[OPERATIONS]!;
    const deadlocked = ending === 'deadlock';
    if (!sequential) this.nonSequential++;
    if (deadlocked) this.deadlocks++;
    if (this.outcomes.wants(deadlocked)) addFinal(this.outcomes, graph, deadlocked);
    options.onExecution?.({ deadlocked, sequential, trace });
  }

  result(): GraphExploration {
    const { states, executions, blocked, assumed, operations, events, nonSequential, deadlocks, outcomes, rest } = this;
    const { model } = this.options;
    const counts = { executions, blocked, assumed, operations, events, nonSequential, deadlocks };
    const failures = outcomes.failures();
    return { states, model, ...counts, failures, finals: outcomes.finals, rest };
  }
}

function addFinal(outcomes: Outcomes, graph: Graph, deadlocked: boolean): void {
  const memoryAt = outcomes.finals.begin();
  const { row } = outcomes.finals;
  row[0] = deadlocked ? 1 : 0;
  for (let t = 0; t < graph.threads; t++) row[1 + t] = graph.current[t]!;
  for (let l = 0; l < graph.locations; l++) row[memoryAt + l] = graph.value[graph.latest[l]!]!;
  outcomes.add();
}
