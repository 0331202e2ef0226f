import type { MemoryOrder, Trace } from '@fencepost/core';
import { JOIN, SPAWN } from '@fencepost/core';
import type { Event } from '../executions/event.js';
import { INITIAL_THREAD } from '../executions/event.js';
import { Execution } from '../executions/execution.js';
import type { AxiomaticModel } from '../models/model.js';
import { barrier } from '../program/to-aarch64.js';
import { Relation } from '../relations/relation.js';
import { fenceEvent, machineEvents, sourceEvent } from './events-of.js';

/** Changes to operations of a trace, by index. */
export interface Changes {
  /** New memory orders. */
  readonly orders: ReadonlyMap<number, MemoryOrder>;
  /** New fences directly before them. */
  readonly fences: ReadonlyMap<number, MemoryOrder>;
}

const NO_CHANGES: Changes = { orders: new Map(), fences: new Map() };

/** A trace as an execution of the model, and the mapping of its operations to events. */
export interface TraceExecution {
  readonly execution: Execution;
  /** By index into the trace: its event that reads, and its event that writes (the same, unless atomics are split). */
  readonly first: readonly number[];
  readonly last: readonly number[];
}

/** Converts the trace to an execution of the model. */
export function executionOf(trace: Trace, model: AxiomaticModel, changes: Changes = NO_CHANGES): TraceExecution {
  const { states } = trace;
  const locations = [...new Set(trace.events.map(({ state }) => states.location[state]!))].filter((each) => each >= 0);
  const initialOf = new Map(locations.map((location, i) => [location, i]));
  const events: Event[] = locations.map((address) => ({
    thread: INITIAL_THREAD,
    reads: false,
    writes: true,
    address,
    order: 'plain',
  }));
  const first: number[] = [];
  const last: number[] = [];
  trace.events.forEach(({ thread }, i) => {
    const fence = changes.fences.get(i);
    const order = changes.orders.get(i);
    if (fence !== undefined) events.push(fenceEvent(thread, fence, model.splitsAtomics ? barrier : (kind) => kind));
    first.push(events.length);
    events.push(...(model.splitsAtomics ? machineEvents(trace, i, order) : [sourceEvent(trace, i, order)]));
    last.push(events.length - 1);
  });
  const size = events.length;
  const atomics = first.flatMap((read, i) =>
    events[read]!.reads && events[last[i]!]!.writes ? [[read, last[i]!] as const] : [],
  );
  const none = Relation.empty(size);
  const parts = {
    ...{ events, addr: none, data: none, ctrl: none },
    po: Relation.where(size, (a, b) => a < b && a >= locations.length && events[a]!.thread === events[b]!.thread),
    rmw: Relation.fromPairs(size, atomics),
    asw: Relation.fromPairs(size, threadEdges(trace, first, last)),
  };
  const choices = locations.map((location) => {
    const initial = initialOf.get(location)!;
    const order = [initial, ...(trace.coherence[location] ?? []).map((i) => last[i]!)];
    const sources = trace.events.flatMap(({ state, source }, i) =>
      source === undefined || states.location[state] !== location
        ? []
        : [[first[i]!, source < 0 ? initial : last[source]!] as const],
    );
    return { order, last: order.at(-1)!, sources };
  });
  return { execution: new Execution(parts, choices), first, last };
}

/** Returns the edges from each start of a thread to its first event, and from its last event to each join. */
function threadEdges(
  { states, events }: Trace,
  first: readonly number[],
  last: readonly number[],
): (readonly [number, number])[] {
  const rows = new Map<number, number[]>();
  const starts = new Map<number, number>();
  events.forEach(({ thread, state }, i) => {
    rows.set(thread, [...(rows.get(thread) ?? []), i]);
    if (states.kind[state] === SPAWN) starts.set(states.operand[state]!, i);
  });
  const spawned = [...starts].flatMap(([thread, start]) =>
    (rows.get(thread) ?? []).slice(0, 1).map((i) => [last[start]!, first[i]!] as const),
  );
  const joined = events.flatMap(({ state }, i) => {
    const thread = states.kind[state] === JOIN ? states.operand[state]! : undefined;
    // A thread without events ends when it starts.
    const end = thread === undefined ? undefined : (rows.get(thread)?.at(-1) ?? starts.get(thread));
    return end === undefined ? [] : [[last[end]!, first[i]!] as const];
  });
  return [...spawned, ...joined];
}
