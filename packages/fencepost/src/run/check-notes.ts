import type { FailureReport } from '@fencepost/report';
import type { CheckedModel, ProgramCheck } from '@fencepost/check';

/** Where a failure of JavaScript under a model can be met. Machines have other names than models. */
const MEANING: Readonly<Record<CheckedModel, string>> = {
  sc: 'what fails under SC can fail on every machine: no access is reordered',
  tso: 'what fails under TSO can fail on x64 (Intel, AMD): a store that is no Atomics operation may be seen late by other threads',
  pso:
    'what fails under PSO can fail on machines like arm64: stores that are no Atomics operations may be seen in another ' +
    'order. PSO covers neither loads that are reordered nor what a compiler may do',
};

/** By model. What fails under TSO fails under PSO for the same reason, and a race is one under every model: it is said once. */
export function whatFailuresMean(checks: readonly ProgramCheck[]): Partial<Record<CheckedModel, string[]>> {
  const fails = (model: CheckedModel): boolean =>
    checks.some((each) => each.model === model && (model === 'sc' ? failsUnderSc(each) : each.harmful === true));
  const withRaces = checks.find(({ failures }) => failures.some(isRace));
  const notes = checks.map(({ model, failures }): [CheckedModel, string[]] => [
    model,
    [
      ...(fails(model) && !(model === 'pso' && fails('tso')) ? [MEANING[model]] : []),
      ...(withRaces?.model === model ? [meaningOfRaces(failures.filter(isRace).length)] : []),
    ],
  ]);
  return Object.fromEntries(notes.filter(([, texts]) => texts.length > 0));
}

/** A data race alone breaks nothing yet. */
function failsUnderSc({ failures }: ProgramCheck): boolean {
  return failures.some((failure) => !isRace(failure));
}

function isRace({ kind }: FailureReport): boolean {
  return kind === 'data race';
}

function meaningOfRaces(races: number): string {
  return races === 1
    ? 'a data race: ECMA-262 promises no order for these two lines'
    : 'data races: ECMA-262 promises no order for the two lines of each';
}
