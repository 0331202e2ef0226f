import type { LocalStates, Trace, TraceEvent } from '@fencepost/core';
import { INITIAL } from '@fencepost/core';

/** The execution so far. An event comes after its predecessors in program order, and after the event it reads from. */
export interface Graph {
  readonly events: readonly TraceEvent[];
  /** By location: the events that write, in coherence order. */
  readonly coherence: readonly (readonly number[])[];
  /** By thread: its local state; 0 if not started. */
  readonly local: readonly number[];
}

/** Returns the value of a read from this event. */
export function valueFrom(states: LocalStates, { events }: Graph, location: number, source: number): number {
  return source === INITIAL ? states.locations.initial[location]! : events[source]!.wrote!;
}

/** Returns the final value of a location. */
export function lastValue(states: LocalStates, graph: Graph, location: number): number {
  return valueFrom(states, graph, location, graph.coherence[location]?.at(-1) ?? INITIAL);
}

/**
 * Returns a key that is equal for graphs with the same reads-from and coherence, regardless of the order in which
 * events were added.
 */
export function keyOf({ events, coherence }: Graph): string {
  const names = events.map(({ thread, position }) => `${thread}.${position}`);
  const rows: string[][] = [];
  for (const { thread, source } of events) {
    (rows[thread] ??= []).push(source === undefined ? '' : (names[source] ?? 'initial'));
  }
  return JSON.stringify([rows, coherence.map((order) => order.map((i) => names[i]))]);
}

/** Converts the graph to a trace. */
export function traceFrom(states: LocalStates, graph: Graph): Trace {
  const { events, local } = graph;
  const coherence = Array.from({ length: states.locations.count }, (_, location) => graph.coherence[location] ?? []);
  return { states, events, coherence, last: new Map(local.entries()), key: keyOf(graph) };
}
