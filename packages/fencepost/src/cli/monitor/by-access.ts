import type { DeparturePair, RacePair } from '@fencepost/recording';

// An access that a compiler inlines or repeats in several places is several sites, and one in the report. Of several, one is
// certain if any is.

/** Pairs of the same accesses as one, model by model. */
export function pairsByAccess(pairs: readonly DeparturePair[], accessOf: (site: number) => string): DeparturePair[] {
  return merged(
    pairs,
    ({ model, site, writeSite }) => `${model}\0${accessOf(site)}\0${accessOf(writeSite)}`,
    (one, other) => ({
      ...(one.isExcused === true ? other : one),
      count: one.count + other.count,
      threads: new Set([...one.threads, ...other.threads]),
      writers: new Set([...one.writers, ...other.writers]),
    }),
  );
}

/** Races of the same accesses as one, whichever came first. */
export function racesByAccess(races: readonly RacePair[], accessOf: (site: number) => string): RacePair[] {
  const key = ({ site, otherSite }: RacePair): string => [accessOf(site), accessOf(otherSite)].toSorted().join('\0');
  return merged(races, key, (one, other) => ({
    ...(one.isExcused === true ? other : one),
    count: one.count + other.count,
  }));
}

function merged<T>(all: readonly T[], key: (each: T) => string, merge: (one: T, other: T) => T): T[] {
  const found = new Map<string, T>();
  for (const each of all) {
    const known = found.get(key(each));
    found.set(key(each), known === undefined ? each : merge(known, each));
  }
  return [...found.values()];
}
