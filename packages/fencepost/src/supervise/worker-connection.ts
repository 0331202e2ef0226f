import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Connection, Listener } from './connection.js';
import { DEAF } from './connection.js';
import { defaultMemory } from './memory.js';
import type { Message } from './messages.js';
import { builtWorker } from '../workers/built.js';

/** Of the memory that may be used, how much V8 may take: more than all, as it would end the process, not the thread. */
const HEADROOM = 4;

/** Memory comes free only when a thread has ended; in milliseconds. */
const MOST_TO_END = 300;

/** Started before it was known what for. */
let early: Worker | undefined;

/** Whether checked code can have a thread of its own: it is built, where this is. */
export function canSeparate(): boolean {
  return !import.meta.url.endsWith('.ts');
}

/** Starts a thread that is likely to be needed: it gets ready while the command line is read. */
export function startEarly(): void {
  early = start(defaultMemory());
  early.unref();
}

/** A line to a checker in a thread of its own. `megabytes`: of memory that it may use. */
export function workerConnection(megabytes = defaultMemory()): Connection {
  const worker = megabytes === defaultMemory() && early !== undefined ? early : start(megabytes);
  if (worker === early) early = undefined;
  worker.ref();
  let listener: Listener = DEAF;
  const compilers = new Set<number>();
  worker.on('message', (message: Message) => {
    if (message.tell !== 'process') listener.heard(message);
    else if (message.running) compilers.add(message.pid);
    else compilers.delete(message.pid);
  });
  worker.on('error', (error: unknown) => listener.ended(endedBy(error)));
  worker.on('exit', () => listener.ended({ why: 'exit' }));
  return {
    isSeparate: true,
    send: (message) => worker.postMessage(message),
    listen: (next) => {
      listener = next;
    },
    end: async () => {
      listener = DEAF;
      for (const pid of compilers) killGroup(pid);
      await Promise.race([worker.terminate(), setTimeout(MOST_TO_END, undefined, { ref: false })]);
    },
  };
}

function start(megabytes: number): Worker {
  return new Worker(builtWorker('checker-worker'), {
    resourceLimits: { maxOldGenerationSizeMb: HEADROOM * megabytes },
  });
}

function endedBy(error: unknown): Parameters<Listener['ended']>[0] {
  if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') return { why: 'memory' };
  return { why: 'error', message: error instanceof Error ? error.message : String(error) };
}

/** A compiler, and what it has started. */
function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}
