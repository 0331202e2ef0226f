import type { LocalStates, Trace } from '@fencepost/core';
import { INITIAL, NO_READ, Recorder, eventName, traceOf } from '@fencepost/core';
import { isAdded } from './repaired-program.js';

/** A trace of the original program, and the mapping from events of the repaired program to its events. */
export interface OriginalTrace {
  readonly trace: Trace;
  readonly eventOf: (event: number) => number;
}

/**
 * Converts an execution of a repaired program to an execution of the original: without the added fences, and with the
 * orders that the program has. Threads and locations are numbered as in `original`.
 */
export function originalTrace(original: LocalStates, repaired: Trace): OriginalTrace {
  const { states, events } = repaired;
  const names: number[] = [];
  const lengths = new Map<number, number>();
  for (const { thread, state } of events) {
    if (isAdded(states.labels.get(states.label[state]!).site)) {
      names.push(NO_READ);
      continue;
    }
    const own = original.threads.intern(states.threads.handles[thread]!, states.threads.names[thread]!);
    const position = lengths.get(own) ?? 0;
    lengths.set(own, position + 1);
    names.push(eventName(own, position));
  }
  const recorder = new Recorder();
  events.forEach(({ source, wrote }, i) => {
    if (names[i] === NO_READ) return;
    const from = source === undefined ? NO_READ : source < 0 ? INITIAL : names[source]!;
    recorder.operation(names[i]!, from, wrote !== undefined);
  });
  const trace = traceOf(original, recorder);
  const index = new Map(trace.events.map(({ thread, position }, i) => [eventName(thread, position), i]));
  const eventOf = (event: number): number => index.get(names[event]!)!;
  // All locations are known only at this point.
  const coherence: (readonly number[])[] = Array.from({ length: original.locations.count }, () => []);
  repaired.coherence.forEach((row, location) => {
    if (row.length === 0) return;
    coherence[original.locations.find(states.locations.addresses[location]!)!] = row.map(eventOf);
  });
  return { trace: { ...trace, coherence }, eventOf };
}
