import { FENCE, STUCK } from '@fencepost/core';
import type { Graph } from './graph.js';
import { NONE, PART_OF_NEXT, READS, UNIT_HEAD, WRITES } from './graph.js';

/**
 * Whether the thread of e, its last event, is stuck after an iteration that only read, and that did not read the latest
 * writes. `inUnit`: only the reads of the unit of e count (spin-units.ts).
 *
 * If it has read the same values, it is in a deadlock, as it would be had it read the latest writes. That execution is
 * explored as well, and represents all of these.
 */
export function isOutdated(graph: Graph, e: number, inUnit: boolean): boolean {
  const { states } = graph;
  const t = graph.thread[e]!;
  const stuck = graph.current[t]!;
  if (states.kind[stuck] !== STUCK) return false;
  const first = graph.executed[t]! - states.operand[stuck]!;
  let outdated = false;
  let counts = true;
  for (let f = e; f !== NONE && graph.thread[f] === t && graph.position[f]! >= first; f = graph.before[f]!) {
    const flags = graph.flags[f]!;
    if ((flags & WRITES) !== 0) return false;
    if ((flags & READS) !== 0) {
      if (counts && graph.later[graph.source[f]!] !== NONE) outdated = true;
      if (inUnit && (flags & UNIT_HEAD) !== 0) counts = false;
    } else if ((flags & PART_OF_NEXT) === 0 && states.kind[graph.state[f]!] !== FENCE) return false;
  }
  return outdated;
}
