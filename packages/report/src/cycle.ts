import type { Edge, Schedule, Trace } from '@fencepost/core';
import { happensBefore } from '@fencepost/core';

/** Labels of two operations: those a monitor reported. */
export interface LabelPair {
  readonly label: number;
  readonly writeLabel: number;
}

/**
 * A cycle of happens-before, the proof that the execution is not SC; undefined if it is. It is the shortest that ends
 * with an operation and a write of another thread that it comes before: those of the labels if they are given,
 * otherwise a write that was issued before the operation and reached memory too late for it.
 */
export function cycleOf(trace: Trace, schedule: Schedule, pair?: LabelPair): readonly Edge[] | undefined {
  if (pair !== undefined) {
    const { label, writeLabel } = pair;
    return shortestCycle(trace, ({ from, to }) => labelled(trace, from, label) && labelled(trace, to, writeLabel));
  }
  const issued = issueOrder(trace, schedule);
  return shortestCycle(trace, ({ from, to }) => issued[from]! > issued[to]!);
}

/**
 * When each event was issued, in steps of the schedule. Every edge goes forward in this order but those from an operation
 * to a write that was pending, which comes too late for it; so each cycle has one of these.
 */
function issueOrder({ states, events }: Trace, schedule: Schedule): readonly number[] {
  const steps = new Map<number, number[]>(states.threads.handles.map((handle) => [handle, []]));
  schedule.forEach(({ kind, thread }, i) => kind === 'run' && steps.get(thread)!.push(i));
  return events.map(({ thread, position }) => steps.get(states.threads.handles[thread]!)![position]!);
}

function labelled({ states, events }: Trace, event: number, label: number): boolean {
  return states.label[events[event]!.state] === label;
}

/** The shortest cycle whose last edge is one between two threads that `closes` it. */
function shortestCycle(trace: Trace, closes: (edge: Edge) => boolean): readonly Edge[] | undefined {
  const edges = happensBefore(trace);
  const out = new Map<number, Edge[]>();
  // To read from a write says more than to come after it.
  for (const edge of edges.toSorted((a, b) => Number(a.kind === 'coherence') - Number(b.kind === 'coherence'))) {
    const row = out.get(edge.from);
    if (row === undefined) out.set(edge.from, [edge]);
    else row.push(edge);
  }
  let best: readonly Edge[] | undefined;
  for (const edge of edges) {
    if (!leadsToWriteOfOther(trace, edge) || !closes(edge)) continue;
    const path = shortestPath(out, edge.to, edge.from);
    if (path !== undefined && (best === undefined || path.length + 1 < best.length)) best = [...path, edge];
  }
  return best && joinProgramOrder(best);
}

function leadsToWriteOfOther({ events }: Trace, { from, to, kind }: Edge): boolean {
  return (kind === 'from-read' || kind === 'coherence') && events[from]!.thread !== events[to]!.thread;
}

function shortestPath(out: ReadonlyMap<number, readonly Edge[]>, start: number, goal: number): Edge[] | undefined {
  const reachedBy = new Map<number, Edge>();
  const queue = [start];
  for (const node of queue) {
    if (node === goal) break;
    for (const edge of out.get(node) ?? []) {
      if (edge.to === start || reachedBy.has(edge.to)) continue;
      reachedBy.set(edge.to, edge);
      queue.push(edge.to);
    }
  }
  if (!reachedBy.has(goal)) return undefined;
  const path: Edge[] = [];
  for (let at = goal; at !== start; at = path[0]!.from) path.unshift(reachedBy.get(at)!);
  return path;
}

/** What lies between two operations of a thread does not matter to the cycle. */
function joinProgramOrder(cycle: readonly Edge[]): readonly Edge[] {
  const joined: Edge[] = [];
  for (const edge of cycle) {
    const last = joined.at(-1);
    if (last?.kind === 'program order' && edge.kind === 'program order') joined.splice(-1, 1, { ...last, to: edge.to });
    else joined.push(edge);
  }
  return joined;
}
