import type { CheckedModel, ProgramCheck } from '../program-check.js';

/** Where a failure of JavaScript under a model can be met. Machines have other names than models. */
const MEANING: Readonly<Record<CheckedModel, string>> = {
  sc: 'what fails under SC can fail on every machine: no access is reordered',
  tso: 'what fails under TSO can fail on x64 (Intel, AMD): a store that is no Atomics operation may be seen late by other threads',
  pso:
    'what fails under PSO can fail on machines like arm64: stores that are no Atomics operations may be seen in another ' +
    'order. PSO covers neither loads that are reordered nor what a compiler may do',
};

/** By model. What fails under TSO fails under PSO for the same reason: it is said once. */
export function whatFailuresMean(checks: readonly ProgramCheck[]): Partial<Record<CheckedModel, string[]>> {
  const fails = (model: CheckedModel): boolean =>
    checks.some(
      (each) => each.model === model && (model === 'sc' ? each.verdict === 'failing' : each.harmful === true),
    );
  const told = (['sc', 'tso', 'pso'] as const).filter((model) => fails(model) && !(model === 'pso' && fails('tso')));
  return Object.fromEntries(told.map((model) => [model, [MEANING[model]]]));
}
