import { INITIAL, eventName, eventPosition, eventThread } from '../operations/events.js';
import { JOIN, SPAWN } from '../operations/operation.js';
import { NO_READ, Recorder } from './recorder.js';
import type { Trace } from './trace.js';
import { traceOf } from './trace.js';

/**
 * Returns the part of a trace that these events depend on: everything before them in program order and reads-from. It
 * is a trace itself, in which every thread has executed a prefix of its operations.
 */
export function prefixFor(trace: Trace, events: Iterable<number>): Trace {
  const { states } = trace;
  const length = new Map<number, number>();
  const index = new Map<number, number>(
    trace.events.map(({ thread, position }, i) => [eventName(thread, position), i]),
  );
  const starts = new Map<number, number>();
  trace.events.forEach(({ state }, i) => states.kind[state] === SPAWN && starts.set(states.operand[state]!, i));
  const work = [...events];
  /** Includes all events of a thread up to this position, and the events that they depend on. */
  const include = (thread: number, upTo: number): void => {
    const from = length.get(thread) ?? 0;
    if (from === 0 && starts.has(thread)) work.push(starts.get(thread)!);
    for (let position = from; position <= upTo; position++) {
      const { source, state } = trace.events[index.get(eventName(thread, position))!]!;
      if (source !== undefined && source >= 0) work.push(source);
      if (states.kind[state] !== JOIN) continue;
      const last = trace.events.findLastIndex((event) => event.thread === states.operand[state]);
      if (last >= 0) work.push(last);
    }
    length.set(thread, Math.max(from, upTo + 1));
  };
  for (let event = work.pop(); event !== undefined; event = work.pop()) {
    const { thread, position } = trace.events[event]!;
    include(thread, position);
  }
  return traceOf(states, recordPrefix(trace, length));
}

function recordPrefix(trace: Trace, length: ReadonlyMap<number, number>): Recorder {
  const recorder = new Recorder();
  const nameOf = (i: number): number => {
    const { thread, position } = trace.events[i]!;
    return eventName(thread, position);
  };
  const isKept = (name: number): boolean => eventPosition(name) < (length.get(eventThread(name)) ?? 0);
  trace.events.forEach(({ source, wrote }, i) => {
    if (!isKept(nameOf(i))) return;
    recorder.operation(
      nameOf(i),
      source === undefined ? NO_READ : source < 0 ? INITIAL : nameOf(source),
      wrote !== undefined,
    );
  });
  trace.coherence.forEach((row, location) => {
    for (const i of row) if (isKept(nameOf(i))) recorder.committed(location, nameOf(i));
  });
  return recorder;
}
