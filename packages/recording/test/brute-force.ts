import type { LocalStates, ModelName, Recorder, Trace } from '@fencepost/core';
import {
  INITIAL,
  ImpossibleStep,
  LocalStates as States,
  Machine,
  NO_READ,
  RMW,
  Recorder as Recording,
  STORE,
  eventName,
  isSequentiallyConsistent,
  linearise,
  replay,
  traceOf,
} from '@fencepost/core';
import { canJudge, violatedAxiom } from '@fencepost/axioms';
import type { ScRun } from '@fencepost/testing';
import { programOfEvents } from '../src/explain/part-program.js';
import { EventObjects } from '../src/explain/event-objects.js';
import type { RecordedEvent } from '../src/explain/recorded-event.js';

/** The recorded events as a program that does the same whatever it reads, and the order in which its threads ran. */
export interface Replay {
  readonly states: LocalStates;
  readonly events: readonly RecordedEvent[];
  /** Index of the thread of each event. */
  readonly threads: readonly number[];
}

export function replayOf(run: ScRun): Replay {
  const events: RecordedEvent[] = [];
  run.feed(
    new EventObjects(
      () => true,
      (event) => events.push(event),
    ),
  );
  const { program, handles } = programOfEvents(events, {
    name: 'replay',
    initialValue: run.initialValue,
    threadName: (t) => `t${t}`,
    placeName: (place) => `p${place}`,
    siteOf: (site) => ({ file: 'run', line: site + 1 }),
  });
  const states = new States(program);
  const machine = new Machine(states, 'sc');
  const threads: number[] = [];
  for (const { thread } of events) {
    const t = states.threads.indexOf(handles.get(thread)!);
    threads.push(t);
    machine.run(t);
  }
  return { states, events, threads };
}

/**
 * Every way to place the next operation of the run that the model allows and SC does not, at every point of the run:
 * pairs of sites, of the operation and of the write it is placed before. Of writes of code without hooks nothing is said.
 */
export function bruteForce(
  run: ScRun,
  model: ModelName,
  counts: (event: RecordedEvent, write: RecordedEvent) => boolean = () => true,
): Set<string> {
  const { states, events, threads } = replayOf(run);
  const machine = new Machine(states, 'sc', new Recording());
  const found = new Set<string>();
  events.forEach((event, i) => {
    const t = threads[i]!;
    const state = machine.local[t]!;
    if (event.place >= 0 && event.site >= 0) {
      const row = machine.recorder!.coherence[states.location[state]!] ?? [];
      row.forEach((write, at) => {
        const source = at === 0 ? INITIAL : row[at - 1]!;
        if (!isDeparture(states, machine, t, source, at, model)) return;
        const other = eventNamed(events, threads, write);
        if (counts(event, other)) found.add(`${event.site} before ${other.site}`);
      });
    }
    machine.run(t);
  });
  return found;
}

function isDeparture(
  states: LocalStates,
  machine: Machine,
  t: number,
  source: number,
  at: number,
  model: ModelName,
): boolean {
  const state = machine.local[t]!;
  const location = states.location[state]!;
  const isStore = states.kind[state] === STORE;
  const prefix: Recorder = new Recording();
  prefix.copyFrom(machine.recorder!);
  const event = eventName(t, machine.position[t]!);
  const { events } = traceOf(states, machine.recorder!);
  const written = events.find((each) => eventName(each.thread, each.position) === source);
  const value = written === undefined ? states.locations.initial[location]! : written.wrote!;
  const writes = isStore || (states.kind[state] === RMW && states.writesAfter(state, value));
  prefix.operation(event, isStore ? NO_READ : source, writes);
  if (writes) prefix.coherence[location]!.splice(at, 0, event);
  const trace = traceOf(states, prefix);
  return !isSequentiallyConsistent(trace) && happens(trace, model);
}

/** Do the axioms of the model allow it, or can its machine execute it? The order that is tried may break rules, so the result is compared. */
function happens(trace: Trace, model: ModelName): boolean {
  if (canJudge(model)) return violatedAxiom(trace, model) === undefined;
  const schedule = linearise(trace, model);
  if (schedule === undefined) return false;
  const machine = new Machine(trace.states, model, new Recording());
  try {
    replay(machine, schedule);
  } catch (error) {
    if (error instanceof ImpossibleStep) return false;
    throw error;
  }
  return machine.recorder!.key() === trace.key;
}

function eventNamed(events: readonly RecordedEvent[], threads: readonly number[], write: number): RecordedEvent {
  const counts = new Map<number, number>();
  for (const [i, event] of events.entries()) {
    const t = threads[i]!;
    const position = counts.get(t) ?? 0;
    counts.set(t, position + 1);
    if (eventName(t, position) === write) return event;
  }
  throw new Error('no such write');
}
