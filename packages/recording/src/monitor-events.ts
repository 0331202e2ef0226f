import type { ModelName } from '@fencepost/core';
import { FencepostError, isMonitored, modelNamed, modelNames } from '@fencepost/core';
import type { RecordedEvents } from './events.js';
import type { RecordedNames } from './explain/names.js';
import { EventMonitor } from './monitor/event-monitor.js';
import type { DeparturePair } from './monitor/findings.js';
import { together } from './monitor/together.js';
import type { RacePair } from './races/race-monitor.js';
import { RaceMonitor } from './races/race-monitor.js';

/** A recorded execution, whatever it is stored in. */
export interface RecordedRun extends RecordedNames {
  /** Threads 0 to roots - 1 exist from the start; all others are started by one of these, or by their children. */
  readonly roots: number;
  /** Reports the events. May be called again, and then reports the same. */
  feed(events: RecordedEvents): void;
}

/** What monitors found in a recorded execution. */
export interface MonitoredEvents {
  readonly events: number;
  readonly threads: number;
  /** Pairs of sites, in the order in which they were first seen, model by model. */
  readonly departures: readonly DeparturePair[];
  readonly races: readonly RacePair[];
  /**
   * How many operations could not be examined as far back as necessary, because more writes than fit in memory would
   * have to be kept.
   */
  readonly undecided: number;
}

/** How a recorded execution could have differed under the models, and its data races; in one pass. */
export function monitorEvents(run: RecordedRun, models: readonly ModelName[]): MonitoredEvents {
  for (const model of models) requireMonitored(model);
  const monitor = new EventMonitor(models, run);
  const races = new RaceMonitor(run.roots);
  run.feed(together([monitor, races]));
  const { events, threads, departures, undecided } = monitor;
  return { events, threads, departures, races: races.races, undecided };
}

function requireMonitored(model: ModelName): void {
  if (isMonitored(modelNamed(model))) return;
  throw new FencepostError('MODEL_UNSUPPORTED', `there is no monitor for the model ${model}`, {
    hint: `monitors answer for ${modelNames(isMonitored).join(' and ')}`,
  });
}
