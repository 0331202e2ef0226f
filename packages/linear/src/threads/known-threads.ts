import type { ThreadBody } from '@fencepost/core';
import { KnownRun } from './known-run.js';
import type { Kept } from './known-thread.js';
import { KnownThread, isFull } from './known-thread.js';
import type { Noting } from './note-capture.js';

/**
 * The behaviour of the threads of scenarios. It depends on their calls and on the results they receive, and not on the
 * other threads. It is determined once, and reused for each scenario in which a thread has the same calls.
 */
export class KnownThreads {
  private readonly threads = new Map<string, KnownThread>();
  private readonly kept: Kept = { steps: 0, words: 0 };

  constructor(private readonly noting: Noting) {}

  /**
   * Returns a thread that behaves like others with this key. `start` runs it, with calls numbered from 0; `first` is
   * the number of its first call in the scenario.
   */
  body(key: string, first: number, start: ThreadBody): ThreadBody {
    if (isFull(this.kept)) this.forget();
    const known = this.threads.get(key) ?? new KnownThread(start, this.noting, this.kept);
    this.threads.set(key, known);
    return () => new KnownRun(known, first);
  }

  /** Forgets all threads. Called when the front end has learned something that may change their behaviour. */
  forget(): void {
    this.threads.clear();
    this.kept.steps = this.kept.words = 0;
  }
}
