import type { Goal } from '@fencepost/check';
import type { ModelName } from '@fencepost/core';
import { REFERENCE_MODEL, isWrittenIn } from '@fencepost/core';
import type { CheckReport } from '@fencepost/report';

/** Languages in which repairs are searched for. */
const REPAIRED = ['C', 'C++', 'JavaScript', 'TypeScript', 'litmus'] as const;

/** The goal of a repair. */
export interface WantedRepair {
  readonly models: readonly ModelName[];
  readonly goal: Goal;
}

/**
 * Returns the goal of a repair of a program after these checks; undefined if none is needed, or no fence or order can
 * help.
 */
export function wantedRepair(
  source: string,
  checks: readonly CheckReport[],
  allowRelaxed: boolean,
): WantedRepair | undefined {
  const isFailing = checks.some(({ verdict }) => verdict === 'failing');
  const isBad = ({ verdict, robust, allowsRelaxed = allowRelaxed }: CheckReport): boolean =>
    isFailing ? verdict === 'failing' : robust === false && !allowsRelaxed;
  const bad = checks.filter(isBad);
  // A data race in an SC execution may be due to a missing order, or to an update that is not atomic.
  const hasRace = bad.some(({ failures }) => failures.some(({ kind }) => kind === 'data race'));
  const failsAnyway =
    !hasRace &&
    bad.some(({ model, failures }) => model === REFERENCE_MODEL || failures.some(({ underSc }) => underSc === true));
  if (bad.length === 0 || failsAnyway || !isWrittenIn(source, REPAIRED)) return undefined;
  return { models: [...new Set(bad.map(({ model }) => model))], goal: isFailing ? 'safe' : 'robust' };
}
