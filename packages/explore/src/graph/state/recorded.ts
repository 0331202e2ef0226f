import { INITIAL, NO_READ, Recorder, eventName } from '@fencepost/core';
import type { Graph } from './graph.js';
import { BLOCKED, NONE, READS, WRITES } from './graph.js';

/** Records the execution of a complete graph, without waiting reads. */
export function recordedFrom(graph: Graph): Recorder {
  const recorder = new Recorder();
  for (let t = 0; t < graph.threads; t++) {
    if (graph.current[t] === 0) continue;
    for (let n = 0; n < graph.executed[t]!; n++) recorder.operation(eventName(t, n), NO_READ, false);
    for (let e = graph.last[t]!; e !== NONE && graph.thread[e] === t; e = graph.before[e]!) {
      const flags = graph.flags[e]!;
      if ((flags & BLOCKED) !== 0 || (flags & (READS | WRITES)) === 0) continue;
      const source = (flags & READS) === 0 ? NO_READ : nameOf(graph, graph.source[e]!);
      recorder.operation(eventName(t, graph.position[e]!), source, (flags & WRITES) !== 0);
    }
  }
  for (let l = 0; l < graph.locations; l++) {
    for (let w = graph.later[graph.initialWrite[l]!]!; w !== NONE; w = graph.later[w]!) {
      recorder.committed(l, nameOf(graph, w));
    }
  }
  return recorder;
}

function nameOf(graph: Graph, e: number): number {
  const t = graph.thread[e]!;
  return t === NONE ? INITIAL : eventName(t, graph.position[e]!);
}
