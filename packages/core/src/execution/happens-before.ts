import { JOIN, SPAWN } from '../operations/operation.js';
import type { LocalStates } from '../states/local-states.js';
import type { Trace } from './trace.js';

/** The reason why one event happens before another. */
export type EdgeKind = 'program order' | 'reads-from' | 'coherence' | 'from-read' | 'spawn' | 'join';

/** An edge of happens-before. Both ends are indices into `Trace.events`. */
export interface Edge {
  readonly from: number;
  readonly to: number;
  readonly kind: EdgeKind;
}

/**
 * Returns the immediate edges of happens-before: program order ∪ reads-from ∪ coherence ∪ from-reads, and spawn and
 * join.
 */
export function happensBefore(trace: Trace): readonly Edge[] {
  const edges: Edge[] = [];
  const { events, coherence, states } = trace;
  const threadEvents = new Map<number, number[]>();
  events.forEach((event, i) => {
    const row = threadEvents.get(event.thread);
    if (row === undefined) threadEvents.set(event.thread, [i]);
    else {
      edges.push({ from: row.at(-1)!, to: i, kind: 'program order' });
      row.push(i);
    }
  });
  events.forEach((event, i) => {
    const other = threadEvents.get(states.operand[event.state]!);
    if (other === undefined) return;
    if (states.kind[event.state] === SPAWN) edges.push({ from: i, to: other[0]!, kind: 'spawn' });
    if (states.kind[event.state] === JOIN) edges.push({ from: other.at(-1)!, to: i, kind: 'join' });
  });
  const after = successors(coherence);
  for (const row of coherence) {
    for (let i = 1; i < row.length; i++) edges.push({ from: row[i - 1]!, to: row[i]!, kind: 'coherence' });
  }
  events.forEach((event, i) => {
    if (event.source === undefined) return;
    if (event.source >= 0) edges.push({ from: event.source, to: i, kind: 'reads-from' });
    const location = states.location[event.state]!;
    const overwriting = event.source >= 0 ? after.get(event.source) : coherence[location]?.[0];
    // A read-modify-write is itself the write after its source.
    if (overwriting !== undefined && overwriting !== i) edges.push({ from: i, to: overwriting, kind: 'from-read' });
  });
  return edges;
}

function successors(coherence: Trace['coherence']): Map<number, number> {
  const after = new Map<number, number>();
  for (const row of coherence) for (let i = 1; i < row.length; i++) after.set(row[i - 1]!, row[i]!);
  return after;
}

/**
 * The same without what is only known from accesses that do not count: those of inputs (`Program.isInput`), which order
 * nothing in memory, and looks before their steps (`afterLook`), which could as well have been made just before these.
 */
export function happensBeforeInMemory(trace: Trace): readonly Edge[] {
  const { events, states } = trace;
  const edges = happensBefore(trace);
  if (!mayLeaveOut(states)) return edges;
  const { input } = states.locations;
  const looks = looksBeforeSteps(trace);
  const counts = (event: number): boolean =>
    input[states.location[events[event]!.state]!] !== true && !looks.has(event);
  return edges.filter(
    ({ from, to, kind }) =>
      kind === 'program order' || kind === 'spawn' || kind === 'join' || (counts(from) && counts(to)),
  );
}

/** Whether there may be accesses that do not count. */
export function mayLeaveOut({ anyLooked, locations }: LocalStates): boolean {
  return anyLooked || locations.hasInput;
}

function looksBeforeSteps({ states, events }: Trace): ReadonlySet<number> {
  const looks = new Set<number>();
  if (!states.anyLooked) return looks;
  const latest = new Map<number, number>();
  events.forEach(({ thread, state }, i) => {
    if (states.looked[state] === 1) looks.add(latest.get(thread)!);
    latest.set(thread, i);
  });
  return looks;
}

/** Whether happens-before is acyclic. */
export function isSequentiallyConsistent(trace: Trace): boolean {
  return isAcyclic(trace, happensBefore(trace));
}

/** Whether the accesses to memory are SC, apart from inputs and looks. Robust programs have no other executions. */
export function isSequentialInMemory(trace: Trace): boolean {
  return isAcyclic(trace, happensBeforeInMemory(trace));
}

/** Uses Kahn's algorithm, which is faster than searching for a shortest cycle. */
function isAcyclic(trace: Trace, edges: readonly Edge[]): boolean {
  const incoming = new Int32Array(trace.events.length);
  const out: number[][] = trace.events.map(() => []);
  for (const { from, to } of edges) {
    out[from]!.push(to);
    incoming[to]!++;
  }
  const ready: number[] = [];
  incoming.forEach((degree, i) => degree === 0 && ready.push(i));
  let removed = 0;
  for (const node of ready) {
    removed++;
    for (const to of out[node]!) {
      incoming[to]!--;
      if (incoming[to] === 0) ready.push(to);
    }
  }
  return removed === trace.events.length;
}
