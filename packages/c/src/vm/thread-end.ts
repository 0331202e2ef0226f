import type { Site } from '@fencepost/core';
import { childHandle, encodeWide, exit, join, store } from '@fencepost/core';
import { mayRunAtExit, runExitFunctions } from '../runtime/system/at-exit.js';
import { unsupported } from '../unsupported.js';
import { resultPlace } from '../runtime/base/places.js';
import type { Steps, ThreadServices } from '../runtime/base/services.js';
import { finishThread, runThreadLocalDestructors } from '../runtime/threads/thread-exit.js';
import { tellTime } from '../runtime/libc/time.js';
import { detachedOf } from '../runtime/threads/threads.js';

/** What the end of the first thread depends on. */
export interface MainThread extends ThreadServices {
  readonly site: Site | undefined;
  /** How many threads it has started and joined. */
  readonly spawned: number;
  readonly joined: number;
}

/** Ends a started thread: all its data is destroyed before other threads can get its result. */
export function* endStarted(thread: ThreadServices, result: bigint, site: Site | undefined): Steps<void> {
  yield* finishThread(thread);
  yield* tellTime(thread, thread.handle, site);
  yield* leaveResult(thread, result, site);
}

/** Stores the result for the thread that joins it. */
function* leaveResult({ handle }: ThreadServices, result: bigint, site: Site | undefined): Steps<void> {
  const word = encodeWide(result);
  if (word !== 0) yield { ...store(resultPlace(handle), word, 'relaxed', site), size: 8 };
}

/** Main has returned, and so the program exits. */
export function* endProgram(main: MainThread): Steps<void> {
  yield* runThreadLocalDestructors(main);
  yield* runExitFunctions(main, main.site);
  // Detached threads end with it; any others are assumed to be forgotten.
  const detached = detachedOf(main, main.spawned);
  if (detached > 0 && main.joined + detached === main.spawned) yield exit(main.site);
}

/** Main has ended by `pthread_exit`: the program exits when the last of the other threads has ended. */
export function* leaveProgram(main: MainThread, result: bigint, threadsStartThreads: boolean): Steps<void> {
  yield* finishThread(main);
  yield* leaveResult(main, result, main.site);
  if (!mayRunAtExit(main)) return;
  if (threadsStartThreads) {
    const hint = 'join all threads in main and return from it';
    throw unsupported('main ends by pthread_exit, threads start threads, and functions run at exit', main.site, hint);
  }
  for (let i = 1; i <= main.spawned; i++) yield join(childHandle(main.handle, i), main.site);
  yield* runExitFunctions(main, main.site);
}
