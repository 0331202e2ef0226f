import type { LocalStates } from '@fencepost/core';
import { DONE, traceOf } from '@fencepost/core';
import type { Exploration, ExploreOptions } from '../exploration.js';
import { FinalStates } from '../final-states.js';
import { GraphExplorer } from './explorer.js';
import type { Graph } from './graph.js';
import { BLOCKED, ENDED_BELOW, NONE, SEQUENTIAL } from './graph.js';
import { recordedFrom } from './recorded.js';

/** Every trace of the program under SC, TSO or PSO, each exactly once. */
export function exploreGraphs(states: LocalStates, options: ExploreOptions): Exploration {
  const { model, onExecution } = options;
  const explorer = new GraphExplorer(states, model);
  const { graph } = explorer;
  const finals = new FinalStates(states);
  let executions = 0;
  let blocked = 0;
  let nonSequential = 0;
  let deadlocks = 0;
  for (let more = explorer.nextGraph(true); more; more = explorer.nextGraph(false)) {
    const ending = endingOf(graph);
    if (ending === 'blocked') {
      blocked++;
      continue;
    }
    executions++;
    const sequential = graph.head[SEQUENTIAL] === 1;
    const deadlocked = ending === 'deadlock';
    if (!sequential) nonSequential++;
    if (deadlocked) deadlocks++;
    if (options.finals === true) addFinal(finals, graph, deadlocked);
    onExecution?.({ deadlocked, sequential, trace: () => traceOf(states, recordedFrom(graph)) });
  }
  return { states, model, executions, blocked, nonSequential, deadlocks, finals };
}

/**
 * A complete graph in which threads still wait is a deadlock if each of them, reading the latest write, has to; if one
 * waits although something newer was written, the graph proves nothing.
 */
function endingOf(graph: Graph): 'done' | 'deadlock' | 'blocked' {
  if (graph.head[ENDED_BELOW] === graph.order.length) return 'done';
  let ending: 'done' | 'deadlock' = 'done';
  for (let t = 0; t < graph.threads; t++) {
    const state = graph.current[t]!;
    if (state === 0 || graph.states.kind[state]! >= DONE) continue;
    ending = 'deadlock';
    const last = graph.last[t]!;
    const waits = last !== NONE && graph.thread[last] === t && (graph.flags[last]! & BLOCKED) !== 0;
    if (waits && graph.later[graph.source[last]!] !== NONE) return 'blocked';
  }
  return ending;
}

function addFinal(finals: FinalStates, graph: Graph, deadlocked: boolean): void {
  const memoryAt = finals.begin();
  const { row } = finals;
  row[0] = deadlocked ? 1 : 0;
  for (let t = 0; t < graph.threads; t++) row[1 + t] = graph.current[t]!;
  for (let l = 0; l < graph.locations; l++) row[memoryAt + l] = graph.value[graph.latest[l]!]!;
  finals.add();
}
