import { parentPort, workerData } from 'node:worker_threads';
import { reportProcesses } from './processes.js';
import type { Message, WorkerStart } from './protocol.js';

/**
 * The interval between two notes. Notes in between are not sent, except at the start: tasks that hang often do so
 * early.
 */
const NOTE_MILLISECONDS = 50;
const FIRST_NOTES = 20;

/** What a handler can use besides its task. */
export interface TaskContext<Note> {
  /** Should the task stop? */
  readonly stopped: () => boolean;
  /** Reports progress; may be called at any rate. `ask` is called only if the note is sent. */
  readonly note: (ask: () => Note) => void;
}

export type Handler<Task, Result, Note> = (task: Task, context: TaskContext<Note>) => Promise<Result> | Result;

/** The worker's side of a pool: runs incoming tasks one after the other. */
export function serve<Task, Result, Note>(handler: Handler<Task, Result, Note>): void {
  const port = parentPort!;
  const { stop } = workerData as WorkerStart;
  reportProcesses();
  const send = (message: Message): void => port.postMessage(message);
  port.on('message', (task: Task) => {
    let noted = -Infinity;
    let notes = 0;
    const context: TaskContext<Note> = {
      stopped: () => Atomics.load(stop, 0) !== 0,
      note: (ask) => {
        const now = performance.now();
        if (notes >= FIRST_NOTES && now - noted < NOTE_MILLISECONDS) return;
        notes++;
        noted = now;
        send({ kind: 'note', note: ask() });
      },
    };
    // The port does not keep the event loop alive during a task: if nothing else does, the result will never come.
    port.unref();
    void answer(handler, task, context).then((message) => {
      port.ref();
      send(message);
    });
  });
  process.on('beforeExit', () => send({ kind: 'stuck' }));
}

async function answer<Task, Result, Note>(
  handler: Handler<Task, Result, Note>,
  task: Task,
  context: TaskContext<Note>,
): Promise<Message> {
  try {
    return { kind: 'done', result: await handler(task, context) };
  } catch (error) {
    const { message, stack = message } = error instanceof Error ? error : new Error(String(error));
    return { kind: 'thrown', message, stack };
  }
}
