import type { Outcome } from './protocol.js';
import type { Begun, OnNote, Runner } from './runner.js';
import type { Handler } from './serve.js';

/** Runs tasks where it is, one after the other: for few that are short, starting a thread takes longer. Nothing ends a task. */
export class InProcess<Task, Result, Note = never> implements Runner<Task, Result, Note> {
  private readonly handler: Handler<Task, Result, Note>;
  private isStopped = false;

  constructor(handler: Handler<Task, Result, Note>) {
    this.handler = handler;
  }

  async *run(
    count: number,
    begin: (index: number) => Begun<Task>,
    onNote: OnNote<Note> = () => undefined,
  ): AsyncGenerator<Outcome<Result, Note>, void, void> {
    for (let index = 0; index < count; index++) {
      if (this.isStopped) yield { kind: 'skipped' };
      else {
        const context = { stopped: () => this.isStopped, note: (ask: () => Note) => onNote(index, ask()) };
        yield { kind: 'done', result: await this.handler(begin(index).task, context) };
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
