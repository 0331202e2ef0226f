import type { Worker } from 'node:worker_threads';
import type { Deferred } from './deferred.js';
import { deferred } from './deferred.js';
import { later } from './later.js';
import type { Ended, Message, Outcome, WorkerStart } from './protocol.js';
import type { ThreadOptions } from './thread.js';
import { Thread } from './thread.js';

/** One worker thread of a pool, with at most one task at a time. */
export class Member<Task, Result, Note> {
  private readonly thread: Thread;
  private readonly worker: Worker;
  private task: Deferred<Outcome<Result, Note>> | undefined;
  private onNote: ((note: Note) => void) | undefined;
  private note: Note | undefined;
  /** It accepts no further task. */
  isOver = false;
  /** Resolves when its thread has ended: only then its memory is free. */
  gone: Promise<void> | undefined;

  constructor(entry: string | URL, start: WorkerStart, options: ThreadOptions) {
    // Flags of the process do not apply to workers.
    this.thread = new Thread(entry, start, { execArgv: [], ...options });
    this.worker = this.thread.worker;
    this.worker.on('message', (message: Message) => this.receive(message));
    this.worker.on('error', (error) => this.died(error));
    this.worker.on('exit', () => this.end('exit'));
    // It keeps the process alive only while it has a task.
    this.worker.unref();
  }

  run(task: Task, deadline: number, onNote: (note: Note) => void): Promise<Outcome<Result, Note>> {
    this.note = undefined;
    this.onNote = onNote;
    this.worker.ref();
    this.worker.postMessage(task);
    const giveUp = (): void => this.end('time');
    const inTime = Number.isFinite(deadline) ? later(deadline - performance.now(), giveUp) : undefined;
    this.task = deferred();
    return this.task.promise.finally(() => {
      inTime?.();
      this.worker.unref();
    });
  }

  /** Ends the worker, whatever it is doing. */
  end(why: Ended<Note>['why'], error?: Error): void {
    this.isOver = true;
    this.task?.resolve({ kind: 'ended', why, note: this.note, ...(error && { error }) });
    this.task = undefined;
    this.gone ??= this.thread.end();
  }

  private receive(message: Message): void {
    const { task } = this;
    if (message.kind === 'note') {
      this.note = message.note as Note;
      this.onNote?.(this.note);
      return;
    }
    if (message.kind === 'stuck') {
      this.end('stuck');
      return;
    }
    this.task = undefined;
    if (message.kind === 'done') task?.resolve({ kind: 'done', result: message.result as Result });
    else task?.reject(Object.assign(new Error(message.message), { stack: message.stack }));
  }

  private died(error: unknown): void {
    const isMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    if (isMemory) this.end('memory');
    else this.end('error', error instanceof Error ? error : new Error(String(error)));
  }
}
