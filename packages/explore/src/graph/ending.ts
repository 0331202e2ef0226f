import { hasEnded } from '@fencepost/core';
import { needsNoWaking, provesNothing } from '../cut-off.js';
import type { Graph } from './graph.js';
import { BLOCKED, ENDED_BELOW, NONE } from './graph.js';

/**
 * A complete graph in which threads still wait is a deadlock if each of them, reading the latest write, has to; if one
 * waits although something newer was written, the graph proves nothing.
 */
export function endingOf(graph: Graph): 'done' | 'deadlock' | 'blocked' {
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
  return ending === 'deadlock' && needsNoWaking(states, graph.current) ? 'done' : ending;
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
