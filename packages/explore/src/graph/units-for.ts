import type { LocalStates, ModelName } from '@fencepost/core';
import { PROGRESS, STUCK } from '@fencepost/core';
import { GraphExplorer } from './explorer.js';
import type { Graph } from './graph.js';
import type { UnitKind } from './units.js';

/** Executions to look at. */
const LOOKED_AT = 64;

/**
 * Are the reads of loops revisited together? Yes if, in one of the first executions, a thread is stuck in a loop that
 * reads several things: without such loops, units only cost. A function of the program and the model, so that a search
 * can be repeated.
 *
 * Not where races are looked for: an iteration that is dropped may have one that no other execution has. And not up to
 * symmetry, which compares threads read by read.
 */
export function unitsFor(states: LocalStates, model: ModelName, races: boolean | undefined): UnitKind | undefined {
  const explorer = new GraphExplorer(states, model, races);
  const { noticesRaces, mates } = explorer.builder;
  if (noticesRaces || mates !== undefined) return undefined;
  const { graph } = explorer;
  for (let n = 0; n < LOOKED_AT && explorer.nextGraph(n === 0); n++) {
    if (n === 0 && !hasLoops(graph)) return undefined;
    for (let t = 0; t < graph.threads; t++) {
      const state = graph.current[t]!;
      if (states.kind[state] === STUCK && states.operand[state]! > 1) return 'loops';
    }
  }
  return undefined;
}

function hasLoops(graph: Graph): boolean {
  for (let e = 0; e < 32 * graph.width; e++) {
    if (graph.isPresent(e) && graph.states.comparison[graph.state[e]!] === PROGRESS) return true;
  }
  return false;
}
