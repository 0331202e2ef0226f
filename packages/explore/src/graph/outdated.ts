import { FENCE, LOAD, RMW, STUCK } from '@fencepost/core';
import type { Graph } from './graph.js';
import { NONE, PART_OF_NEXT, UNIT_HEAD, WRITES } from './graph.js';

/**
 * Is the thread of e, its last event, stuck after an iteration that only read, and that did not read the latest writes?
 * `inUnit`: only the reads of the unit of e count (units.ts).
 *
 * If it has read the same values, it is in a deadlock, as it would be had it read the latest writes: that execution is
 * explored as well, and stands for all of these.
 */
export function isOutdated(graph: Graph, e: number, inUnit: boolean): boolean {
  const { states } = graph;
  let after = graph.current[graph.thread[e]!]!;
  if (states.kind[after] !== STUCK) return false;
  let outdated = false;
  let counts = true;
  let event = e;
  for (let left = states.operand[after]!; left > 0; left--) {
    const state = states.previous(after);
    const kind = states.kind[state]!;
    if (kind === LOAD || kind === RMW) {
      while (graph.state[event] !== state || (graph.flags[event]! & PART_OF_NEXT) !== 0) event = graph.before[event]!;
      const flags = graph.flags[event]!;
      if ((flags & WRITES) !== 0) return false;
      if (counts && graph.later[graph.source[event]!] !== NONE) outdated = true;
      if (inUnit && (flags & UNIT_HEAD) !== 0) counts = false;
    } else if (kind !== FENCE) return false;
    after = state;
  }
  return outdated;
}
