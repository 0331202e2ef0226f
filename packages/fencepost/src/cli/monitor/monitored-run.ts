import type { ModelName } from '@fencepost/core';
import { showReported } from '@fencepost/check';
import type { DeparturePair, Explanation, MonitoredEvents, RacePair, RecordedRun } from '@fencepost/recording';
import { explain, monitorEvents, retriedPairs } from '@fencepost/recording';
import type { ViolationReport } from '@fencepost/report';
import type { Accepted } from './accepted.js';
import type { Baseline } from './baseline.js';
import { pairsByAccess, raceKeyOf, racesByAccess } from './by-access.js';
import { accessAt, placeOf, placesOf } from './places.js';
import type { PredictedFindings } from './predicted-findings.js';
import { NOTHING_PREDICTED, predictedFindings } from './predicted-findings.js';

/** Maximum number of pairs shown with an execution. */
const MOST_SHOWN = 20;

/** Two lines whose operations a model could execute in the other order. */
export interface FoundPair {
  readonly operation: string;
  readonly write: string;
  /** How often it occurred, in which threads (those of the operation first), and where it occurred first. */
  readonly count: number;
  /** How often it was to be expected by the baseline, which has it, but far more rarely. */
  readonly expected?: number;
  readonly threads: readonly string[];
  readonly writers: readonly string[];
  readonly place: string;
  /** Whether the operation would only be tried again: a waiting loop, or a compare-and-swap that fails. */
  readonly isRetried?: true;
}

/** A dependency by which ARMv8 keeps the order, provided that the compiler keeps it: probable, from recorded values. */
export interface PerhapsKept {
  readonly dependency?: { readonly kind: 'address' | 'data'; readonly load: string };
}

/** The findings in a recording for one model, as `--format json` prints them. */
export interface MonitoredRun {
  readonly source: string;
  readonly model: ModelName;
  readonly operations: number;
  readonly threads: number;
  readonly violations: readonly (ViolationReport & FoundPair & PerhapsKept)[];
  /** Further pairs, without an execution. */
  readonly others: readonly FoundPair[];
  readonly races: readonly FoundRace[];
  /** Findings that unrecorded synchronisation may explain. */
  readonly excused: { readonly pairs: readonly FoundPair[]; readonly races: readonly FoundRace[] };
  /** What happens in other orders, with `--predict`. */
  readonly predicted?: PredictedFindings;
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

/** A pair that was compared with the baseline. */
type ComparedPair = DeparturePair & Pick<FoundPair, 'expected'>;

/** Two lines that race. */
export interface FoundRace {
  readonly first: string;
  readonly second: string;
  readonly count: number;
  readonly threads: readonly string[];
  readonly place: string;
  /** Whether the second one uses memory that the first one has freed. */
  readonly isAfterFree?: true;
}

/** Findings that are counted, but not reported; and whether others are predicted. */
export interface Omitted {
  readonly predicts: boolean;
  readonly baseline: Baseline;
  readonly accepted: Accepted;
}

/** `isOver`: returns whether the time is up. */
export function monitorRun(
  source: string,
  run: RecordedRun,
  models: readonly ModelName[],
  { baseline, accepted, predicts }: Omitted,
  isOver?: () => boolean,
): MonitoredRun[] {
  const found = monitorEvents(run, models, isOver, predicts);
  const accessOf = (site: number): string => accessAt(site, run);
  const retried = found.isComplete ? retriedPairs(run, found.departures) : undefined;
  const departures = found.departures.map((pair) => ({ ...pair, isRetried: retried?.has(pair) === true }));
  const allPairs = pairsByAccess(departures, accessOf).map((pair): ComparedPair => {
    const expected = baseline.expectedIfFrequent(pair.model, describe(pair, run), found.operations);
    return expected === undefined ? pair : { ...pair, expected };
  });
  const allRaces = racesByAccess(found.races, accessOf);
  const newPairs = allPairs.filter(
    (pair) => pair.expected !== undefined || !baseline.hasPair(pair.model, describe(pair, run)),
  );
  const newRaces = allRaces.filter((race) => !baseline.hasRace(describeRace(race, run)));
  const isAccepted = (...sites: readonly number[]): boolean => sites.some((site) => accepted.has(run.siteOf(site)));
  const observed = new Set(allRaces.map(({ site, otherSite }) => raceKeyOf(site, otherSite, accessOf)));
  const { isComplete } = found;
  const isObserved = (accesses: string): boolean => observed.has(accesses);
  const predicted =
    found.predicted === undefined
      ? NOTHING_PREDICTED
      : predictedFindings(run, found.predicted, { baseline, isAccepted, isObserved, isComplete });
  const pairs = newPairs.filter(({ site, writeSite }) => !isAccepted(site, writeSite));
  const races = newRaces.filter(({ site, otherSite }) => !isAccepted(site, otherSite));
  const certain = pairs.filter(({ isExcused }) => isExcused !== true);
  // Explained together: each call takes two passes over the recording.
  const explanations = found.isComplete
    ? explain(
        run,
        models.flatMap((model) =>
          certain.filter((pair) => pair.model === model && pair.isRetried !== true).slice(0, MOST_SHOWN),
        ),
      )
    : [];
  return models.map((model) => {
    const own = pairs.filter((pair) => pair.model === model);
    const shown = explanations.filter(({ pair }) => pair.model === model);
    const count = (all: readonly DeparturePair[]): number => all.filter((pair) => pair.model === model).length;
    return {
      ...monitoredUnder(model, source, run, { ...found, departures: own, races }, shown),
      ...(predicts ? { predicted } : {}),
      known: count(allPairs) - count(newPairs) + allRaces.length - newRaces.length + predicted.known,
      accepted: count(newPairs) - own.length + newRaces.length - races.length + predicted.accepted,
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
    violations: shown.map(({ pair, states, schedule, label, writeLabel, dependency }) => ({
      ...showReported(states, model, schedule, { label, writeLabel }),
      ...describe(pair, run),
      ...(dependency === undefined
        ? {}
        : { dependency: { kind: dependency.kind, load: placeOf(dependency.site, run) } }),
    })),
    others: departures
      .filter((pair) => isCertain(pair) && !explained.has(pair))
      .toSorted((a, b) => Number(a.isRetried === true) - Number(b.isRetried === true))
      .map((pair) => describe(pair, run)),
    races: races.filter(isCertain).map((race) => describeRace(race, run)),
    excused: {
      pairs: departures.filter(isUncertain).map((pair) => describe(pair, run)),
      races: races.filter(isUncertain).map((race) => describeRace(race, run)),
    },
    notes: run.notes ?? [],
  };
}

function describe(
  { site, writeSite, count, expected, threads, writers, first, isRetried }: ComparedPair,
  run: RecordedRun,
): FoundPair {
  const names = (all: ReadonlySet<number>): string[] => [...all].map((thread) => run.threadName(thread));
  const [operation, write] = placesOf(site, writeSite, run);
  return {
    ...{ operation, write, count },
    ...(expected !== undefined && { expected }),
    threads: names(threads),
    writers: names(writers),
    place: run.placeName(first.place),
    ...(isRetried === true && { isRetried }),
  };
}

function describeRace(race: RacePair, run: RecordedRun): FoundRace {
  const { site, otherSite, count, thread, otherThread, place, isAfterFree } = race;
  const [first, second] = placesOf(site, otherSite, run);
  return {
    ...{ first, second, count },
    threads: [run.threadName(thread), run.threadName(otherThread)],
    place: run.placeName(place),
    ...(isAfterFree === undefined ? {} : { isAfterFree }),
  };
}
