import type { ModelName } from '@fencepost/core';
import { FencepostError, isWatched, modelNamed, modelNames } from '@fencepost/core';
import { EventMonitor } from './monitor/event-monitor.js';
import type { DeparturePair } from './monitor/findings.js';
import { fedUntil } from './monitor/limit.js';
import { together } from './monitor/together.js';
import { UnhookedEvents } from './monitor/unhooked-events.js';
import type { Predicted } from './predict/predictor.js';
import { Predictor } from './predict/predictor.js';
import { predictedEvents } from './predict/predicted-run.js';
import type { RacePair } from './races/race-monitor.js';
import { RaceMonitor } from './races/race-monitor.js';
import type { RecordedRun } from './run.js';

/** Findings of monitors in a recorded execution. */
export interface MonitoredEvents {
  /** Number of operations, counted like in the recorder: one for each word of an access. */
  readonly operations: number;
  readonly threads: number;
  /** Pairs of sites, in the order in which they were first seen, model by model. */
  readonly departures: readonly DeparturePair[];
  readonly races: readonly RacePair[];
  /**
   * Number of operations that could not be examined as far back as necessary, because too many writes would have to be
   * kept in memory.
   */
  readonly undecided: number;
  /** Whether the time sufficed for the whole execution. */
  readonly isComplete: boolean;
  /** What happens in other orders of the events, if asked for. Its places and events are those of `predictedRun`. */
  readonly predicted?: Predicted;
}

/**
 * Finds in one pass how a recorded execution could have differed under the models, and its data races. `isOver` is
 * called from time to time, and ends the pass. `predicts`: whether to predict races and deadlocks in other orders.
 */
export function monitorEvents(
  run: RecordedRun,
  models: readonly ModelName[],
  isOver?: () => boolean,
  predicts = false,
): MonitoredEvents {
  for (const model of models) requireMonitored(model);
  const monitor = new EventMonitor(models, run);
  const races = new RaceMonitor(run.roots);
  const without = monitorsWithout(run, models);
  const predictor = predicts ? new Predictor(run.roots, run.tellsTries === true) : undefined;
  const predicting = predictor && predictedEvents(run, predictor.trace);
  const all = together([monitor, races, ...(without?.fed ?? []), ...(predicting === undefined ? [] : [predicting])]);
  const { operations, isComplete } =
    isOver === undefined ? { operations: run.feed(all), isComplete: true } : fedUntil(run, all, isOver);
  const { threads, departures, undecided } = monitor;
  const found = {
    ...{ operations, threads, departures, races: races.races, undecided, isComplete },
    ...(predictor === undefined || predicting === undefined ? {} : { predicted: predictor.predicted() }),
  };
  if (run.unhooked === undefined) return found;
  const certainDepartures = new Set(without?.monitor.departures.map(keyOf));
  const certainRaces = new Set(without?.races.races.map(keyOfRace));
  return {
    ...found,
    departures: departures.map((each) => ({ ...each, isExcused: !certainDepartures.has(keyOf(each)) })),
    races: found.races.map((each) => ({ ...each, isExcused: !certainRaces.has(keyOfRace(each)) })),
  };
}

/**
 * Returns monitors of the run in which unrecorded synchronisation orders everything that it could; undefined if that is
 * everything.
 */
function monitorsWithout({ unhooked, roots }: RecordedRun, models: readonly ModelName[]) {
  if (unhooked === undefined || unhooked.sites === 'all') return undefined;
  const monitor = new EventMonitor(models, { roots, initialValue: () => undefined });
  const races = new RaceMonitor(roots);
  return { monitor, races, fed: [new UnhookedEvents(unhooked.sites, together([monitor, races]))] };
}

function keyOf({ model, site, writeSite }: DeparturePair): string {
  return `${model} ${site} ${writeSite}`;
}

function keyOfRace({ site, otherSite, isAfterFree }: RacePair): string {
  return `${isAfterFree === true ? 'free' : ''} ${Math.min(site, otherSite)} ${Math.max(site, otherSite)}`;
}

function requireMonitored(model: ModelName): void {
  if (isWatched(modelNamed(model))) return;
  throw new FencepostError('MODEL_UNSUPPORTED', `there is no monitor for the model ${model}`, {
    hint: `monitors support ${modelNames(isWatched).join(' and ')}`,
  });
}
