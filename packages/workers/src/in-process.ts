import type { Outcome } from './protocol.js';
import type { Begun, OnNote, Runner } from './runner.js';
import type { Handler } from './serve.js';

/**
 * Runs tasks in this thread, one after the other: for a few short tasks, starting a thread takes longer. Tasks cannot
 * be terminated.
 */
export class InProcess<Task, Result, Note = never> implements Runner<Task, Result, Note> {
  private readonly handler: Handler<Task, Result, Note>;
  private isStopped = false;

  constructor(handler: Handler<Task, Result, Note>) {
    this.handler = handler;
  }

  async *run(
    count: number,
    begin: (index: number) => Begun<Task> | undefined,
    onNote: OnNote<Note> = () => undefined,
  ): AsyncGenerator<Outcome<Result, Note>, void, void> {
    for (let index = 0; index < count; index++) {
      const begun = this.isStopped ? undefined : begin(index);
      if (begun === undefined) yield { kind: 'skipped' };
      else {
        const context = { stopped: () => this.isStopped, note: (ask: () => Note) => onNote(index, ask()) };
        yield { kind: 'done', result: await this.handler(begun.task, context) };
      }
    }
  }

  stop(): void {
    this.isStopped = true;
  }

  close(): void {
    this.stop();
  }
}
