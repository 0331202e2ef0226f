import { grown } from '@fencepost/core';
import type { RecordedEvents } from '../events.js';
import type { RecordedRun } from '../run.js';
import { together } from '../monitor/together.js';
import type { LastEvent, Prediction } from './predicted.js';
import { TraceEvents } from './trace-events.js';

const NONE = -1;

/**
 * A reordering of the events of a recording: of each thread, its events up to a certain one, all in the order of the
 * recording. The last events are next then.
 */
export interface Reordering {
  readonly last: readonly LastEvent[];
  /** By thread: the number and the site of its last event in the first part; -1 if it has none. */
  readonly ends: Int32Array;
  readonly sites: Int32Array;
}

/** Finds the reorderings of predictions, in one more pass over the run. */
export function reorderingsOf(
  run: Pick<RecordedRun, 'roots' | 'feed' | 'siteOf'>,
  predictions: readonly Prediction[],
): readonly Reordering[] {
  const cuts = new Cuts(run, predictions);
  run.feed(together([cuts.trace, cuts]));
  return cuts.found;
}

/** Takes the events after the trace. */
class Cuts implements RecordedEvents {
  readonly trace: TraceEvents;
  readonly found: readonly Reordering[];
  private readonly predictions: readonly Prediction[];
  /** By thread: its time at its last event, and the site of that. */
  private times = new Int32Array(8);
  private sites = new Int32Array(8).fill(NONE);
  private readonly siteOf: RecordedRun['siteOf'];
  /** By site: whether it has a place in the sources. The end of a thread has none. */
  private readonly hasPlace: boolean[] = [];

  constructor({ roots, siteOf }: Pick<RecordedRun, 'roots' | 'siteOf'>, predictions: readonly Prediction[]) {
    this.siteOf = siteOf;
    this.trace = new TraceEvents(roots, () => NO_USER);
    this.predictions = predictions;
    this.found = predictions.map(({ last, times }) => ({
      last,
      ends: new Int32Array(times.length).fill(NONE),
      sites: new Int32Array(times.length).fill(NONE),
    }));
  }

  load(thread: number, _place: number, _code: number, site: number): void {
    this.after(thread, site);
  }
  readonly store = this.load.bind(this);
  readonly update = this.load.bind(this);
  readonly swap = this.load.bind(this);
  readonly failedSwap = this.load.bind(this);
  fence(thread: number, _code: number, site: number): void {
    this.after(thread, site);
  }
  spawn(thread: number, _child: number, site: number): void {
    this.after(thread, site);
  }
  /** The end of the child is an event on which others depend. */
  join(thread: number, child: number, site: number): void {
    this.after(child, this.sites[child] ?? NONE);
    this.after(thread, site);
  }
  free(thread: number, _place: number, site: number): void {
    this.after(thread, site);
  }
  local(thread: number, site: number): void {
    this.after(thread, site);
  }
  outside(thread: number): void {
    this.after(thread, this.sites[thread] ?? NONE);
  }

  private after(thread: number, site: number): void {
    if (thread >= this.times.length) this.fit(thread + 1);
    const event = this.trace.events - 1;
    const time = this.trace.order.time[thread]!;
    const isNeeded = time > this.times[thread]!;
    this.times[thread] = time;
    if (site >= 0 && (this.hasPlace[site] ??= this.siteOf(site) !== undefined)) this.sites[thread] = site;
    for (let i = 0; i < this.found.length; i++) {
      const { ends, sites, last } = this.found[i]!;
      // Of a thread whose event is next, everything before that is in the first part.
      const next = last.find((each) => each.thread === thread);
      const isIn =
        next === undefined ? isNeeded && time <= (this.predictions[i]!.times[thread] ?? 0) : event < next.event;
      if (!isIn) continue;
      ends[thread] = event;
      sites[thread] = this.sites[thread]!;
    }
  }

  private fit(threads: number): void {
    const before = this.times.length;
    this.times = grown(this.times, threads);
    this.sites = grown(this.sites, threads);
    this.sites.fill(NONE, before);
  }
}

const NO_USER = {
  access: (): void => undefined,
  request: (): void => undefined,
  drop: (): void => undefined,
  rows: (): readonly Int32Array[] => [],
};
