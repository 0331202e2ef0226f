import type { ThreadBody } from '@fencepost/core';
import { KnownRun } from './known-run.js';
import type { Kept } from './known-thread.js';
import { KnownThread, isFull } from './known-thread.js';
import type { Noting } from './note-capture.js';

/**
 * What the threads of scenarios do, which depends on their calls and on the results that they are given, and not on the
 * other threads: found out once, and told to each scenario in which a thread has the same calls.
 */
export class KnownThreads {
  private readonly threads = new Map<string, KnownThread>();
  private readonly kept: Kept = { steps: 0, words: 0 };

  constructor(private readonly noting: Noting) {}

  /**
   * A thread that does what others with this key did. `start` runs it, with calls numbered from 0; `first`: the number of
   * its first call in the scenario.
   */
  body(key: string, first: number, start: ThreadBody): ThreadBody {
    if (isFull(this.kept)) this.forget();
    const known = this.threads.get(key) ?? new KnownThread(start, this.noting, this.kept);
    this.threads.set(key, known);
    return () => new KnownRun(known, first);
  }

  /** The front end has learned something by which threads may do something else than before. */
  forget(): void {
    this.threads.clear();
    this.kept.steps = this.kept.words = 0;
  }
}
