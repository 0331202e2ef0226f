import type { CheckReport, Report } from '../values/report.js';

/** How the user wants outcomes to be judged. */
export interface OutcomeOptions {
  /** Accept SC violations that no check fails on. */
  readonly allowRelaxed?: boolean;
}

/** Nothing was found, but not everything was decided. */
export function isInconclusive({ verdict, robust }: CheckReport): boolean {
  return verdict === 'unknown' || (verdict === 'safe' && robust === null);
}

export function isFound(check: CheckReport, options: OutcomeOptions): boolean {
  return check.verdict === 'failing' || (check.robust === false && !isRelaxedAccepted(check, options));
}

/** Either the check or the user accepts SC violations that no check fails on. */
export function isRelaxedAccepted(
  { allowsRelaxed = false }: CheckReport,
  { allowRelaxed = false }: OutcomeOptions,
): boolean {
  return allowsRelaxed || allowRelaxed;
}

/** The exit code of a command that ends with this report: 0 fine, 1 something was found, 2 wrong input, 3 not decided. */
export function exitCodeOf(
  { checks, errors = [] }: Pick<Report, 'checks' | 'errors'>,
  options: OutcomeOptions = {},
): 0 | 1 | 2 | 3 {
  if (errors.length > 0) return 2;
  if (checks.some((check) => isFound(check, options))) return 1;
  return checks.some(isInconclusive) ? 3 : 0;
}
