import type { ModelName, Site } from '@fencepost/core';
import { formatSite } from '@fencepost/core';
import { showReported } from '@fencepost/check';
import type { DeparturePair, Explanation, MonitoredEvents, RacePair, RecordedRun } from '@fencepost/recording';
import { explain, monitorEvents } from '@fencepost/recording';
import type { ViolationReport } from '@fencepost/report';
import type { Accepted } from './accepted.js';
import type { Baseline } from './baseline.js';
import { pairsByAccess, racesByAccess } from './by-access.js';

/** Maximum number of pairs shown with an execution. */
const MOST_SHOWN = 20;

/** Two lines whose operations a model could execute in the other order. */
export interface FoundPair {
  readonly operation: string;
  readonly write: string;
  /** How often it occurred, in which threads (those of the operation first), and where it occurred first. */
  readonly count: number;
  readonly threads: readonly string[];
  readonly writers: readonly string[];
  readonly place: string;
}

/** The findings in a recording for one model, as `--format json` prints them. */
export interface MonitoredRun {
  readonly source: string;
  readonly model: ModelName;
  readonly operations: number;
  readonly threads: number;
  readonly violations: readonly (ViolationReport & FoundPair)[];
  /** Further pairs, without an execution. */
  readonly others: readonly FoundPair[];
  readonly races: readonly FoundRace[];
  /** Findings that unrecorded synchronisation may explain. */
  readonly excused: { readonly pairs: readonly FoundPair[]; readonly races: readonly FoundRace[] };
  /** Number of pairs and races that the baseline has. */
  readonly known: number;
  /** Number of further pairs and races at places that the user accepts. */
  readonly accepted: number;
  /** Number of operations that were not examined as far back as necessary. */
  readonly undecided: number;
  /** Whether the whole recording was examined, rather than stopped by the time limit. */
  readonly isComplete: boolean;
  readonly notes: readonly string[];
}

/** Two lines that race. */
export interface FoundRace {
  readonly first: string;
  readonly second: string;
  readonly count: number;
  readonly threads: readonly string[];
  readonly place: string;
}

/** Findings that are counted, but not reported. */
export interface Omitted {
  readonly baseline: Baseline;
  readonly accepted: Accepted;
}

/** `isOver`: returns whether the time is up. */
export function monitorRun(
  source: string,
  run: RecordedRun,
  models: readonly ModelName[],
  { baseline, accepted }: Omitted,
  isOver?: () => boolean,
): MonitoredRun[] {
  const found = monitorEvents(run, models, isOver);
  const accessOf = (site: number): string => accessAt(site, run);
  const allPairs = pairsByAccess(found.departures, accessOf);
  const allRaces = racesByAccess(found.races, accessOf);
  const newPairs = allPairs.filter((pair) => !baseline.hasPair(pair.model, describe(pair, run)));
  const newRaces = allRaces.filter((race) => !baseline.hasRace(describeRace(race, run)));
  const isAccepted = (...sites: readonly number[]): boolean => sites.some((site) => accepted.has(run.siteOf(site)));
  const pairs = newPairs.filter(({ site, writeSite }) => !isAccepted(site, writeSite));
  const races = newRaces.filter(({ site, otherSite }) => !isAccepted(site, otherSite));
  const certain = pairs.filter(({ isExcused }) => isExcused !== true);
  // Explained together: each call takes two passes over the recording.
  const explanations = found.isComplete
    ? explain(
        run,
        models.flatMap((model) => certain.filter((pair) => pair.model === model).slice(0, MOST_SHOWN)),
      )
    : [];
  return models.map((model) => {
    const own = pairs.filter((pair) => pair.model === model);
    const shown = explanations.filter(({ pair }) => pair.model === model);
    const count = (all: readonly DeparturePair[]): number => all.filter((pair) => pair.model === model).length;
    return {
      ...monitoredUnder(model, source, run, { ...found, departures: own, races }, shown),
      known: count(allPairs) - count(newPairs) + allRaces.length - newRaces.length,
      accepted: count(newPairs) - own.length + newRaces.length - races.length,
    };
  });
}

function monitoredUnder(
  model: ModelName,
  source: string,
  run: RecordedRun,
  { operations, threads, departures, races, undecided, isComplete }: MonitoredEvents,
  shown: readonly Explanation[],
): Omit<MonitoredRun, 'known' | 'accepted'> {
  const explained = new Set(shown.map(({ pair }) => pair));
  const isCertain = ({ isExcused }: { readonly isExcused?: boolean }): boolean => isExcused !== true;
  const isUncertain = ({ isExcused }: { readonly isExcused?: boolean }): boolean => isExcused === true;
  return {
    ...{ source, model, operations, threads, undecided, isComplete },
    violations: shown.map(({ pair, states, schedule, label, writeLabel }) => ({
      ...showReported(states, model, schedule, { label, writeLabel }),
      ...describe(pair, run),
    })),
    others: departures.filter((pair) => isCertain(pair) && !explained.has(pair)).map((pair) => describe(pair, run)),
    races: races.filter(isCertain).map((race) => describeRace(race, run)),
    excused: {
      pairs: departures.filter(isUncertain).map((pair) => describe(pair, run)),
      races: races.filter(isUncertain).map((race) => describeRace(race, run)),
    },
    notes: run.notes ?? [],
  };
}

function describe({ site, writeSite, count, threads, writers, first }: DeparturePair, run: RecordedRun): FoundPair {
  const names = (all: ReadonlySet<number>): string[] => [...all].map((thread) => run.threadName(thread));
  const [operation, write] = placesOf(site, writeSite, run);
  return {
    ...{ operation, write, count },
    threads: names(threads),
    writers: names(writers),
    place: run.placeName(first.place),
  };
}

function describeRace({ site, otherSite, count, thread, otherThread, place }: RacePair, run: RecordedRun): FoundRace {
  const [first, second] = placesOf(site, otherSite, run);
  return {
    ...{ first, second, count },
    threads: [run.threadName(thread), run.threadName(otherThread)],
    place: run.placeName(place),
  };
}

/**
 * Returns the position of an access, with its column if known: a line may have several accesses, and a header may be
 * included in several places.
 */
function accessAt(site: number, run: RecordedRun): string {
  const known = run.siteOf(site);
  if (known === undefined) return `site ${site}`;
  return [known, ...(known.callers ?? [])].map(({ file, line, column = 0 }) => `${file}:${line}:${column}`).join(' ');
}

/** Returns the two lines, with columns if the lines are the same. */
function placesOf(site: number, other: number, run: RecordedRun): readonly [string, string] {
  const lines = [placeOf(site, run, lineOf), placeOf(other, run, lineOf)] as const;
  if (lines[0] !== lines[1]) return lines;
  return [placeOf(site, run, formatSite), placeOf(other, run, formatSite)];
}

/** Returns a place such as `ring.h:12 (from main.c:40)`. */
function placeOf(site: number, run: RecordedRun, shown: (place: Site) => string): string {
  const known = run.siteOf(site);
  if (known === undefined) return `site ${site}`;
  const { callers = [] } = known;
  return `${shown(known)}${callers.length === 0 ? '' : ` (from ${callers.map(lineOf).join(', ')})`}`;
}

function lineOf({ file, line }: Site): string {
  return `${file}:${line}`;
}
