import type { ModelName } from '../models/registry.js';
import { INITIAL, eventName } from '../operations/events.js';
import { RMW, STORE } from '../operations/operation.js';
import type { LocalStates } from '../states/local-states.js';
import type { Edge } from './happens-before.js';
import { linearise } from './linearise.js';
import { Machine } from './machine.js';
import { NO_READ, Recorder } from './recorder.js';
import { replay } from './replay.js';
import type { Schedule, Step } from './schedule.js';
import { findCycle } from './shortest-cycle.js';
import type { Trace } from './trace.js';
import { traceOf } from './trace.js';

/** Two operations that can be out of order under a model. Violations are distinguished by their labels. */
export interface Violation {
  readonly model: ModelName;
  /** Label of the operation that comes too early. `thread`, `state`: its thread and local state. */
  readonly label: number;
  readonly thread: number;
  readonly state: number;
  /** Label of the write that comes too late. `write`: its event. */
  readonly writeLabel: number;
  readonly write: number;
}

/** An execution under the model that is not SC. */
export interface Witness {
  readonly schedule: Schedule;
  readonly trace: Trace;
  /** A cycle of its happens-before, which proves that it is not SC. */
  readonly cycle: readonly Edge[];
}

/**
 * Builds an execution with the violation: the execution so far, then the operation before the write it should precede,
 * linearised for the model's store buffers, replayed on them, and run to its end. Returns undefined if the machine
 * cannot do this, or if the result is SC: then the monitor was wrong, and callers do not report a violation.
 */
export function witnessOf(states: LocalStates, soFar: Recorder, violation: Violation): Witness | undefined {
  const { model } = violation;
  const beginning = linearise(traceOf(states, violatingPrefix(states, soFar, violation)), model);
  if (beginning === undefined) return undefined;
  const machine = new Machine(states, model, new Recorder());
  replay(machine, beginning);
  const schedule = [...beginning, ...finish(machine)];
  const trace = traceOf(states, machine.recorder!);
  const cycle = findCycle(trace);
  return cycle === undefined ? undefined : { schedule, trace, cycle };
}

function violatingPrefix(states: LocalStates, soFar: Recorder, { thread, state, write }: Violation): Recorder {
  const prefix = new Recorder();
  prefix.copyFrom(soFar);
  const location = states.location[state]!;
  const row = prefix.coherence[location]!;
  const at = row.indexOf(write);
  const source = at === 0 ? INITIAL : row[at - 1]!;
  const event = eventName(thread, prefix.sources[thread]?.length ?? 0);
  const writes = writesAfter(states, soFar, state, source);
  prefix.operation(event, states.kind[state] === STORE ? NO_READ : source, writes);
  if (writes) row.splice(at, 0, event);
  return prefix;
}

function writesAfter(states: LocalStates, soFar: Recorder, state: number, source: number): boolean {
  if (states.kind[state] === STORE) return true;
  if (states.kind[state] !== RMW) return false;
  const { events } = traceOf(states, soFar);
  const written = events.find((event) => eventName(event.thread, event.position) === source);
  const value = written === undefined ? states.locations.initial[states.location[state]!] : written.wrote;
  return states.writesAfter(state, value!);
}

/** Runs the machine to its end: first the lowest thread that can run, then the oldest pending store. */
function finish(machine: Machine): Step[] {
  const steps: Step[] = [];
  const { handles } = machine.states.threads;
  for (let moved = true; moved;) {
    moved = false;
    for (let t = 0; t < machine.threads && !moved; t++) {
      if (!machine.canRun(t)) continue;
      machine.run(t);
      steps.push({ kind: 'run', thread: handles[t]!, choice: 0 });
      moved = true;
    }
    for (let t = 0; t < machine.threads && !moved; t++) {
      if (machine.memory.pending(t) === 0) continue;
      machine.commit(t, 0);
      steps.push({ kind: 'commit', thread: handles[t]!, rank: 0 });
      moved = true;
    }
  }
  return steps;
}
