import type { Deferred } from './deferred.js';
import { deferred } from './deferred.js';
import type { Ended, FromJob, Job, JobRunner, JobThreadData, Outcome, Patience, ToJob } from './job.js';
import { BEAT, INTERRUPT, ORDER } from './job.js';
import { later, laterByCpu } from './later.js';
import { heapLimits, watchMemory } from './memory.js';
import type { ThreadOptions } from './thread.js';
import { Thread } from './thread.js';

/** A file that calls `serve`, and the name of one of its handlers. */
export interface Entry {
  readonly file: string | URL;
  readonly handler?: string;
}

export interface JobThreadOptions extends ThreadOptions {
  /** Memory limit of the process. V8's own limit is higher, because V8 would end the process. */
  readonly megabytes?: number | undefined;
  /** Further data for the thread at its start. */
  readonly data?: object;
}

interface Running<Out, Progress> {
  readonly outcome: Deferred<Outcome<Out, Progress>>;
  readonly onProgress: (progress: Progress) => void;
  progress: Progress | undefined;
  /** Set when the job was asked to stop. */
  patience: Patience | undefined;
  /** Functions that stop the timers. */
  readonly timers: Record<'time' | 'memory' | 'stop', (() => void) | undefined>;
}

/**
 * A thread that runs jobs, one at a time. This class alone decides how a job ended: done, by time, by memory, by a
 * request to stop, or with its thread. If a job is ended, so is the thread.
 */
export class JobThread<In, Out, Progress = never> implements JobRunner<In, Out, Progress> {
  private readonly thread: Thread;
  private readonly signal = new Int32Array(new SharedArrayBuffer(8));
  private running: Running<Out, Progress> | undefined;
  private ended: Ended<Progress> | undefined;
  private gone: Promise<void> | undefined;

  /** Starts the thread, which loads its handler at once. */
  constructor({ file, handler = '' }: Entry, { megabytes, data, ...options }: JobThreadOptions = {}) {
    const own: JobThreadData = { handler, signal: this.signal };
    const limits = megabytes === undefined ? {} : { resourceLimits: heapLimits(megabytes) };
    this.thread = new Thread(file, { ...data, ...own }, { ...limits, ...options });
    const { worker } = this.thread;
    worker.on('message', (message: FromJob) => this.take(message));
    worker.on('error', (error: unknown) => this.died(error));
    worker.on('exit', () => void this.end('exited'));
    // The thread keeps the process alive only while it has a job.
    worker.unref();
  }

  /** Whether the thread has ended or is about to. */
  get isOver(): boolean {
    return this.ended !== undefined;
  }

  async run(job: Job<In, Progress>): Promise<Outcome<Out, Progress>> {
    if (this.ended !== undefined) return { ...this.ended, progress: undefined };
    const { input, megabytes, onProgress = () => undefined } = job;
    const memory = megabytes === undefined ? undefined : watchMemory(megabytes, () => void this.end('out-of-memory'));
    const running: Running<Out, Progress> = {
      ...{ outcome: deferred(), onProgress, progress: undefined, patience: undefined },
      timers: { time: undefined, memory, stop: undefined },
    };
    this.running = running;
    this.limit(running, job, job.deadline ?? Infinity);
    const { worker } = this.thread;
    worker.ref();
    this.post({ kind: 'job', input });
    try {
      return await running.outcome.promise;
    } finally {
      for (const stop of Object.values(running.timers)) stop?.();
      worker.unref();
    }
  }

  /** Sends a message to the current job. */
  send(message: unknown): void {
    this.post({ kind: 'message', message });
  }

  interrupt(patience: Patience): void {
    this.order(INTERRUPT);
    this.expectEnd(patience);
  }

  /** Sets the order for the current job and those that follow. */
  order(order: number): void {
    Atomics.store(this.signal, ORDER, order);
    this.post({ kind: 'order' });
  }

  /** Limits the time for the current job to end. Further calls have no effect. */
  expectEnd(patience: Patience): void {
    const { running } = this;
    if (running === undefined || running.patience !== undefined) return;
    running.patience = patience;
    if (patience.noticeMs === 0) void this.end('interrupted');
    else this.giveUpAfter(running, patience.noticeMs);
  }

  /** Heartbeat: a number that changes while the job makes progress. */
  get beat(): number {
    return Atomics.load(this.signal, BEAT);
  }

  end(kind: Ended<Progress>['kind'] = 'interrupted', error?: Error): Promise<void> {
    const { running } = this;
    this.ended ??= { kind, progress: running?.progress, ...(error && { error }) };
    this.running = undefined;
    running?.outcome.resolve(this.ended);
    return (this.gone ??= this.thread.end());
  }

  private post(message: ToJob): void {
    this.thread.worker.postMessage(message);
  }

  private take(message: FromJob): void {
    const { running } = this;
    if (message.kind === 'stuck') void this.end('stuck');
    if (running === undefined) return;
    switch (message.kind) {
      case 'progress':
        running.progress = message.progress as Progress;
        running.onProgress(running.progress);
        break;
      case 'noticed':
        if (running.patience?.answerMs !== undefined) this.giveUpAfter(running, running.patience.answerMs);
        break;
      case 'done':
        this.running = undefined;
        running.outcome.resolve({ kind: 'done', result: message.result as Out });
        break;
      case 'thrown':
        this.running = undefined;
        running.outcome.reject(Object.assign(new Error(message.message), { stack: message.stack }));
        break;
      case 'stuck':
        break;
    }
  }

  private died(error: unknown): void {
    const known = error instanceof Error ? error : new Error(String(error));
    const isMemory = 'code' in known && known.code === 'ERR_WORKER_OUT_OF_MEMORY';
    void this.end(isMemory ? 'out-of-memory' : 'failed', known);
  }

  private limit(running: Running<Out, Progress>, job: Job<In, Progress>, deadline: number): void {
    if (!Number.isFinite(deadline)) return;
    running.timers.time = later(deadline - performance.now(), () => {
      const next = job.postponed?.();
      if (next !== undefined) this.limit(running, job, next);
      else running.timers.time = laterByCpu(job.graceMs ?? 0, () => void this.end('timeout'));
    });
  }

  private giveUpAfter({ timers }: Running<Out, Progress>, milliseconds: number): void {
    timers.stop?.();
    timers.stop = laterByCpu(milliseconds, () => void this.end('interrupted'));
  }
}
