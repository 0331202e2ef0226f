import type { LocalStates, Trace } from '@fencepost/core';
import { hasEnded, traceOf } from '@fencepost/core';
import { failedBeforeCut, hasExited, provesNothing } from '../cut-off.js';
import type { Execution, Exploration, ExploreOptions } from '../exploration.js';
import { Outcomes } from '../outcomes.js';
import type { Job } from './frontier.js';
import { GraphExplorer } from './explorer.js';
import type { Graph } from './graph.js';
import { BLOCKED, ENDED_BELOW, NONE, SEQUENTIAL } from './graph.js';
import { recordedFrom } from './recorded.js';

export interface GraphOptions extends ExploreOptions {
  /** Where to start; without it, at the beginning. */
  readonly from?: Frontier;
  /** Stop after so many executions (complete or blocked) and hand back the rest. */
  readonly budget?: number;
  /** Like `onExecution`, for executions that are blocked: what happened in them can happen, though not how they end. */
  readonly onBlocked?: (execution: Execution) => void;
}

/** What has not been explored: jobs that are independent of one another. Plain JSON. */
export type Frontier = readonly Job[];

export interface GraphExploration extends Exploration {
  readonly rest: Frontier;
}

/** Every trace of the program under SC, TSO or PSO, each exactly once. */
export function exploreGraphs(states: LocalStates, options: GraphOptions): GraphExploration {
  const run = new GraphRun(states, options);
  if (options.from === undefined) run.explore(undefined);
  else for (const job of options.from) run.explore(job);
  return run.result();
}

class GraphRun {
  private readonly states: LocalStates;
  private readonly options: GraphOptions;
  private readonly outcomes: Outcomes;
  private executions = 0;
  private blocked = 0;
  private nonSequential = 0;
  private deadlocks = 0;
  private readonly rest: Job[] = [];

  constructor(states: LocalStates, options: GraphOptions) {
    this.states = states;
    this.options = options;
    this.outcomes = new Outcomes(states, options.finals === true);
  }

  explore(job: Job | undefined): void {
    const { options } = this;
    const { budget = Infinity } = options;
    if (job !== undefined && this.executions + this.blocked >= budget) {
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
      if (this.executions + this.blocked >= budget) {
        this.rest.push(...explorer.takeFrontier());
        return;
      }
    }
  }

  private count(graph: Graph): void {
    const { options, states } = this;
    const ending = endingOf(graph);
    const sequential = graph.head[SEQUENTIAL] === 1;
    const trace = (): Trace => traceOf(states, recordedFrom(graph));
    if (ending === 'blocked') {
      this.blocked++;
      if (states.anyFailure && failedBeforeCut(states, graph.current)) addFinal(this.outcomes, graph, false);
      options.onBlocked?.({ deadlocked: false, sequential, trace });
      return;
    }
    this.executions++;
    const deadlocked = ending === 'deadlock';
    if (!sequential) this.nonSequential++;
    if (deadlocked) this.deadlocks++;
    if (this.outcomes.wants(deadlocked)) addFinal(this.outcomes, graph, deadlocked);
    options.onExecution?.({ deadlocked, sequential, trace });
  }

  result(): GraphExploration {
    const { states, executions, blocked, nonSequential, deadlocks, outcomes, rest } = this;
    const failures = outcomes.failures();
    const { finals } = outcomes;
    return { states, model: this.options.model, executions, blocked, nonSequential, deadlocks, failures, finals, rest };
  }
}

/**
 * A complete graph in which threads still wait is a deadlock if each of them, reading the latest write, has to; if one
 * waits although something newer was written, the graph proves nothing.
 */
function endingOf(graph: Graph): 'done' | 'deadlock' | 'blocked' {
  const { states } = graph;
  if (graph.head[ENDED_BELOW] === graph.order.length && !states.anyCut) return 'done';
  let ending: 'done' | 'deadlock' = 'done';
  for (let t = 0; t < graph.threads; t++) {
    const state = graph.current[t]!;
    if (state === 0 || hasEnded(states.kind[state]!)) continue;
    ending = 'deadlock';
    if (states.anyCut && provesNothing(states, state, (back) => readsLatest(graph, t, back))) return 'blocked';
    const last = graph.last[t]!;
    const waits = last !== NONE && graph.thread[last] === t && (graph.flags[last]! & BLOCKED) !== 0;
    if (waits && graph.later[graph.source[last]!] !== NONE) return 'blocked';
  }
  return ending === 'deadlock' && hasExited(states, graph.current) ? 'done' : ending;
}

/** Did the operation that is so far back in thread t, a read, read the latest write? */
function readsLatest(graph: Graph, t: number, back: number): boolean {
  const position = graph.executed[t]! - back;
  let e = graph.last[t]!;
  while (graph.position[e]! > position) e = graph.before[e]!;
  // An atomic that left what was there is itself the write after its source.
  const next = graph.later[graph.source[e]!]!;
  return next === NONE || (next === e && graph.later[e] === NONE);
}

function addFinal(outcomes: Outcomes, graph: Graph, deadlocked: boolean): void {
  const memoryAt = outcomes.finals.begin();
  const { row } = outcomes.finals;
  row[0] = deadlocked ? 1 : 0;
  for (let t = 0; t < graph.threads; t++) row[1 + t] = graph.current[t]!;
  for (let l = 0; l < graph.locations; l++) row[memoryAt + l] = graph.value[graph.latest[l]!]!;
  outcomes.add();
}
