import { isTransient } from '../database/errors.js';
import type { TakenJob } from '../runs/protocol.js';
import type { Answer } from '../runs/records.js';
import type { Committed, RunStore } from '../runs/run-store.js';

interface Asking<T> {
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
}

interface Committing extends Asking<Committed> {
  readonly answer: Answer;
}

/**
 * Batches the database requests of an agent's threads. Answers that are ready at the same time share one transaction,
 * which also takes as many jobs as there are threads without one. So the more threads make requests, the less each of
 * them costs.
 */
export class Exchange {
  private readonly store: Pick<RunStore, 'exchange'>;
  private committing: Committing[] = [];
  private taking: Asking<TakenJob | undefined>[] = [];
  /**
   * Jobs for threads whose answers have just been committed, each of which asks for a job at once; undefined if there
   * was no job.
   */
  private readonly ready: (TakenJob | undefined)[] = [];
  private isBusy = false;
  /** False when the agent is ending and takes no more jobs. */
  private isOpen = true;

  constructor(store: Pick<RunStore, 'exchange'>) {
    this.store = store;
  }

  /** Stops taking jobs. */
  close(): void {
    this.isOpen = false;
  }

  /** Whether a job was taken that no thread has yet. */
  get hasReady(): boolean {
    return this.ready.some((job) => job !== undefined);
  }

  commit(answer: Answer): Promise<Committed> {
    return this.ask((asking) => this.committing.push({ answer, ...asking }));
  }

  /** Takes a job; undefined if there is none. */
  take(): Promise<TakenJob | undefined> {
    if (this.ready.length > 0) return Promise.resolve(this.ready.shift());
    return this.ask((asking) => this.taking.push(asking));
  }

  private ask<T>(enqueue: (asking: Asking<T>) => void): Promise<T> {
    return new Promise((resolve, reject) => {
      enqueue({ resolve, reject });
      if (this.isBusy) return;
      this.isBusy = true;
      // Requests of the same turn of the event loop are included.
      setImmediate(() => void this.run());
    });
  }

  private async run(): Promise<void> {
    while (this.committing.length > 0 || this.taking.length > 0) {
      const { committing, taking } = this;
      this.committing = [];
      this.taking = [];
      await this.exchange(committing, taking);
    }
    this.isBusy = false;
  }

  private async exchange(committing: Committing[], taking: Asking<TakenJob | undefined>[]): Promise<void> {
    const wanted = this.isOpen ? committing.length + taking.length : 0;
    try {
      const answers = committing.map(({ answer }) => answer);
      const { committed, taken } = await this.store.exchange(answers, wanted);
      const jobs = [...taken];
      for (const { resolve } of taking) resolve(jobs.shift());
      if (wanted > 0) this.ready.push(...committing.map(() => jobs.shift()));
      for (const { answer, resolve } of committing) resolve(committed.has(answer.job.id) ? 'committed' : 'lost');
    } catch (error) {
      if (isTransient(error) || committing.length < 2) {
        for (const { reject } of [...committing, ...taking]) reject(error);
        return;
      }
      // The database refuses one of the answers. Commit the others without it.
      for (const each of committing) await this.exchange([each], []);
      for (const { resolve } of taking) resolve(undefined);
    }
  }
}
