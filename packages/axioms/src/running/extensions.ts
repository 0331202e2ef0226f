import type { LocalStates } from '@fencepost/core';
import { INITIAL, JOIN, LOAD, RMW, SPAWN, STORE, canBeJoined } from '@fencepost/core';
import type { Graph } from './graph.js';
import { valueFrom } from './graph.js';

/**
 * Returns the graph with one more event, in every way that has different continuations. Empty if no event is possible.
 */
export function extensions(states: LocalStates, graph: Graph): Graph[] {
  const reading: number[] = [];
  for (const [thread, state] of graph.local.entries()) {
    const kind = states.kind[state]!;
    if (state === 0 || kind > JOIN) continue;
    if (kind === LOAD || kind === RMW) reading.push(thread);
    else if (kind !== JOIN || hasEnded(states, graph, states.operand[state]!)) {
      // An operation that does not read can be executed now in every continuation.
      return withoutReading(states, graph, thread);
    }
  }
  return reading.flatMap((thread) => readingEach(states, graph, thread));
}

function hasEnded(states: LocalStates, { local }: Graph, thread: number): boolean {
  const state = local[thread] ?? 0;
  return state !== 0 && canBeJoined(states.kind[state]!);
}

function withoutReading(states: LocalStates, graph: Graph, thread: number): Graph[] {
  const state = graph.local[thread]!;
  const kind = states.kind[state]!;
  if (kind === SPAWN) {
    const child = states.operand[state]!;
    const next = extended(states, graph, thread, { result: states.threads.handles[child]! });
    const threads = Math.max(next.local.length, child + 1);
    const local = Array.from({ length: threads }, (_, t) => next.local[t] ?? 0);
    return [{ ...next, local: local.with(child, states.second[state]!) }];
  }
  if (kind !== STORE) return [extended(states, graph, thread, {})];
  const next = extended(states, graph, thread, { wrote: states.operand[state]! });
  const location = states.location[state]!;
  const places = (graph.coherence[location]?.length ?? 0) + 1;
  return Array.from({ length: places }, (_, at) => placed(next, location, at));
}

/** Returns an extension for each source of the read. A read-modify-write is placed directly after its source. */
function readingEach(states: LocalStates, graph: Graph, thread: number): Graph[] {
  const state = graph.local[thread]!;
  const location = states.location[state]!;
  const sources = [INITIAL, ...(graph.coherence[location] ?? [])];
  return sources.flatMap((source, at) => {
    const read = valueFrom(states, graph, location, source);
    if (!states.accepts(state, read)) return [];
    if (states.kind[state] !== RMW || !states.writesAfter(state, read)) {
      return [extended(states, graph, thread, { source, read })];
    }
    const wrote = states.written(state, read);
    return [placed(extended(states, graph, thread, { source, read, wrote }), location, at)];
  });
}

interface Effect {
  readonly source?: number;
  readonly read?: number;
  readonly wrote?: number;
  readonly result?: number;
}

function extended(states: LocalStates, graph: Graph, thread: number, effect: Effect): Graph {
  const { source, read, wrote, result = read ?? 0 } = effect;
  const state = graph.local[thread]!;
  const position = graph.events.filter((event) => event.thread === thread).length;
  const local = graph.local.with(thread, states.update(state, result));
  return { ...graph, events: [...graph.events, { thread, position, state, source, read, wrote }], local };
}

/** Places the last event, which writes, at this position in coherence order. */
function placed(graph: Graph, location: number, at: number): Graph {
  const coherence = [...graph.coherence];
  while (coherence.length <= location) coherence.push([]);
  coherence[location] = coherence[location]!.toSpliced(at, 0, graph.events.length - 1);
  return { ...graph, coherence };
}
