import type { Edge, Schedule, Trace } from '@fencepost/core';
import { happensBefore } from '@fencepost/core';

/** Labels of two operations: those a monitor reported. */
export interface LabelPair {
  readonly label: number;
  readonly writeLabel: number;
}

/**
 * A cycle of happens-before, the proof that the execution is not SC; undefined if it is. Its last edge leads from an
 * operation to a write of another thread that reached memory too late for it: those of the labels, if they are given.
 */
export function cycleOf(trace: Trace, schedule: Schedule, pair?: LabelPair): readonly Edge[] | undefined {
  if (pair !== undefined) {
    const { label, writeLabel } = pair;
    return shortestCycle(trace, ({ from, to }) => labelled(trace, from, label) && labelled(trace, to, writeLabel));
  }
  const issued = issueOrder(trace, schedule);
  const cycle = shortestCycle(trace);
  if (cycle === undefined) return undefined;
  const last = cycle.findIndex((edge) => leadsToWriteOfOther(trace, edge) && issued[edge.from]! > issued[edge.to]!);
  return [...cycle.slice(last + 1), ...cycle.slice(0, last + 1)];
}

/** The labels of a cycle, beginning wherever they come first in the alphabet: cycles with the same key are told as one. */
export function cycleKey({ states, events }: Trace, cycle: readonly Edge[]): string {
  const texts = cycle.map(({ from, kind }) => {
    const { kind: operation, text } = states.labels.get(states.label[events[from]!.state]!);
    return `${operation} ${text} ${kind}`;
  });
  return texts
    .map((_, i) => [...texts.slice(i), ...texts.slice(0, i)].join(', '))
    .reduce((first, each) => (each < first ? each : first), '\uffff');
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

/**
 * The shortest cycle whose last edge leads from an operation to a write of another thread, and `closes` it; of several
 * the first by its key, so that executions that depart from SC alike are told alike. (Every cycle has such an edge: to
 * read from others, and to go on, leads forward in time.)
 */
export function shortestCycle(trace: Trace, closes: (edge: Edge) => boolean = () => true): readonly Edge[] | undefined {
  const edges = happensBefore(trace);
  const out = new Map<number, Edge[]>();
  // To read from a write says more than to come after it.
  for (const edge of edges.toSorted((a, b) => Number(a.kind === 'coherence') - Number(b.kind === 'coherence'))) {
    const row = out.get(edge.from);
    if (row === undefined) out.set(edge.from, [edge]);
    else row.push(edge);
  }
  let best: readonly Edge[] | undefined;
  let bestKey = '';
  for (const edge of edges) {
    if (!leadsToWriteOfOther(trace, edge) || !closes(edge)) continue;
    const path = shortestPath(out, edge.to, edge.from);
    if (path === undefined) continue;
    const cycle = joinProgramOrder(trace, [...path, edge]);
    const length = best?.length ?? Infinity;
    if (cycle.length > length) continue;
    const key = cycleKey(trace, cycle);
    if (cycle.length === length && key >= bestKey) continue;
    best = cycle;
    bestKey = key;
  }
  return best;
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

/** What leads from one operation of a thread to another does not matter to the cycle, nor what lies between them. */
function joinProgramOrder({ events }: Trace, cycle: readonly Edge[]): readonly Edge[] {
  const joined: Edge[] = [];
  for (const { from, to, kind } of cycle) {
    const isOwn = events[from]!.thread === events[to]!.thread;
    const last = joined.at(-1);
    if (isOwn && last?.kind === 'program order') joined.splice(-1, 1, { ...last, to });
    else joined.push({ from, to, kind: isOwn ? 'program order' : kind });
  }
  return joined;
}
