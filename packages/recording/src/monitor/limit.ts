import type { RecordedEvents } from '../events.js';

/** Thrown when the time limit is reached. */
export class Over extends Error {}

/** Number of events between two checks of the time. */
const OFTEN = 1024;

/** Counts events, and throws `Over` when the time limit is reached. */
export class Limit implements RecordedEvents {
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
}
