import type { ErrorCode } from '@fencepost/core';
import type { CheckReport, Report } from '../values/report.js';

/** How the user wants outcomes to be judged. */
export interface OutcomeOptions {
  /** Whether to accept SC violations that cause no failure. */
  readonly allowRelaxed?: boolean;
}

/** Whether nothing was found, but not everything was decided. */
export function isInconclusive({ verdict, robust }: CheckReport): boolean {
  return verdict === 'unknown' || (verdict === 'safe' && robust === null);
}

export function isFound(check: CheckReport, options: OutcomeOptions): boolean {
  return check.verdict === 'failing' || (check.robust === false && !isRelaxedAccepted(check, options));
}

/** Whether the check or the user accepts SC violations that cause no failure. */
export function isRelaxedAccepted(
  { allowsRelaxed = false }: CheckReport,
  { allowRelaxed = false }: OutcomeOptions,
): boolean {
  return allowsRelaxed || allowRelaxed;
}

const LIMITS: readonly ErrorCode[] = ['TIME_LIMIT', 'MEMORY_LIMIT'];

/** Whether a program was not checked because a limit was exceeded: it is undecided, not wrong. */
export function isLimit({ code }: { readonly code: ErrorCode }): boolean {
  return LIMITS.includes(code);
}

/** Returns the exit code for this report: 0 no findings, 1 findings, 2 wrong input, 3 not decided. */
export function exitCodeOf(
  { checks, errors = [] }: Pick<Report, 'checks' | 'errors'>,
  options: OutcomeOptions = {},
): 0 | 1 | 2 | 3 {
  if (errors.length > 0) return 2;
  if (checks.some((check) => isFound(check, options))) return 1;
  return checks.some(isInconclusive) ? 3 : 0;
}
