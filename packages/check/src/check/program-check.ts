import type { CountedFailure, LocalStates, ModelName } from '@fencepost/core';
import { unknownDaemons } from '@fencepost/core';
import type { CheckReport, FailureReport } from '@fencepost/report';
import { failuresBefore } from '@fencepost/report';

export type { CheckMethod } from '@fencepost/report';

/** The result of checking a program under a model. */
export interface ProgramCheck extends Omit<CheckReport, 'source' | 'program' | 'replay' | 'allowsRelaxed'> {
  readonly model: ModelName;
}

/** The progress of the search under a model, and its failures so far; as plain data. */
export interface Standing extends Pick<ProgramCheck, 'model' | 'executions' | 'blocked' | 'events' | 'scenarios'> {
  readonly failures: readonly CountedFailure[];
}

/** Makes the verdict `unknown` for a search without a finished execution, unless assumptions exclude all executions. */
export function asFarAsShown(states: LocalStates, check: ProgramCheck, assumed: number): ProgramCheck {
  // A bound that was hit is the better explanation for having no execution.
  if (
    check.verdict !== 'safe' ||
    check.executions > 0 ||
    check.jointStates !== undefined ||
    states.limits(check.model).length > 0
  )
    return check;
  if (assumed > 0) return { ...check, notes: [...check.notes, ALL_ASSUMED] };
  return {
    ...check,
    verdict: 'unknown',
    robust: check.robust === false ? false : null,
    harmful: null,
    incomplete: { stoppedBy: 'no end', covered: 'no execution finished', estimate: null },
  };
}

const ALL_ASSUMED = 'an assumption cut off every execution: none finished';

/** Reports names of daemons that match no thread, so that a misspelt name does not go unnoticed. */
export function notesOnDaemons(states: LocalStates): string[] {
  return unknownDaemons(states).map((name) => `the daemon '${name}' is not a thread of the program`);
}

/** Whether any failure is specific to the model. Null if failures are undecided under SC. */
export function isHarmful(failures: readonly Pick<FailureReport, 'underSc'>[], complete: boolean): boolean | null {
  if (failures.some(({ underSc }) => underSc === false)) return true;
  return complete && failures.every(({ underSc }) => underSc === true) ? false : null;
}

/**
 * Sorts failures specific to the model first. Among the others, those whose execution has no earlier failure come
 * first: anything after a failure may be its consequence.
 */
export function failuresInOrder<T extends FailureReport>(failures: readonly T[]): T[] {
  const rank = ({ underSc }: T): number => (underSc === true ? 1 : 0);
  const before = ({ counterexample, message }: T): number =>
    counterexample === null ? 0 : failuresBefore(counterexample.story, message);
  return failures.toSorted((a, b) => rank(a) - rank(b) || before(a) - before(b));
}
