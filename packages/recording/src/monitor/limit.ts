import type { RecordedEvents } from '../events.js';
import type { RecordedRun } from '../run.js';
import { together } from './together.js';

/** Thrown when the limit is reached. */
class Over extends Error {}

/** Number of events between two checks of the limit. */
const OFTEN = 1024;

/** Counts events, and throws `Over` when the limit is reached. */
class Limit implements RecordedEvents {
  events = 0;

  constructor(private readonly isOver: () => boolean) {}

  private readonly count = (): void => {
    if (++this.events % OFTEN === 0 && this.isOver()) throw new Over();
  };

  readonly load = this.count;
  readonly store = this.count;
  readonly update = this.count;
  readonly swap = this.count;
  readonly failedSwap = this.count;
  readonly fence = this.count;
  readonly spawn = this.count;
  readonly join = this.count;
  readonly free = this.count;
  readonly outside = this.count;
  readonly local = this.count;
}

/** Result of feeding a part of a run. */
export interface Fed {
  readonly operations: number;
  readonly isComplete: boolean;
}

/** Reports the events of a run until `isOver` holds, which is checked from time to time. */
export function fedUntil(run: RecordedRun, events: RecordedEvents, isOver: () => boolean): Fed {
  const limit = new Limit(isOver);
  try {
    return { operations: run.feed(together([limit, events])), isComplete: true };
  } catch (error) {
    if (!(error instanceof Over)) throw error;
    return { operations: limit.events, isComplete: false };
  }
}
