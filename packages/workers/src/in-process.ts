import type { Handler, Outcome } from './job.js';
import { LocalJobs } from './local-jobs.js';
import { STOP_MS } from './periods.js';
import type { Begun, OnProgress, Runner, Skipped } from './runner.js';

/**
 * Runs tasks in this thread, one after the other. For a few short tasks, starting a thread takes longer. Tasks cannot
 * be ended.
 */
export class InProcess<Task, Result, Progress = never> implements Runner<Task, Result, Progress> {
  private readonly jobs: LocalJobs<Task, Result, Progress>;
  private isStopped = false;

  constructor(handler: Handler<Task, Result, Progress>) {
    this.jobs = new LocalJobs(handler);
  }

  async *run(
    count: number,
    begin: (index: number) => Begun<Task> | undefined,
    onProgress: OnProgress<Progress> = () => undefined,
  ): AsyncGenerator<Outcome<Result, Progress> | Skipped, void, void> {
    for (let index = 0; index < count; index++) {
      const begun = this.isStopped ? undefined : begin(index);
      if (begun === undefined) yield { kind: 'skipped' };
      else yield await this.jobs.run({ input: begun.task, onProgress: (progress) => onProgress(index, progress) });
    }
  }

  stop(): void {
    this.isStopped = true;
    this.jobs.interrupt({ noticeMs: STOP_MS });
  }

  close(): void {
    this.stop();
  }
}
