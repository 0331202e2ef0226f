import { join } from 'node:path';
import { COMPILED_LANGUAGES, isWrittenIn, languageOfSource } from '@fencepost/core/languages';
import { Thread } from '@fencepost/workers';
import type { Connection, Listener } from './connection.js';
import { NO_LISTENER } from './connection.js';
import { defaultMemory, heapLimits } from './memory.js';
import type { Message } from './messages.js';
import { builtFolder, builtWorker } from '../workers/built.js';

/** What a checker is for: modules of the user's, or files of which none imports ours. */
export type CheckerUse = 'modules' | 'c' | 'litmus';

/** Data that its thread gets when it starts. */
export interface CheckerData {
  readonly use: CheckerUse;
}

/** Started before the command line was read. */
let early: { readonly thread: Thread; readonly use: CheckerUse } | undefined;

/** What a checker of this file is for, judging by its name. */
export function useFor(file: string): CheckerUse {
  if (isWrittenIn(file, COMPILED_LANGUAGES)) return 'c';
  return isWrittenIn(file, ['litmus']) ? 'litmus' : 'modules';
}

/** Can checked code run in its own thread? Its entry exists only in a build. */
export function canStartThread(): boolean {
  return !import.meta.url.endsWith('.ts');
}

/** Starts the thread that these arguments are likely to need, so that it loads while they are read. */
export function startEarly(args: readonly string[]): void {
  const file = args.find((arg) => !arg.startsWith('-') && languageOfSource(arg) !== undefined);
  const use = useFor(file ?? '');
  early = { thread: start(defaultMemory(), use), use };
  early.thread.worker.unref();
}

/** A connection to a checker in its own thread. `megabytes`: its memory limit. */
export function workerConnection(megabytes = defaultMemory(), use: CheckerUse = 'modules'): Connection {
  const isEarly = megabytes === defaultMemory() && early?.use === use;
  const thread = isEarly && early !== undefined ? early.thread : start(megabytes, use);
  if (isEarly) early = undefined;
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

function start(megabytes: number, use: CheckerUse): Thread {
  // Modules of the user's share ours with the checker. Otherwise one file does, which is loaded faster.
  const entry = use === 'modules' ? builtWorker('checker-worker') : join(builtFolder, 'checker-thread.cjs');
  const data: CheckerData = { use };
  return new Thread(entry, data, { resourceLimits: heapLimits(megabytes) });
}

function endedBy(error: unknown): Parameters<Listener['onEnd']>[0] {
  if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') return { why: 'memory' };
  return { why: 'error', message: error instanceof Error ? error.message : String(error) };
}
