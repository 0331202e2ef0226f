import type { LocalStates, ModelName } from '@fencepost/core';
import { PROGRESS, STUCK } from '@fencepost/core';
import { GraphExplorer } from './explorer.js';
import type { Graph } from '../state/graph.js';
import { NONE } from '../state/graph.js';
import type { UnitKind } from '../builder/spin-units.js';

/** Number of executions to inspect. */
const LOOKED_AT = 64;

/**
 * Decides whether the reads of loops are revisited together. They are if, in one of the first executions, a thread is
 * stuck in a loop with several reads: without such loops, units only add cost. A function of the program and the model,
 * so that a search can be repeated.
 *
 * They are not used if threads are alike: symmetry, which compares threads read by read, and units exclude each other.
 */
export function unitsFor(states: LocalStates, model: ModelName, races: boolean | undefined): UnitKind | undefined {
  if (states.preemptions !== undefined) return undefined;
  const explorer = new GraphExplorer(states, model, races);
  // Without assumptions, no graph with a race may be dropped.
  if (explorer.builder.noticesRaces && states.unseen === undefined) return undefined;
  const { graph } = explorer;
  let found: UnitKind | undefined;
  for (let n = 0; n < LOOKED_AT && explorer.nextGraph(n === 0); n++) {
    if (n === 0 && !someEvent(graph, (e) => states.comparison[graph.state[e]!] === PROGRESS)) return undefined;
    if (explorer.builder.mates !== undefined && someEvent(graph, (e) => graph.mate[e] !== NONE)) return undefined;
    for (let t = 0; t < graph.threads; t++) {
      const state = graph.current[t]!;
      if (states.kind[state] === STUCK && states.operand[state]! > 1) found = 'loops';
    }
  }
  return found;
}

function someEvent(graph: Graph, test: (e: number) => boolean): boolean {
  for (let t = 0; t < graph.threads; t++) {
    for (let e = graph.last[t]!; e !== NONE && graph.thread[e] === t; e = graph.before[e]!) if (test(e)) return true;
  }
  return false;
}
