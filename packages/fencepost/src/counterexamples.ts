import type { Failure, LocalStates, ModelName, Schedule } from '@fencepost/core';
import type { Counterexample, LabelPair, ViolationReport } from '@fencepost/report';
import { tellCounterexample } from '@fencepost/report';
import { shortenFailure, shortenViolation, simplest } from './shorten.js';

/** The simplest of these executions that fail so, made short and told; null without any. */
export function showFailure(
  states: LocalStates,
  model: ModelName,
  failure: Failure,
  schedules: readonly Schedule[],
): Counterexample | null {
  const short = simplest(schedules.map((schedule) => shortenFailure(states, model, schedule, failure)));
  return short === undefined ? null : tellCounterexample(states, model, short);
}

/** The same of executions that are not SC. */
export function showViolation(
  states: LocalStates,
  model: ModelName,
  executions: number | null,
  schedules: readonly Schedule[],
): ViolationReport {
  const short = simplest(schedules.map((schedule) => shortenViolation(states, model, schedule)));
  if (short === undefined) throw new Error('an execution that is not SC cannot be found again');
  return reportViolation(states, executions, tellCounterexample(states, model, short));
}

/** A violation that a monitor reported, with the execution that it gave. */
export function showReported(
  states: LocalStates,
  model: ModelName,
  schedule: Schedule,
  pair: LabelPair,
): ViolationReport {
  return reportViolation(states, null, tellCounterexample(states, model, schedule, pair));
}

function reportViolation(
  states: LocalStates,
  executions: number | null,
  counterexample: Counterexample,
): ViolationReport {
  const { cycle, story } = counterexample;
  const last = cycle.at(-1);
  if (last === undefined) throw new Error('the schedule of a violation does not show it');
  const labelOf = (step: number): string => story.steps[step]!.label;
  return { operation: labelOf(last.from), write: labelOf(last.to), executions, counterexample };
}
