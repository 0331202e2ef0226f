import { setTimeout as sleep } from 'node:timers/promises';

const FIRST_MILLISECONDS = 200;
const MOST_MILLISECONDS = 5000;

/** Waits longer after each failure. */
export class Backoff {
  private next = FIRST_MILLISECONDS;

  /** Whether it has not waited yet. */
  get isNew(): boolean {
    return this.next === FIRST_MILLISECONDS;
  }

  async wait(signal?: AbortSignal): Promise<void> {
    const milliseconds = this.next * (0.5 + Math.random());
    this.next = Math.min(2 * this.next, MOST_MILLISECONDS);
    await sleep(milliseconds, undefined, signal && { signal }).catch(() => undefined);
  }

  isOver(): void {
    this.next = FIRST_MILLISECONDS;
  }
}
