import { REFERENCE_MODEL, modelTitle } from '@fencepost/core';
import type { CheckReport, Incomplete } from '../values/report.js';
import { isComparedWithSc } from './failure-words.js';
import { NOT_STARTED, STOPPED_BY } from './incomplete-text.js';
import type { Tone } from './style.js';

// The words for verdicts in all formats.

/** Returns the name of the model as in sentences: `TSO`. */
export function modelName({ model }: Pick<CheckReport, 'model'>): string {
  return modelTitle(model);
}

/** Whether a failure of a weaker model also happens under SC, as in a sentence. */
export function underScInWords(underSc: boolean | null): string {
  if (underSc === null) return 'perhaps also under SC';
  return underSc ? 'also under SC' : 'not under SC';
}

/** Returns the verdict in words; `checks` are all checks of the program. */
export function verdictText(check: CheckReport, checks: readonly CheckReport[]): string {
  const { verdict, robust, model, incomplete } = check;
  const departs = robust === false ? ', not robust' : '';
  switch (verdict) {
    case 'failing':
      return failingText(check, checks);
    case 'unknown':
      return foundElsewhere(check, checks) ?? `undecided${departs}: ${reasonText(incomplete)}`;
    case 'safe':
      if (model === REFERENCE_MODEL) return 'safe';
      if (robust === null) return 'safe, robustness undecided';
      return robust ? 'safe and robust' : 'safe, not robust';
  }
}

function reasonText(incomplete: Incomplete | null): string {
  if (incomplete === null) return 'not explored';
  return incomplete.covered === NOT_STARTED ? NOT_STARTED : STOPPED_BY[incomplete.stoppedBy];
}

/** Returns the verdict for SC if a search under another model found its failure first. */
function foundElsewhere({ model }: CheckReport, checks: readonly CheckReport[]): string | undefined {
  if (model !== REFERENCE_MODEL) return undefined;
  const other = checks.find(({ failures }) =>
    failures.some((failure) => isComparedWithSc(failure) && failure.underSc === true),
  );
  return other && `fails, as found under ${modelName(other)}`;
}

function failingText(check: CheckReport, checks: readonly CheckReport[]): string {
  if (check.model === REFERENCE_MODEL) return 'fails';
  const sc = checks.find(({ model }) => model === REFERENCE_MODEL);
  const isToldOfSc = sc?.verdict === 'failing';
  const failures = isToldOfSc ? check.failures : check.failures.filter(isComparedWithSc);
  if (failures.length === 0) return 'fails: a data race';
  const has = (underSc: boolean | null): boolean => failures.some((failure) => failure.underSc === underSc);
  if (has(false)) {
    return has(true) ? `fails, also under SC, and in other ways` : `fails, ${underScInWords(false)}`;
  }
  return `fails, ${underScInWords(has(null) ? null : true)}${check.robust === false ? '; not robust' : ''}`;
}

/** The mark before a verdict. It carries the meaning of its colour, too. */
export function verdictMark({ verdict, robust }: Pick<CheckReport, 'verdict' | 'robust'>): string {
  if (verdict === 'failing') return '✗';
  if (verdict === 'unknown' || robust === null) return '?';
  return robust ? '✓' : '!';
}

export function verdictTone({ verdict, robust }: Pick<CheckReport, 'verdict' | 'robust'>): Tone {
  if (verdict === 'failing') return 'error';
  return verdict === 'unknown' || robust !== true ? 'warning' : 'safe';
}
