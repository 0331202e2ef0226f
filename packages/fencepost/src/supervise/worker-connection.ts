import { Thread } from '@fencepost/workers';
import type { Connection, Listener } from './connection.js';
import { NO_LISTENER } from './connection.js';
import { defaultMemory, heapLimits } from './memory.js';
import type { Message } from './messages.js';
import { builtWorker } from '../workers/built.js';

/** Started before the command line was read. */
let early: Thread | undefined;

/** Can checked code run in its own thread? Its entry exists only in a build. */
export function canStartThread(): boolean {
  return !import.meta.url.endsWith('.ts');
}

/** Starts a thread that is likely to be needed, so that it loads while the command line is read. */
export function startEarly(): void {
  early = start(defaultMemory());
  early.worker.unref();
}

/** A connection to a checker in its own thread. `megabytes`: its memory limit. */
export function workerConnection(megabytes = defaultMemory()): Connection {
  const thread = megabytes === defaultMemory() && early !== undefined ? early : start(megabytes);
  if (thread === early) early = undefined;
  const { worker } = thread;
  worker.ref();
  let listener: Listener = NO_LISTENER;
  worker.on('message', (message: Message) => listener.onMessage(message));
  worker.on('error', (error: unknown) => listener.onEnd(endedBy(error)));
  worker.on('exit', () => listener.onEnd({ why: 'exit' }));
  return {
    isSeparate: true,
    send: (message) => worker.postMessage(message),
    listen: (next) => {
      listener = next;
    },
    end: async () => {
      listener = NO_LISTENER;
      await thread.end();
    },
  };
}

function start(megabytes: number): Thread {
  return new Thread(builtWorker('checker-worker'), {}, { resourceLimits: heapLimits(megabytes) });
}

function endedBy(error: unknown): Parameters<Listener['onEnd']>[0] {
  if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') return { why: 'memory' };
  return { why: 'error', message: error instanceof Error ? error.message : String(error) };
}
