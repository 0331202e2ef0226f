import type { Edge, Schedule, Trace } from '@fencepost/core';
import { LOAD, STORE, ShortestPaths, happensBefore } from '@fencepost/core';

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

/**
 * What a cycle is due to: the stores in it with what follows them in their threads, by their labels. These are what a
 * machine can have delayed; executions with the same key have the same lines to blame, and are told as one.
 */
export function causeOf(trace: Trace, cycle: readonly Edge[]): string {
  const { states, events } = trace;
  const kindOf = (event: number): number => states.kind[events[event]!.state]!;
  const delayed = cycle.filter(
    ({ from, to, kind }) =>
      kind === 'program order' && kindOf(from) === STORE && (kindOf(to) === STORE || kindOf(to) === LOAD),
  );
  const pairs = delayed.map(({ from, to }) => `${labelText(trace, from)} past ${labelText(trace, to)}`);
  return [...new Set(pairs)].sort().join(', ');
}

function labelText({ states, events }: Trace, event: number): string {
  const { kind, text } = states.labels.get(states.label[events[event]!.state]!);
  return `${kind} ${text}`;
}

/** The labels of a cycle, beginning wherever they come first in the alphabet. */
function cycleKey(trace: Trace, cycle: readonly Edge[]): string {
  const texts = cycle.map(({ from, kind }) => `${labelText(trace, from)} ${kind}`);
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
  const paths = new ShortestPaths(trace.events.length, edges);
  let shortest = Infinity;
  let best: readonly Edge[] | undefined;
  let bestKey = '';
  for (const edge of edges) {
    if (!leadsToWriteOfOther(trace, edge) || !closes(edge)) continue;
    const path = paths.shortest(edge.to, edge.from, shortest);
    if (path === undefined) continue;
    const cycle = joinProgramOrder(trace, [...path, edge]);
    const key = cycleKey(trace, cycle);
    if (path.length === shortest && key >= bestKey) continue;
    shortest = path.length;
    best = cycle;
    bestKey = key;
  }
  return best;
}

function leadsToWriteOfOther({ events }: Trace, { from, to, kind }: Edge): boolean {
  return (kind === 'from-read' || kind === 'coherence') && events[from]!.thread !== events[to]!.thread;
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
