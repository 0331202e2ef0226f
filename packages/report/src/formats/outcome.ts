import type { CheckReport, Report } from '../values/report.js';

/** What whoever runs the command decided about the outcome. */
export interface OutcomeOptions {
  /** A departure from SC that no check fails on is accepted. */
  readonly allowRelaxed?: boolean;
}

/** Nothing was found, but not everything was decided. */
export function isInconclusive({ verdict, robust }: CheckReport): boolean {
  return verdict === 'unknown' || (verdict === 'safe' && robust === null);
}

export function isFound(check: CheckReport, options: OutcomeOptions): boolean {
  return check.verdict === 'failing' || (check.robust === false && !isRelaxedAccepted(check, options));
}

/** Either the check or whoever runs the command accepts departures from SC that nothing fails on. */
export function isRelaxedAccepted(
  { allowsRelaxed = false }: CheckReport,
  { allowRelaxed = false }: OutcomeOptions,
): boolean {
  return allowsRelaxed || allowRelaxed;
}

/** What a run of the command that ends with this report exits with: 0 fine, 1 something was found, 3 not decided. */
export function exitCodeOf({ checks }: Pick<Report, 'checks'>, options: OutcomeOptions = {}): 0 | 1 | 3 {
  if (checks.some((check) => isFound(check, options))) return 1;
  return checks.some(isInconclusive) ? 3 : 0;
}
