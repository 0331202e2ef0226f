import type {
  Predicted,
  PredictedDeadlock,
  PredictedRace,
  Prediction,
  RecordedRun,
  Reordering,
  Shown,
} from '@fencepost/recording';
import { predictedRun, showPredictions } from '@fencepost/recording';
import type { Baseline } from './baseline.js';
import { raceKeyOf } from './by-access.js';
import { accessAt, placeOf, placesOf } from './places.js';

/** Maximum number of races, and of deadlocks, shown with an order. */
const MOST_SHOWN = 20;

/** How far a thread runs, in the order of the recording, before the events that are next. */
export interface ThreadPart {
  readonly thread: string;
  /** The place of its last event; undefined if that is unknown. */
  readonly to?: string;
}

/** Two lines that race in another order of the operations. */
export interface FoundPrediction {
  readonly threads: readonly string[];
  /** Undefined for the many: the others were not replayed. */
  readonly order?: readonly ThreadPart[];
}
export interface FoundPredictedRace extends FoundPrediction {
  readonly first: string;
  readonly second: string;
  readonly place: string;
}

/** Threads that wait for each other in another order: each for the lock that the next one holds. */
export interface FoundDeadlock extends FoundPrediction {
  readonly requests: readonly string[];
  readonly locks: readonly string[];
}

export interface PredictedFindings {
  readonly races: readonly FoundPredictedRace[];
  readonly deadlocks: readonly FoundDeadlock[];
  /** Number of findings that are in the baseline, and of those at accepted places. */
  readonly known: number;
  readonly accepted: number;
  readonly notes: readonly string[];
}

/** What decides which predictions are reported. */
export interface Reported {
  readonly baseline: Baseline;
  readonly isAccepted: (...sites: readonly number[]) => boolean;
  /** Whether a race of these accesses was observed. */
  readonly isObserved: (accesses: string) => boolean;
  /** Whether the recording may be read again. */
  readonly isComplete: boolean;
}

/** Describes what was predicted, with the order of the operations in which it happens. */
export function predictedFindings(run: RecordedRun, predicted: Predicted, reported: Reported): PredictedFindings {
  const { baseline, isAccepted, isComplete } = reported;
  const seen = predictedRun(run);
  const allRaces = newRaces(run, predicted.races, reported.isObserved);
  const allDeadlocks = predicted.deadlocks ?? [];
  const races = allRaces.filter((race) => !baseline.hasRace(raceOf(race, run)));
  const deadlocks = allDeadlocks.filter((deadlock) => !baseline.hasDeadlock(requestsOf(deadlock, run)));
  const shownRaces = races.filter(({ last }) => !isAccepted(...last.map(({ site }) => site)));
  const shownDeadlocks = deadlocks.filter(({ last }) => !isAccepted(...last.map(({ site }) => site)));
  const orders = isComplete
    ? showPredictions<Prediction>(seen, [...shownRaces.slice(0, MOST_SHOWN), ...shownDeadlocks.slice(0, MOST_SHOWN)])
    : [];
  return {
    races: shownRaces.map((race) => ({
      ...raceOf(race, run),
      place: seen.placeName(race.place),
      ...common(race, run, orders),
    })),
    deadlocks: shownDeadlocks.map((deadlock) => ({
      requests: requestsOf(deadlock, run),
      locks: deadlock.places.map((place) => seen.placeName(place)),
      ...common(deadlock, run, orders),
    })),
    known: allRaces.length - races.length + allDeadlocks.length - deadlocks.length,
    accepted: races.length - shownRaces.length + deadlocks.length - shownDeadlocks.length,
    notes: notesOf(predicted),
  };
}

/** Says why nothing was predicted, though it was asked for. */
export const NOTHING_PREDICTED: PredictedFindings = {
  ...{ races: [], deadlocks: [], known: 0, accepted: 0 },
  notes: ['nothing can be predicted: threads may have synchronised without hooks anywhere'],
};

/** Returns one race for each pair of accesses that was not observed to race. */
function newRaces(
  run: RecordedRun,
  races: readonly PredictedRace[],
  isObserved: (accesses: string) => boolean,
): readonly PredictedRace[] {
  const found = new Map<string, PredictedRace>();
  for (const race of races) {
    const key = raceKeyOf(race.last[0]!.site, race.last[1]!.site, (site) => accessAt(site, run));
    if (!found.has(key) && !isObserved(key)) found.set(key, race);
  }
  return [...found.values()];
}

function notesOf({ deadlocks, isIncomplete }: Predicted): string[] {
  return [
    ...(deadlocks === undefined
      ? ['deadlocks are not predicted: this recording does not show whether a thread locked or only tried to']
      : []),
    ...(isIncomplete ? ['too many orders of locks: only some were examined for deadlocks'] : []),
  ];
}

function raceOf({ last }: PredictedRace, run: RecordedRun): { readonly first: string; readonly second: string } {
  const [first, second] = placesOf(last[0]!.site, last[1]!.site, run);
  return { first, second };
}

function requestsOf({ last }: PredictedDeadlock, run: RecordedRun): string[] {
  return last.map(({ site }) => placeOf(site, run));
}

function common(prediction: Prediction, run: RecordedRun, orders: readonly Shown<Prediction>[]): FoundPrediction {
  const shown = orders.find((each) => each.prediction === prediction);
  return {
    threads: prediction.last.map(({ thread }) => run.threadName(thread)),
    ...(shown === undefined ? {} : { order: partsOf(shown.reordering, run) }),
  };
}

function partsOf({ ends, sites }: Reordering, run: RecordedRun): ThreadPart[] {
  return [...ends.keys()]
    .filter((thread) => ends[thread]! >= 0)
    .map((thread) => ({
      thread: run.threadName(thread),
      ...(sites[thread]! < 0 ? {} : { to: placeOf(sites[thread]!, run) }),
    }));
}
