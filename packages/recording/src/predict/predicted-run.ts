import type { RecordedEvents } from '../events.js';
import { UnhookedEvents } from '../monitor/unhooked-events.js';
import type { RecordedRun } from '../run.js';

/**
 * Returns a visitor that passes events on with the synchronisation of code without hooks, as if all of it had happened.
 * Undefined if that may have happened anywhere: nothing can be predicted.
 */
export function predictedEvents({ unhooked }: RecordedRun, events: RecordedEvents): RecordedEvents | undefined {
  if (unhooked === undefined) return events;
  return unhooked.sites === 'all' ? undefined : new UnhookedEvents(unhooked.sites, events);
}

/** Returns the run as predictions see it: with the events of `predictedEvents`. */
export function predictedRun(run: RecordedRun): RecordedRun {
  if (run.unhooked === undefined) return run;
  return {
    ...run,
    placeName: (place) => run.placeName(place - 1),
    feed: (events) => run.feed(predictedEvents(run, events) ?? events),
  };
}
