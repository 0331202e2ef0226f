import type { DeparturePair, RacePair } from '@fencepost/recording';

// A line that a compiler inlines in several places is several sites, and one line in the report.

/** Pairs of the same lines as one. */
export function pairsByLines(pairs: readonly DeparturePair[], lineOf: (site: number) => string): DeparturePair[] {
  return merged(
    pairs,
    ({ site, writeSite }) => `${lineOf(site)}\0${lineOf(writeSite)}`,
    (one, other) => ({
      ...one,
      count: one.count + other.count,
      threads: new Set([...one.threads, ...other.threads]),
      writers: new Set([...one.writers, ...other.writers]),
    }),
  );
}

/** Races of the same lines as one, whichever came first. */
export function racesByLines(races: readonly RacePair[], lineOf: (site: number) => string): RacePair[] {
  const key = ({ site, otherSite }: RacePair): string => [lineOf(site), lineOf(otherSite)].toSorted().join('\0');
  return merged(races, key, (one, other) => ({ ...one, count: one.count + other.count }));
}

function merged<T>(all: readonly T[], key: (each: T) => string, merge: (one: T, other: T) => T): T[] {
  const found = new Map<string, T>();
  for (const each of all) {
    const known = found.get(key(each));
    found.set(key(each), known === undefined ? each : merge(known, each));
  }
  return [...found.values()];
}
