import type { Edge, Schedule, Trace } from '@fencepost/core';
import { LOAD, STORE, ShortestPaths, happensBefore, happensBeforeInMemory, mayLeaveOut } from '@fencepost/core';

/** Labels of two operations, as reported by a monitor. */
export interface LabelPair {
  readonly label: number;
  readonly writeLabel: number;
}

/**
 * Returns a happens-before cycle, which proves that the execution is not SC; undefined if it is SC. Its last edge leads
 * from an operation to a write of another thread that reached memory too late for it: those of the labels, if given.
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
 * Returns the cause of a cycle: its stores with the operations that follow them in their threads, by label. These are
 * the stores that a machine can have delayed. Executions with the same cause have the same lines to blame, and are
 * reported as one.
 */
export function causeOf(trace: Trace, cycle: readonly Edge[]): string {
  const { states, events } = trace;
  const kindOf = (event: number): number => states.kind[events[event]!.state]!;
  const delayed = cycle.filter(
    ({ from, to, kind }) =>
      kind === 'program order' && kindOf(from) === STORE && (kindOf(to) === STORE || kindOf(to) === LOAD),
  );
  // Without store buffers, any pair may be to blame.
  const blamed = delayed.length > 0 ? delayed : cycle.filter(({ kind }) => kind === 'program order');
  const pairs = blamed.map(({ from, to }) => `${labelText(trace, from)} past ${labelText(trace, to)}`);
  return [...new Set(pairs)].sort().join(', ');
}

function labelText({ states, events }: Trace, event: number): string {
  const { kind, text } = states.labels.get(states.label[events[event]!.state]!);
  return `${kind} ${text}`;
}

/** Returns the labels of a cycle, rotated to start with the alphabetically first. */
function cycleKey(trace: Trace, cycle: readonly Edge[]): string {
  const texts = cycle.map(({ from, kind }) => `${labelText(trace, from)} ${kind}`);
  return texts
    .map((_, i) => [...texts.slice(i), ...texts.slice(0, i)].join(', '))
    .reduce((first, each) => (each < first ? each : first), '\uffff');
}

/**
 * Returns the step of the schedule at which each event was issued. In this order all edges lead forward, except those
 * from an operation to a pending write, which comes too late for it. So each cycle has one of these.
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
 * The shortest cycle whose last edge leads from an operation to a write of another thread and satisfies `closes`. Among
 * several, the first by key, so that similar violations are described alike. (Every cycle has such an edge: reads-from
 * and program order lead forward in time.) Cycles in memory are preferred to those that inputs
 * and looks before steps take part in.
 */
export function shortestCycle(trace: Trace, closes: (edge: Edge) => boolean = () => true): readonly Edge[] | undefined {
  const inMemory = shortestAlong(happensBeforeInMemory(trace), trace, closes);
  if (inMemory !== undefined || !mayLeaveOut(trace.states)) return inMemory;
  return shortestAlong(happensBefore(trace), trace, closes);
}

function shortestAlong(
  edges: readonly Edge[],
  trace: Trace,
  closes: (edge: Edge) => boolean,
): readonly Edge[] | undefined {
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

/** Merges consecutive edges within a thread: the operations between do not matter to the cycle. */
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
