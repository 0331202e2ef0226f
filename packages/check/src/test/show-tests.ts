import type { Failure, LocalStates, ModelName, Schedule, Trace } from '@fencepost/core';
import { failureKey, linearise, prefixFor, replayedTrace } from '@fencepost/core';
import type { Cycle } from '@fencepost/explore';
import { accessesOf, hasCycle } from '@fencepost/explore';
import type { TestFailureReport } from '@fencepost/report';
import { failuresBefore } from '@fencepost/report';
import { printChecked } from '../explain/checked-schedule.js';
import { buildStory } from '../explain/build-story.js';
import { showFailure } from '../explain/counterexamples.js';
import { failingThread, shortenFailure } from '../explain/shorten.js';

/** A failure found by tests. */
export interface TestFailure {
  readonly failure: Failure;
  readonly executions: number;
  readonly firstExecution?: number;
  /** Whether it is known to occur under SC. */
  readonly sequential: boolean;
  readonly witnesses: readonly Schedule[];
}

/** Reports the failure with its simplest execution. If that is an SC execution, the failure also occurs under SC. */
export function reportFailure(states: LocalStates, model: ModelName, found: TestFailure): TestFailureReport {
  const { failure, executions, firstExecution, sequential, witnesses } = found;
  const ended = witnesses.map((schedule) => untilFailure(states, model, schedule, failure));
  const shown = showFailure(states, model, failure, ended);
  const isSequential = sequential || shown.counterexample?.cycle.length === 0;
  return {
    ...failure,
    ...shown,
    executions,
    underSc: isSequential ? true : null,
    ...(firstExecution !== undefined && { firstExecution }),
  };
}

/** Truncates a schedule after the failure. Steered executions continue after a thread has failed. */
function untilFailure(states: LocalStates, model: ModelName, schedule: Schedule, failure: Failure): Schedule {
  const thread = failingThread(replayedTrace(states, model, schedule), failure);
  if (thread === undefined) return schedule;
  const handle = states.threads.handles[thread]!;
  const last = schedule.findLastIndex((step) => step.kind === 'run' && step.thread === handle);
  return last < 0 ? schedule : schedule.slice(0, last + 1);
}

/** Returns an execution that has the cycle and the failure, shortened if that keeps both. */
export function shortenHarmful(
  states: LocalStates,
  model: ModelName,
  schedule: Schedule,
  cycle: Cycle,
  failure: Failure,
): Schedule {
  const short = shortenFailure(states, model, schedule, failure);
  return hasCycle(accessesOf(replayedTrace(states, model, short)), cycle) ? short : schedule;
}

/**
 * Returns an execution with the cycle that has only the operations that the cycle's accesses depend on. It is replayed;
 * if it lost the cycle, everything is kept.
 */
export function shortenCycle(states: LocalStates, model: ModelName, schedule: Schedule, cycle: Cycle): Schedule {
  const trace = replayedTrace(states, model, schedule);
  const short = linearise(prefixFor(trace, labelled(trace, cycle)), model, 'early');
  if (short === undefined || short.length > schedule.length) return schedule;
  return hasCycle(accessesOf(replayedTrace(states, model, short)), cycle) ? short : schedule;
}

function labelled({ states, events }: Trace, labels: Cycle): number[] {
  return events.flatMap(({ state }, event) => (labels.includes(states.label[state]!) ? [event] : []));
}

/** Returns a schedule as text, for `fencepost replay`. */
export function printWitness(states: LocalStates, model: ModelName, schedule: Schedule): string {
  return printChecked(buildStory(states, model, schedule), schedule);
}

/** Sorts failures: those not known under SC first, and among these the easiest to follow. */
export function testFailuresInOrder(failures: readonly TestFailureReport[]): TestFailureReport[] {
  const rank = ({ underSc }: TestFailureReport): number => (underSc === true ? 1 : 0);
  const length = ({ counterexample }: TestFailureReport): number =>
    counterexample?.story.steps.length ?? Number.MAX_SAFE_INTEGER;
  const before = ({ counterexample, message }: TestFailureReport): number =>
    counterexample === null ? 0 : failuresBefore(counterexample.story, message);
  return failures.toSorted((a, b) => rank(a) - rank(b) || before(a) - before(b) || length(a) - length(b));
}

/** Merges failures with the same key, and their executions. */
export function merged(failures: readonly TestFailure[]): TestFailure[] {
  const byKey = new Map<string, TestFailure>();
  for (const each of failures) {
    const key = failureKey(each.failure);
    const known = byKey.get(key);
    if (known === undefined) {
      byKey.set(key, each);
      continue;
    }
    byKey.set(key, {
      ...known,
      executions: known.executions + each.executions,
      sequential: known.sequential || each.sequential,
      witnesses: [...known.witnesses, ...each.witnesses],
    });
  }
  return [...byKey.values()];
}

export function scheduleOf(
  failures: readonly TestFailureReport[],
  cycles: readonly { readonly schedule: string | null }[],
): string | null {
  const shown = failures.find(({ counterexample }) => counterexample !== null);
  return shown?.counterexample?.schedule ?? cycles.find(({ schedule }) => schedule !== null)?.schedule ?? null;
}
