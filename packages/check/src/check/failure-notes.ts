import type { ModelName } from '@fencepost/core';
import { REFERENCE_MODEL, modelNamed } from '@fencepost/core';
import type { FailureReport } from '@fencepost/report';
import type { ProgramCheck } from './program-check.js';

/**
 * Returns notes by model, for a program of ECMA-262. A failure under a model has the same cause under models that include it, and a race is a race
 * under every model, so each note appears once.
 */
export function whatFailuresMean(checks: readonly ProgramCheck[]): Record<string, string[]> {
  const fails = (name: ModelName): boolean =>
    checks.some(
      (each) => each.model === name && (name === REFERENCE_MODEL ? failsUnderSc(each) : each.harmful === true),
    );
  const withRaces = checks.find(({ failures }) => failures.some(isRace));
  const notes = checks.map(({ model: name, failures }): [ModelName, string[]] => {
    const { includes, failuresMean } = modelNamed(name);
    const meaning = fails(name) && !includes.some(fails) ? failuresMean?.['ECMA-262'] : undefined;
    return [
      name,
      [
        ...(meaning === undefined ? [] : [meaning]),
        ...(withRaces?.model === name ? [meaningOfRaces(failures.filter(isRace).length)] : []),
      ],
    ];
  });
  return Object.fromEntries(notes.filter(([, texts]) => texts.length > 0));
}

/** A data race alone is not a failure yet. */
function failsUnderSc({ failures }: ProgramCheck): boolean {
  return failures.some((failure) => !isRace(failure));
}

function isRace({ kind }: FailureReport): boolean {
  return kind === 'data race';
}

function meaningOfRaces(races: number): string {
  return races === 1
    ? 'a data race: ECMA-262 guarantees no order for these two lines'
    : 'data races: ECMA-262 guarantees no order for the two lines of each';
}
