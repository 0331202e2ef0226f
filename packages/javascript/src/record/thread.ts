import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { getEnvironmentData, isMainThread, setEnvironmentData } from 'node:worker_threads';
import { installCompilers } from '../globals/code-in-texts.js';
import { replaceAccessors } from '../memory/natives/natives.js';
import { installReaders } from '../memory/natives/readers.js';
import { replaceSlice } from '../memory/natives/shared-array-buffer.js';
import { accessMemoryBy } from '../memory/views/views.js';
import { Context } from '../world/context/context.js';
import { current, enterWorld } from '../world/running/current.js';
import { Sites } from '../world/context/sites.js';
import type { Inherited } from './environment.js';
import { ENVIRONMENT } from './environment.js';
import { defineInstruments } from './instruments.js';
import { liveRun } from './live-run.js';
import { instrumentModules } from './loading.js';
import { recordMessages } from './messages.js';
import { NativeWorker, natives } from './natives.js';
import { NodeOptions } from './node-options.js';
import { noteWebAssembly } from './webassembly.js';
import { RecordedMemory } from './recorded-memory.js';
import { recordWorkers } from './recorded-worker.js';
import type { RecorderData } from './shared-words.js';
import { ALL_WORDS, BEFORE, CLOSED, CLOSING, HEAD, PHASE, SITES, THREADS } from './shared-words.js';
import { Steps } from './steps.js';
import { flushBeforeSuddenEnds } from './flush-before-exit.js';
import { numberThreads } from './thread-ids.js';

/** Prepares this thread. `folder` contains the other modules that Node must load: hooks, and the recorder thread. */
export function recordThread(socket: string, folder: string): void {
  const inherited = getEnvironmentData(ENVIRONMENT) as unknown as Inherited | undefined;
  setEnvironmentData(ENVIRONMENT, undefined);
  const { words, thread } = inherited ?? { words: makeWords(), thread: 0 };
  const steps = new Steps(words, thread);
  const world = enterWorld(new Context(new Sites()), { kind: 'node worker', thread, name: '' });
  accessMemoryBy((buffer) => new RecordedMemory(buffer, steps));
  replaceAccessors();
  replaceSlice(SharedArrayBuffer);
  installReaders();
  installCompilers();
  noteWebAssembly(steps);
  defineInstruments(steps);
  instrumentModules(pathToFileURL(join(folder, 'record-hooks.js')).href);
  process.setSourceMapsEnabled(true);
  recordMessages(steps);
  flushBeforeSuddenEnds(steps);
  numberThreads(steps);
  const nodeOptions = new NodeOptions(join(folder, 'record-preload.cjs'));
  nodeOptions.addToChildren();
  recordWorkers(steps, nodeOptions, () => {
    if (isMainThread && natives.load(words, PHASE) === BEFORE) begin(steps, socket, folder);
  });
  if (!isMainThread) current.run = liveRun(thread);
  process.on('exit', () => {
    if (!steps.isRecording) return;
    for (const text of world.context.unseen) steps.tell({ ask: 'note', text });
    if (isMainThread) close(steps);
    else steps.baton.end();
  });
}

function makeWords(): Int32Array {
  const words = new Int32Array(new SharedArrayBuffer(4 * ALL_WORDS));
  words[THREADS] = 1;
  words[SITES] = 1;
  return words;
}

/** Maximum time to wait for the recorder thread, in milliseconds. */
const MOST_START = 60_000;

/** Starts recording when the first worker is about to start. */
function begin(steps: Steps, socket: string, folder: string): void {
  const { FENCEPOST_RECORD_SCHEDULER, FENCEPOST_RECORD_SEED = '1', FENCEPOST_RECORD_DEPTH = '3' } = process.env;
  const isPct = FENCEPOST_RECORD_SCHEDULER === 'pct';
  steps.baton.scheduler.begin(Number(FENCEPOST_RECORD_SEED), isPct, Number(FENCEPOST_RECORD_DEPTH));
  const workerData: RecorderData = { words: steps.words, socket, program: process.argv[1] ?? process.execPath };
  const recorder = new NativeWorker(join(folder, 'record-thread.js'), { workerData, execArgv: [], stdout: false });
  recorder.unref();
  // It reports its end itself.
  recorder.on('error', () => undefined);
  natives.wait(steps.words, PHASE, BEFORE, MOST_START);
  if (natives.compareExchange(steps.words, PHASE, BEFORE, CLOSED) === BEFORE)
    process.stderr.write('fencepost: the recorder thread did not start: nothing is recorded\n');
  if (!steps.isRecording) return;
  steps.tellWaiting();
  current.run = liveRun(0);
}

/** Stops all threads from taking steps, and waits until all recorded steps are written. */
function close(steps: Steps): void {
  const { words } = steps;
  current.run = undefined;
  steps.baton.seize();
  natives.store(words, PHASE, CLOSING);
  natives.notify(words, HEAD);
  while (natives.load(words, PHASE) === CLOSING) natives.wait(words, PHASE, CLOSING, 1000);
}
