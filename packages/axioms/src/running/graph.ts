import type { LocalStates, Trace, TraceEvent } from '@fencepost/core';
import { INITIAL } from '@fencepost/core';

/** What has happened so far. An event is after those it follows in program order, and after the one it reads from. */
export interface Graph {
  readonly events: readonly TraceEvent[];
  /** By location, the events that write, in coherence order. */
  readonly coherence: readonly (readonly number[])[];
  /** By thread, its local state; 0: not started. */
  readonly local: readonly number[];
}

/** The value that a read from this event gets. */
export function valueFrom(states: LocalStates, { events }: Graph, location: number, source: number): number {
  return source === INITIAL ? states.locations.initial[location]! : events[source]!.wrote!;
}

/** The value that is left at the end. */
export function lastValue(states: LocalStates, graph: Graph, location: number): number {
  return valueFrom(states, graph, location, graph.coherence[location]?.at(-1) ?? INITIAL);
}

/** The same for graphs with the same reads-from and coherence, in whatever order their events were added. */
export function keyOf({ events, coherence }: Graph): string {
  const names = events.map(({ thread, position }) => `${thread}.${position}`);
  const rows: string[][] = [];
  for (const { thread, source } of events) {
    (rows[thread] ??= []).push(source === undefined ? '' : (names[source] ?? 'initial'));
  }
  return JSON.stringify([rows, coherence.map((order) => order.map((i) => names[i]))]);
}

/** As a trace. */
export function traceFrom(states: LocalStates, graph: Graph): Trace {
  const { events, local } = graph;
  const coherence = Array.from({ length: states.locations.count }, (_, location) => graph.coherence[location] ?? []);
  return { states, events, coherence, last: new Map(local.entries()), key: keyOf(graph) };
}
