import type { ModelName } from '@fencepost/core';
import { FencepostError, isMonitored, modelNamed, modelNames } from '@fencepost/core';
import { EventMonitor } from './monitor/event-monitor.js';
import type { DeparturePair } from './monitor/findings.js';
import { together } from './monitor/together.js';
import type { RacePair } from './races/race-monitor.js';
import { RaceMonitor } from './races/race-monitor.js';
import type { RecordedRun } from './run.js';

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
