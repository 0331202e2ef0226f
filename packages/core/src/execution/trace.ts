import { INITIAL, eventName } from '../operations/events.js';
import type { LocalStates } from '../states/local-states.js';
import { RMW, SPAWN, STORE } from '../operations/operation.js';
import type { Recorder } from './recorder.js';
import { NO_READ } from './recorder.js';

/** An executed operation, with the values it read and wrote. */
export interface TraceEvent {
  readonly thread: number;
  /** Position in its thread. */
  readonly position: number;
  /** The local state in which it executed, which holds its operation and label. */
  readonly state: number;
  /** Index of the event it read from in `Trace.events`, or -1 for the initial value; undefined if it reads nothing. */
  readonly source: number | undefined;
  readonly read: number | undefined;
  readonly wrote: number | undefined;
}

/**
 * A Shasha–Snir trace: the common properties of indistinguishable executions. Program order is the order of a thread's
 * events (and from a spawn to the child, from a child to its join), reads-from is `source`, coherence is the order of
 * the writes of each location.
 */
export interface Trace {
  readonly states: LocalStates;
  readonly events: readonly TraceEvent[];
  /** Coherence order per location, as indices into `events`. */
  readonly coherence: readonly (readonly number[])[];
  /** Local state in which each started thread ended or is waiting. */
  readonly last: ReadonlyMap<number, number>;
  readonly key: string;
}

/** Runs every thread again along the recorded reads-from, which yields states and values. */
export function traceOf(states: LocalStates, recorded: Recorder): Trace {
  const index = new Map<number, number>();
  recorded.sources.forEach((row, t) => row.forEach((_, n) => index.set(eventName(t, n), index.size)));
  const events: TraceEvent[] = new Array<TraceEvent>(index.size);
  const last = new Map<number, number>();
  const cursors = new Map<number, { state: number; position: number }>();
  states.initial.forEach((state, t) => cursors.set(t, { state, position: 0 }));
  for (let progress = true; progress;) {
    progress = false;
    for (const [t, cursor] of cursors) {
      const row = recorded.sources[t] ?? [];
      while (cursor.position < row.length) {
        const source = row[cursor.position]!;
        const sourceIndex = source === NO_READ ? undefined : source === INITIAL ? -1 : index.get(source)!;
        const { state } = cursor;
        let read: number | undefined;
        if (sourceIndex === -1) read = states.locations.initial[states.location[state]!]!;
        else if (sourceIndex !== undefined) {
          const written = events[sourceIndex];
          if (written === undefined) break;
          read = written.wrote;
        }
        const wrote = valueWritten(states, state, read);
        const at = index.get(eventName(t, cursor.position))!;
        events[at] = { thread: t, position: cursor.position, state, source: sourceIndex, read, wrote };
        cursor.position++;
        if (states.kind[state] === SPAWN) {
          const child = states.operand[state]!;
          cursors.set(child, { state: states.second[state]!, position: 0 });
          cursor.state = states.update(state, states.threads.handles[child]!);
        } else cursor.state = states.update(state, read ?? 0);
        progress = true;
      }
    }
  }
  for (const [t, cursor] of cursors) last.set(t, cursor.state);
  const coherence = recorded.coherence.map((row) => row.map((name) => index.get(name)!));
  return { states, events, coherence, last, key: recorded.key() };
}

function valueWritten(states: LocalStates, state: number, read: number | undefined): number | undefined {
  if (states.kind[state] === STORE) return states.operand[state]!;
  if (states.kind[state] !== RMW || read === undefined) return undefined;
  return states.writesAfter(state, read) ? states.written(state, read) : undefined;
}
