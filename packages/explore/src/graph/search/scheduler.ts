import { DONE, JOIN, canBeJoined } from '@fencepost/core';
import type { Builder } from '../builder/builder.js';
import { BLOCKED, ENDED_BELOW, NONE, OBLIGED_THREAD } from '../state/graph.js';

/**
 * Returns the thread whose operation is added next. A function of the graph only, as required for exactness. Returns
 * the thread with the lowest handle that can run. A thread whose condition the latest write does not satisfy comes
 * after all others, so that the awaited write, if possible, is added first.
 */
export function nextThread(builder: Builder): number {
  const { graph, states, units } = builder;
  if (units.enabled) {
    if (graph.head[OBLIGED_THREAD] !== 0) return graph.head[OBLIGED_THREAD]! - 1;
    for (let t = 0; t < graph.threads; t++) if (units.isWithin(t)) return t;
  }
  const { order, current, head } = graph;
  const { kind } = states;
  let ended = head[ENDED_BELOW]!;
  while (ended < order.length && kind[current[order[ended]!]!]! >= DONE) ended++;
  head[ENDED_BELOW] = ended;
  let waiting = NONE;
  for (let i = ended; i < order.length; i++) {
    const t = order[i]!;
    if (!isLive(builder, t)) continue;
    const state = current[t]!;
    if (states.comparison[state] === 0) return t;
    if (states.accepts(state, graph.value[graph.latest[states.location[state]!]!]!)) return t;
    if (waiting === NONE) waiting = t;
  }
  return waiting;
}

/** Whether thread t has an operation to execute and is not waiting in the graph. */
function isLive({ graph, states }: Builder, t: number): boolean {
  const state = graph.current[t]!;
  if (state === 0) return false;
  const kind = states.kind[state]!;
  if (kind >= DONE) return false;
  const last = graph.last[t]!;
  if (last !== NONE && graph.thread[last] === t && (graph.flags[last]! & BLOCKED) !== 0) return false;
  return kind !== JOIN || canBeJoined(states.kind[graph.current[states.operand[state]!]!]!);
}
