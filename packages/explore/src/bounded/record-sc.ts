import type { Schedule, Step } from '@fencepost/core';
import { NO_READ, Recorder, STORE, eventName } from '@fencepost/core';
import type { ScRun } from './sc-run.js';

/** Records the first `length` operations of the run as core's `Machine` would. */
export function recordSc(run: ScRun, length: number): Recorder {
  const { log, states } = run;
  const recorder = new Recorder();
  const position = new Int32Array(states.threads.count);
  for (let i = 0; i < length; i++) {
    const t = log.thread[i]!;
    const state = log.state[i]!;
    const event = eventName(t, position[t]!++);
    const writes = log.writes[i] === 1;
    recorder.operation(event, states.kind[state] === STORE ? NO_READ : log.link[i]!, writes);
    if (writes) recorder.committed(states.location[state]!, event);
  }
  return recorder;
}

/** Returns the first `length` operations of the run as a schedule. */
export function scheduleSc(run: ScRun, length: number): Schedule {
  const { handles } = run.states.threads;
  return Array.from(run.log.thread.subarray(0, length), (t): Step => ({ kind: 'run', thread: handles[t]!, choice: 0 }));
}
