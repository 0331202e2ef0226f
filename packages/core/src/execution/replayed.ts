import type { LocalStates } from '../states/local-states.js';
import { Machine } from './machine.js';
import type { ModelName } from '../models/index.js';
import { Recorder } from './recorder.js';
import { replay } from './replay.js';
import type { Schedule } from './schedule.js';
import type { Trace } from './trace.js';
import { traceOf } from './trace.js';

/** Returns the trace of the execution of a schedule. */
export function replayedTrace(states: LocalStates, model: ModelName, schedule: Schedule): Trace {
  const machine = new Machine(states, model, new Recorder());
  replay(machine, schedule);
  return traceOf(states, machine.recorder!);
}
