import type { LocalStates, Trace } from '@fencepost/core';
import { traceOf } from '@fencepost/core';
import { endingOf } from '../../results/ending.js';
import type { Execution, Exploration, ExploreOptions } from '../../results/exploration.js';
import { Outcomes } from '../../results/outcomes.js';
import type { Results } from '../../results/tally.js';
import { GraphExplorer } from './explorer.js';
import { FinishedGraph } from '../state/finished-graph.js';
import type { Job } from './job.js';
import type { Graph } from '../state/graph.js';
import { GraphCalls } from '../state/graph-calls.js';
import { NOTICED, OPERATIONS, RACY } from '../state/graph.js';
import { Orbits } from './orbits.js';
import { recordedFrom } from '../state/recorded.js';
import { unitsFor } from './units-for.js';
import type { UnitKind } from '../builder/spin-units.js';

/** Start, limits and outputs of an exploration. */
export interface GraphOptions extends ExploreOptions {
  /** Jobs to start from. Default: the whole search. */
  readonly from?: Frontier;
  /** Whether to detect data races (`racy`) if the model does not do so anyway. For SC only. Stored in jobs. */
  readonly races?: boolean;
  /** The reads that are revisited together. Default: determined by units-for.ts. Stored in jobs. */
  readonly units?: UnitKind | 'none';
  /** Stop after this many executions (complete or blocked) and return the rest. */
  readonly budget?: number;
  /** Stop after the first execution for which this holds, and return the rest. */
  readonly until?: (explored: Explored) => boolean;
  /**
   * Like `onExecution`, for blocked executions: their events can happen, but their final states are not final states of
   * the program.
   */
  readonly onBlocked?: (execution: Execution) => void;
}

/** The unexplored part of a search: independent jobs, as plain JSON. */
export type Frontier = readonly Job[];

/** The explored part of a search. */
export type Explored = Pick<Results, 'executions' | 'blocked' | 'operations'>;

/** The result of an exploration, and the remaining work. */
export interface GraphExploration extends Exploration {
  readonly racy: number;
  /** Empty if everything was explored. */
  readonly rest: Frontier;
}

/** Explores every trace of the program under a model with a preserved order, each exactly once. */
export function exploreGraphs(states: LocalStates, options: GraphOptions): GraphExploration {
  const run = new GraphRun(states, options);
  while (run.advance());
  return run.result();
}

/** The same exploration as a generator that yields after every execution. */
export function* exploringGraphs(
  states: LocalStates,
  options: GraphOptions,
): Generator<Explored, GraphExploration, void> {
  const run = new GraphRun(states, options);
  while (run.advance()) yield run.explored;
  return run.result();
}

class GraphRun {
  private readonly states: LocalStates;
  private readonly options: GraphOptions;
  private readonly outcomes: Outcomes;
  /** Jobs to explore; an undefined entry means the whole search. */
  private readonly jobs: (Job | undefined)[];
  private readonly rest: Job[] = [];
  /** The explorer of the current job. */
  private explorer: GraphExplorer | undefined;
  private finished: FinishedGraph | undefined;
  private shown: ShownExecution | undefined;
  private orbits: Orbits | undefined;
  private atBeginning = false;
  private racy = 0;

  constructor(states: LocalStates, options: GraphOptions) {
    this.states = states;
    this.options = options;
    this.outcomes = new Outcomes(states, options.finals === true);
    this.jobs = [...(options.from ?? [undefined])];
  }

  get explored(): Explored {
    return this.outcomes.tally;
  }

  /** Explores one more execution. Returns false if none is left. */
  advance(): boolean {
    while (this.explorer !== undefined || this.begin()) {
      const explorer = this.explorer!;
      if (!explorer.nextGraph(this.atBeginning)) {
        this.outcomes.tally.omitted += explorer.dropped;
        this.explorer = undefined;
        continue;
      }
      this.atBeginning = false;
      if (explorer.isWithinBound) this.count(explorer.graph, this.finished!);
      else this.omit(explorer.graph);
      if (this.states.crowded && this.options.finals !== true) {
        this.outcomes.examine();
        explorer.forgetStates();
        this.orbits?.forget();
      }
      if (!this.isOver()) return true;
      this.outcomes.tally.omitted += explorer.dropped;
      this.rest.push(...explorer.takeFrontier());
      this.explorer = undefined;
    }
    return false;
  }

  /** Starts the next job. If the exploration is over, the remaining jobs go to `rest`. */
  private begin(): boolean {
    while (this.jobs.length > 0) {
      const job = this.jobs.shift();
      if (job !== undefined && this.isOver()) {
        this.rest.push(job);
        continue;
      }
      this.explorer = this.explorerOf(job);
      const { graph, builder } = this.explorer;
      const { calls } = this.states.program;
      const { model } = this.options;
      this.finished = new FinishedGraph(graph, calls && new GraphCalls(graph, calls, calls.inRealTime(model)));
      this.shown = new ShownExecution(this.states, graph, this.finished);
      this.orbits = builder.mates && new Orbits(builder, builder.mates, this.options.model);
      this.atBeginning = job === undefined;
      if (job !== undefined) this.explorer.load(job);
      return true;
    }
    return false;
  }

  private explorerOf(job: Job | undefined): GraphExplorer {
    const { states, options } = this;
    const { model } = options;
    const races = options.races ?? job?.races;
    const units = job === undefined ? (options.units ?? unitsFor(states, model, races)) : job.units;
    return new GraphExplorer(states, model, races, units === 'none' ? undefined : units);
  }

  private isOver(): boolean {
    const { budget = Infinity, until } = this.options;
    const { tally } = this.outcomes;
    return tally.executions + tally.blocked >= budget || until?.(tally) === true;
  }

  private omit(graph: Graph): void {
    const { tally } = this.outcomes;
    tally.omitted++;
    tally.operations += graph.head[OPERATIONS]!;
  }

  private count(graph: Graph, finished: FinishedGraph): void {
    const { options, states } = this;
    const ending = endingOf(states, finished);
    const { builder } = this.explorer!;
    const sequential = builder.sequential?.holdsInMemory() ?? true;
    const racy = builder.noticesRaces ? (graph.head[NOTICED]! & RACY) !== 0 : undefined;
    const orbit = this.orbits?.count() ?? 1;
    this.outcomes.add(finished, ending, sequential, orbit);
    if (racy === true) this.racy += orbit;
    // An abandoned execution may already show an SC violation that no other execution has.
    const isShown = ending.kind === 'complete' || (ending.abandoned && !sequential);
    const show = isShown ? options.onExecution : options.onBlocked;
    if (show === undefined) return;
    const shown = this.shown!;
    shown.deadlocked = ending.deadlocked;
    shown.sequential = sequential;
    shown.orbit = orbit;
    shown.racy = racy;
    show(shown);
  }

  result(): GraphExploration {
    const { states, options, racy, rest } = this;
    return { states, model: options.model, ...this.outcomes.results(), racy, rest };
  }
}

/** The execution of a complete graph. One object shows each in turn, as most searches have many. */
class ShownExecution implements Execution {
  deadlocked = false;
  sequential = true;
  orbit = 1;
  racy: boolean | undefined;
  private readonly states: LocalStates;
  private readonly graph: Graph;
  private readonly finished: FinishedGraph;

  constructor(states: LocalStates, graph: Graph, finished: FinishedGraph) {
    this.states = states;
    this.graph = graph;
    this.finished = finished;
  }

  readonly callOrder = (): Int32Array | undefined => this.finished.callOrder();

  trace(): Trace {
    return traceOf(this.states, recordedFrom(this.graph));
  }
}
