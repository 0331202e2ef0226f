import type { Deferred } from './deferred.js';
import { deferred } from './deferred.js';
import type { Handler, Job, JobRunner, Outcome, Patience } from './job.js';
import { GO_ON, INTERRUPT } from './job.js';

/** Runs jobs in this thread. A job that computes cannot be ended, but its caller can stop waiting for it. */
export class LocalJobs<In, Out, Progress = never> implements JobRunner<In, Out, Progress> {
  private readonly handler: Handler<In, Out, Progress>;
  private order = GO_ON;
  private running: Deferred<Outcome<Out, Progress>> | undefined;

  constructor(handler: Handler<In, Out, Progress>) {
    this.handler = handler;
  }

  async run({ input, onProgress = () => undefined }: Job<In, Progress>): Promise<Outcome<Out, Progress>> {
    const running = deferred<Outcome<Out, Progress>>();
    this.running = running;
    const tell = (progress: Progress): void => {
      if (this.running === running) onProgress(progress);
    };
    const done = async (): Promise<Outcome<Out, Progress>> => ({
      kind: 'done',
      result: await this.handler(input, {
        ...{ stopped: () => this.order === INTERRUPT, order: () => this.order, beat: () => undefined },
        ...{ tell, progress: (ask) => tell(ask()), receive: () => undefined },
      }),
    });
    return Promise.race([done(), running.promise]);
  }

  interrupt({ noticeMs }: Patience): void {
    this.order = INTERRUPT;
    if (noticeMs === 0) void this.end();
  }

  end(): Promise<void> {
    this.running?.resolve({ kind: 'interrupted', progress: undefined });
    this.running = undefined;
    return Promise.resolve();
  }
}
