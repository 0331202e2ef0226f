import type { CountedFailure, LocalStates, ModelName } from '@fencepost/core';
import { unknownDaemons } from '@fencepost/core';
import type { CheckReport, FailureReport } from '@fencepost/report';
import { failuresBefore } from '@fencepost/report';

export const CHECK_METHODS = ['graph', 'monitor'] as const;
export type { CheckMethod } from '@fencepost/report';

/** What was established about a program under a model. */
export interface ProgramCheck extends Omit<CheckReport, 'source' | 'program' | 'replay' | 'allowsRelaxed'> {
  readonly model: ModelName;
}

/** How far the search under a model is, and what was found to fail by then; as plain data. */
export interface Standing extends Pick<ProgramCheck, 'model' | 'executions' | 'blocked' | 'events'> {
  readonly failures: readonly CountedFailure[];
}

/** A search in which no execution came to an end has shown nothing, unless it was assumed that there is none. */
export function asFarAsShown(states: LocalStates, check: ProgramCheck, assumed: number): ProgramCheck {
  // A bound that was hit says more about why there is none.
  if (check.verdict !== 'safe' || check.executions > 0 || states.limits().length > 0) return check;
  if (assumed > 0) return { ...check, notes: [...check.notes, ALL_ASSUMED] };
  return {
    ...check,
    verdict: 'unknown',
    robust: check.robust === false ? false : null,
    harmful: null,
    incomplete: { stoppedBy: 'no end', covered: 'no execution came to an end', estimate: null },
  };
}

const ALL_ASSUMED = 'an assumption cut off every execution: none came to an end';

/** Nobody should believe that a thread is taken for a daemon whose name is misspelt. */
export function notesOnDaemons(states: LocalStates): string[] {
  return unknownDaemons(states).map((name) => `there is no thread '${name}', which is listed as a daemon`);
}

/** Is any of the failures one of the model alone? Failures that SC may or may not have leave it open. */
export function isHarmful(failures: readonly Pick<FailureReport, 'underSc'>[], complete: boolean): boolean | null {
  if (failures.some(({ underSc }) => underSc === false)) return true;
  return complete && failures.every(({ underSc }) => underSc === true) ? false : null;
}

/**
 * Failures of the model alone come first. Of others, the first is one before which nobody has failed in the execution that
 * shows it: what happens after a failure may be its consequence.
 */
export function failuresInOrder<T extends FailureReport>(failures: readonly T[]): T[] {
  const rank = ({ underSc }: T): number => (underSc === true ? 1 : 0);
  const before = ({ counterexample, message }: T): number =>
    counterexample === null ? 0 : failuresBefore(counterexample.story, message);
  return failures.toSorted((a, b) => rank(a) - rank(b) || before(a) - before(b));
}
