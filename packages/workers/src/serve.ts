import type { MessagePort } from 'node:worker_threads';
import { parentPort, workerData } from 'node:worker_threads';
import type { FromJob, Handler, JobContext, JobThreadData, ToJob } from './job.js';
import { BEAT, INTERRUPT, ORDER } from './job.js';
import { PROGRESS_MS } from './periods.js';
import { reportProcesses } from './processes.js';

/** Number of progress reports that are sent without delay at the start: jobs that hang often do so early. */
const FIRST_PROGRESS = 20;

/** Returns the handler for a name. */
export type FindHandler<In, Out, Progress> = (
  name: string,
) => Handler<In, Out, Progress> | Promise<Handler<In, Out, Progress>>;

/**
 * Runs the jobs of a `JobThread` in its thread, with the handler that it was started for. The handler is loaded at
 * once.
 */
export function serve<In, Out, Progress>(find: FindHandler<In, Out, Progress>): void {
  const port = parentPort!;
  const { handler: name, signal } = workerData as JobThreadData;
  reportProcesses();
  const handler = Promise.resolve(find(name));
  const send = (message: FromJob): void => port.postMessage(message);
  let listener: (message: unknown) => void = () => undefined;
  const receive: JobContext<Progress>['receive'] = (next) => {
    listener = next;
    port.ref();
  };
  port.on('message', (message: ToJob) => {
    if (message.kind === 'message') listener(message.message);
    else if (message.kind === 'order') send({ kind: 'noticed' });
    else void work(port, handler, message.input as In, contextOf(signal, send, receive)).then(send);
  });
  process.on('beforeExit', () => send({ kind: 'stuck' }));
}

function contextOf<Progress>(
  signal: Int32Array,
  send: (message: FromJob) => void,
  receive: JobContext<Progress>['receive'],
): JobContext<Progress> {
  let sent = 0;
  let last = -Infinity;
  const tell = (progress: Progress): void => send({ kind: 'progress', progress });
  return {
    stopped: () => Atomics.load(signal, ORDER) === INTERRUPT,
    order: () => Atomics.load(signal, ORDER),
    beat: () => void Atomics.add(signal, BEAT, 1),
    tell,
    progress: (ask) => {
      const now = performance.now();
      if (sent >= FIRST_PROGRESS && now - last < PROGRESS_MS) return;
      sent++;
      last = now;
      tell(ask());
    },
    receive,
  };
}

async function work<In, Out, Progress>(
  port: MessagePort,
  handler: Promise<Handler<In, Out, Progress>>,
  input: In,
  context: JobContext<Progress>,
): Promise<FromJob> {
  // Not in the `try` block: imports may run code, whose errors must fail like those of a thread's own code.
  const handle = await handler;
  // The port does not keep the event loop alive during a job: if nothing else does, there will never be a result.
  port.unref();
  try {
    return { kind: 'done', result: await handle(input, context) };
  } catch (error) {
    const { message, stack = message } = error instanceof Error ? error : new Error(String(error));
    return { kind: 'thrown', message, stack };
  } finally {
    port.ref();
  }
}
