import { COMPILED_LANGUAGES, isWrittenIn, languageOfSource } from '@fencepost/core/languages';
import { join } from 'node:path';
import { JobThread, defaultMemory } from '@fencepost/workers';
import type { Answer, News, Question } from './messages.js';
import { builtFolder, workerFor } from '../workers/built.js';

/** The purpose of a checker: user modules, or files that do not import our modules. */
export type CheckerUse = 'modules' | 'c' | 'litmus';

/** Data for its thread at the start. */
export interface CheckerData {
  readonly use: CheckerUse;
}

export type CheckerThread = JobThread<Question, Answer, News>;

/** The thread started before the command line was read. */
let early: { readonly thread: CheckerThread; readonly use: CheckerUse } | undefined;

/** Returns the purpose of a checker for this file, by its name. */
export function useFor(file: string): CheckerUse {
  if (isWrittenIn(file, COMPILED_LANGUAGES)) return 'c';
  return isWrittenIn(file, ['litmus']) ? 'litmus' : 'modules';
}

/** Whether checked code can run in its own thread. Its entry exists only in a build. */
export function canStartThread(): boolean {
  return !import.meta.url.endsWith('.ts');
}

/** Starts the thread that these arguments probably need, so that it loads while they are read. */
export function startEarly(args: readonly string[]): void {
  const file = args.find((arg) => !arg.startsWith('-') && languageOfSource(arg) !== undefined);
  const use = useFor(file ?? '');
  early = { thread: start(defaultMemory(), use), use };
}

/** Returns a checker in its own thread. `megabytes`: its memory limit. */
export function checkerThread(megabytes: number, use: CheckerUse = 'modules'): CheckerThread {
  if (early === undefined || early.use !== use || megabytes !== defaultMemory()) return start(megabytes, use);
  const { thread } = early;
  early = undefined;
  return thread;
}

function start(megabytes: number, use: CheckerUse): CheckerThread {
  const entry = workerFor('checker');
  // User modules share our modules with the checker. For other files, a single bundled file suffices, which loads
  // faster.
  const file = use === 'modules' ? entry.file : join(builtFolder, 'checker-thread.cjs');
  const data: CheckerData = { use };
  return new JobThread({ ...entry, file }, { megabytes, data });
}
