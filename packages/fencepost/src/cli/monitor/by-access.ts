import type { DeparturePair, RacePair } from '@fencepost/recording';

// An access that a compiler inlines or duplicates has several sites, but appears once in the report. The merged access
// is certain if any of its sites is.

/** Merges pairs of the same accesses, separately for each model. */
export function pairsByAccess(pairs: readonly DeparturePair[], accessOf: (site: number) => string): DeparturePair[] {
  return merged(
    pairs,
    ({ model, site, writeSite }) => `${model}\0${accessOf(site)}\0${accessOf(writeSite)}`,
    (one, other) => ({
      ...(one.isExcused === true ? other : one),
      isRetried: one.isRetried === true && other.isRetried === true,
      count: one.count + other.count,
      threads: new Set([...one.threads, ...other.threads]),
      writers: new Set([...one.writers, ...other.writers]),
    }),
  );
}

/** Merges races of the same accesses, regardless of which access came first. */
export function racesByAccess(races: readonly RacePair[], accessOf: (site: number) => string): RacePair[] {
  return merged(
    races,
    ({ site, otherSite, isAfterFree }) => `${isAfterFree ?? false}${raceKeyOf(site, otherSite, accessOf)}`,
    (one, other) => ({
      ...(one.isExcused === true ? other : one),
      count: one.count + other.count,
    }),
  );
}

/** Returns a key for the accesses of a race, whichever came first. */
export function raceKeyOf(site: number, otherSite: number, accessOf: (site: number) => string): string {
  return [accessOf(site), accessOf(otherSite)].toSorted().join('\0');
}

function merged<T>(all: readonly T[], key: (each: T) => string, merge: (one: T, other: T) => T): T[] {
  const found = new Map<string, T>();
  for (const each of all) {
    const known = found.get(key(each));
    found.set(key(each), known === undefined ? each : merge(known, each));
  }
  return [...found.values()];
}
