import type { Failure, LocalStates, ModelName, Schedule, Trace } from '@fencepost/core';
import { FAIL, linearise, prefixFor, replayedTrace } from '@fencepost/core';

/**
 * A shorter execution with the same failure: only what the thread that fails depends on, stores reaching memory as soon
 * as they can, and no switch from a thread that can go on. Where nobody in particular fails (a deadlock, say), all is
 * kept. It is replayed; if it does not fail, the schedule stays as it is.
 */
export function shorten(states: LocalStates, model: ModelName, schedule: Schedule, failure: Failure): Schedule {
  const trace = replayedTrace(states, model, schedule);
  const thread = failingThread(trace, failure);
  const last = thread === undefined ? -1 : trace.events.findLastIndex((event) => event.thread === thread);
  const part = last < 0 ? trace : prefixFor(trace, [last]);
  const found = linearise(part, model, 'early');
  if (found === undefined) return schedule;
  const short = thread === undefined || last < 0 ? found : upToLastStepOf(found, states.threads.handles[thread]!);
  const again = replayedTrace(states, model, short);
  const fails = thread === undefined ? again.key === trace.key : failingThread(again, failure) === thread;
  return fails && short.length <= schedule.length ? short : schedule;
}

/** The thread that failed so. */
function failingThread({ states, last }: Trace, { message, thread: name }: Failure): number | undefined {
  for (const [thread, state] of last) {
    if (states.kind[state] !== FAIL || states.failure(state).message !== message) continue;
    if (name === undefined || states.threads.names[thread] === name) return thread;
  }
  return undefined;
}

function upToLastStepOf(schedule: Schedule, handle: number): Schedule {
  return schedule.slice(0, schedule.findLastIndex(({ kind, thread }) => kind === 'run' && thread === handle) + 1);
}
