import type { Goal } from '@fencepost/check';
import type { ModelName } from '@fencepost/core';
import { REFERENCE_MODEL, isWrittenIn } from '@fencepost/core';
import type { CheckReport } from '@fencepost/report';

/** Languages that are repaired: others are not worth the attempt. */
const REPAIRED = ['C', 'C++', 'JavaScript', 'TypeScript', 'litmus'] as const;

/** What a repair has to hold for. */
export interface WantedRepair {
  readonly models: readonly ModelName[];
  readonly goal: Goal;
}

/** What a repair of a program would have to do after these checks; undefined: nothing, or no fence or order can. */
export function wantedRepair(
  source: string,
  checks: readonly CheckReport[],
  allowRelaxed: boolean,
): WantedRepair | undefined {
  const isFailing = checks.some(({ verdict }) => verdict === 'failing');
  const isBad = ({ verdict, robust, allowsRelaxed = allowRelaxed }: CheckReport): boolean =>
    isFailing ? verdict === 'failing' : robust === false && !allowsRelaxed;
  const bad = checks.filter(isBad);
  // What is missing for a data race of an SC execution may be an order, or an update that is atomic.
  const hasRace = bad.some(({ failures }) => failures.some(({ kind }) => kind === 'data race'));
  const failsAnyway =
    !hasRace &&
    bad.some(({ model, failures }) => model === REFERENCE_MODEL || failures.some(({ underSc }) => underSc === true));
  if (bad.length === 0 || failsAnyway || !isWrittenIn(source, REPAIRED)) return undefined;
  return { models: [...new Set(bad.map(({ model }) => model))], goal: isFailing ? 'safe' : 'robust' };
}
