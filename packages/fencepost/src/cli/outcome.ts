import type { CheckReport } from '@fencepost/report';
import { isFound, isInconclusive } from '@fencepost/report';
import type { CheckRequest } from './check-request.js';
import { FOUND, INCONCLUSIVE, OK } from './exit-codes.js';
import type { LoadedProgram } from './programs.js';

/** What the checks of one program come to; it may accept departures from SC for itself. */
export function exitCodeFor(
  checks: readonly CheckReport[],
  { settings }: Pick<LoadedProgram, 'settings'>,
  request: Pick<CheckRequest, 'allowRelaxed'>,
): number {
  const allowRelaxed = request.allowRelaxed || settings?.allowRelaxed === true;
  if (checks.some((check) => isFound(check, { allowRelaxed }))) return FOUND;
  return checks.some(isInconclusive) ? INCONCLUSIVE : OK;
}

/** Something found counts more than something not decided. */
export function worstOf(codes: readonly number[]): number {
  return [FOUND, INCONCLUSIVE].find((code) => codes.includes(code)) ?? OK;
}
