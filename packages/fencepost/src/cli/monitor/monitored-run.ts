import type { ModelName } from '@fencepost/core';
import { showReported } from '@fencepost/check';
import type { DeparturePair, Explanation, MonitoredEvents, RacePair, RecordedRun } from '@fencepost/recording';
import { explain, monitorEvents } from '@fencepost/recording';
import type { ViolationReport } from '@fencepost/report';
import { pairsByLines, racesByLines } from './by-lines.js';

/** Pairs that are shown with an execution. */
const MOST_SHOWN = 20;

/** Two lines whose operations a model could execute in the other order. */
export interface FoundPair {
  readonly operation: string;
  readonly write: string;
  /** How often, by which threads (first those of the operation), and where first. */
  readonly count: number;
  readonly threads: readonly string[];
  readonly writers: readonly string[];
  readonly place: string;
}

/** What was found in a recording for one model, as `--format json` prints it. */
export interface MonitoredRun {
  readonly source: string;
  readonly model: ModelName;
  readonly operations: number;
  readonly threads: number;
  readonly violations: readonly (ViolationReport & FoundPair)[];
  /** Further pairs, without an execution. */
  readonly others: readonly FoundPair[];
  readonly races: readonly FoundRace[];
  /** Operations that were not examined as far back as necessary. */
  readonly undecided: number;
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

export function monitorRun(source: string, run: RecordedRun, models: readonly ModelName[]): MonitoredRun[] {
  const found = monitorEvents(run, models);
  const lineOf = (site: number): string => placeOf(site, run);
  const pairs = new Map(
    models.map((model) => [
      model,
      pairsByLines(
        found.departures.filter((pair) => pair.model === model),
        lineOf,
      ),
    ]),
  );
  const races = racesByLines(found.races, lineOf);
  // All at once: each explanation takes two passes over the recording.
  const explanations = explain(
    run,
    [...pairs.values()].flatMap((own) => own.slice(0, MOST_SHOWN)),
  );
  return models.map((model) => {
    const shown = explanations.filter(({ pair }) => pair.model === model);
    return monitoredUnder(model, source, run, { ...found, races }, pairs.get(model)!, shown);
  });
}

function monitoredUnder(
  model: ModelName,
  source: string,
  run: RecordedRun,
  found: MonitoredEvents,
  own: readonly DeparturePair[],
  shown: readonly Explanation[],
): MonitoredRun {
  const explained = new Set(shown.map(({ pair }) => pair));
  return {
    source,
    model,
    operations: found.events,
    threads: found.threads,
    violations: shown.map(({ pair, states, schedule, label, writeLabel }) => ({
      ...showReported(states, model, schedule, { label, writeLabel }),
      ...describe(pair, run),
    })),
    others: own.filter((pair) => !explained.has(pair)).map((pair) => describe(pair, run)),
    races: found.races.map((race) => describeRace(race, run)),
    undecided: found.undecided,
    notes: run.notes ?? [],
  };
}

function describe({ site, writeSite, count, threads, writers, first }: DeparturePair, run: RecordedRun): FoundPair {
  const names = (all: ReadonlySet<number>): string[] => [...all].map((thread) => run.threadName(thread));
  return {
    operation: placeOf(site, run),
    write: placeOf(writeSite, run),
    count,
    threads: names(threads),
    writers: names(writers),
    place: run.placeName(first.place),
  };
}

function describeRace({ site, otherSite, count, thread, otherThread, place }: RacePair, run: RecordedRun): FoundRace {
  return {
    first: placeOf(site, run),
    second: placeOf(otherSite, run),
    count,
    threads: [run.threadName(thread), run.threadName(otherThread)],
    place: run.placeName(place),
  };
}

function placeOf(site: number, run: RecordedRun): string {
  const known = run.siteOf(site);
  return known === undefined ? `site ${site}` : `${known.file}:${known.line}`;
}
