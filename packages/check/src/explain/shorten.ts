import type { Failure, LocalStates, ModelName, Schedule, Trace } from '@fencepost/core';
import { FAIL, failureKey, linearise, prefixFor, replayedTrace } from '@fencepost/core';
import { shortestCycle } from './cycle.js';

/**
 * Returns a shorter execution with the same failure: only the operations that the failing thread depends on, stores
 * committed as early as possible, and no switch from a thread that can continue. If no particular thread fails (as in a
 * deadlock), everything is kept. The result is replayed; if it does not fail, the schedule is returned unchanged.
 */
export function shortenFailure(states: LocalStates, model: ModelName, schedule: Schedule, failure: Failure): Schedule {
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

/**
 * Returns a shorter execution with the same cycle: only the operations that the cycle depends on. The result is
 * replayed, too.
 */
export function shortenViolation(states: LocalStates, model: ModelName, schedule: Schedule): Schedule {
  const trace = replayedTrace(states, model, schedule);
  const cycle = shortestCycle(trace);
  if (cycle === undefined) return schedule;
  const short = linearise(
    prefixFor(
      trace,
      cycle.map(({ from }) => from),
    ),
    model,
    'early',
  );
  if (short === undefined || short.length > schedule.length) return schedule;
  return shortestCycle(replayedTrace(states, model, short)) === undefined ? schedule : short;
}

/** Returns the thread with this failure. */
export function failingThread({ states, last }: Trace, failure: Failure): number | undefined {
  const key = failureKey(failure);
  for (const [thread, state] of last) {
    if (states.kind[state] === FAIL && failureKey(states.failure(state)) === key) return thread;
  }
  return undefined;
}

function upToLastStepOf(schedule: Schedule, handle: number): Schedule {
  return schedule.slice(0, schedule.findLastIndex(({ kind, thread }) => kind === 'run' && thread === handle) + 1);
}

/**
 * Returns the schedule that is easiest to follow: fewest delayed stores and old reads, then fewest switches, then
 * fewest steps.
 */
export function simplest(schedules: readonly Schedule[]): Schedule | undefined {
  let best: Schedule | undefined;
  let bestEffort = [Infinity, Infinity, Infinity];
  for (const schedule of schedules) {
    const effort = effortOf(schedule);
    const differs = effort.findIndex((each, i) => each !== bestEffort[i]);
    if (differs < 0 || effort[differs]! > bestEffort[differs]!) continue;
    best = schedule;
    bestEffort = effort;
  }
  return best;
}

function effortOf(schedule: Schedule): number[] {
  let delayed = 0;
  let switches = 0;
  schedule.forEach((step, i) => {
    const before = schedule[i - 1];
    if (before !== undefined && before.thread !== step.thread) switches++;
    if (step.kind === 'commit' && (before?.kind !== 'run' || before.thread !== step.thread)) delayed++;
    if (step.kind === 'run' && step.choice !== 0) delayed++;
  });
  return [delayed, switches, schedule.length];
}
