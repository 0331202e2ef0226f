import { hasEnded } from '@fencepost/core';
import { needsNoWaking, provesNothing } from '../cut-off.js';
import type { Graph } from './graph.js';
import { BLOCKED, ENDED_BELOW, NONE } from './graph.js';

/**
 * A complete graph in which threads still wait is a deadlock if each of them has to for ever; if one would read something
 * else by now, the graph proves nothing.
 */
export function endingOf(graph: Graph): 'done' | 'deadlock' | 'blocked' {
  const { states } = graph;
  if (graph.head[ENDED_BELOW] === graph.order.length && !states.anyCut) return 'done';
  let ending: 'done' | 'deadlock' = 'done';
  for (let t = 0; t < graph.threads; t++) {
    const state = graph.current[t]!;
    if (state === 0 || hasEnded(states.kind[state]!)) continue;
    ending = 'deadlock';
    if (states.anyCut && provesNothing(states, state, (location) => graph.value[graph.latest[location]!]!))
      return 'blocked';
    const last = graph.last[t]!;
    const waits = last !== NONE && graph.thread[last] === t && (graph.flags[last]! & BLOCKED) !== 0;
    if (waits && graph.later[graph.source[last]!] !== NONE) return 'blocked';
  }
  return ending === 'deadlock' && needsNoWaking(states, graph.current) ? 'done' : ending;
}
