import type { Site } from '@fencepost/core';
import { childHandle, encodeWide, exit, join, store } from '@fencepost/core';
import { mayRunAtExit, runExitFunctions } from '../../runtime/system/at-exit.js';
import { unsupported } from '../../unsupported.js';
import { resultPlace } from '../../runtime/base/places.js';
import type { Steps, ThreadServices } from '../../runtime/base/services.js';
import { finishThread, runThreadLocalDestructors } from '../../runtime/threads/thread-exit.js';
import { tellTime } from '../../runtime/libc/time.js';
import { detachedOf } from '../../runtime/threads/threads.js';

/** A thread that ends. */
export interface EndingThread extends ThreadServices {
  /** Ends the locals of the calls that the thread has left without returning from them. */
  endLocals(site: Site | undefined): Steps<void>;
}

/** The state of the first thread on which its end depends. */
export interface MainThread extends EndingThread {
  readonly site: Site | undefined;
  /** Number of threads it has started. `joined`: number of threads it has joined. */
  readonly spawned: number;
  readonly joined: number;
}

/** Ends a started thread: all its data is destroyed before other threads can get its result. */
export function* endStarted(thread: EndingThread, result: bigint, site: Site | undefined): Steps<void> {
  yield* finishThread(thread);
  yield* thread.endLocals(site);
  yield* tellTime(thread, thread.handle, site);
  yield* leaveResult(thread, result, site);
}

/** Stores the result for the thread that joins it. */
function* leaveResult({ handle }: ThreadServices, result: bigint, site: Site | undefined): Steps<void> {
  const word = encodeWide(result);
  if (word !== 0) yield { ...store(resultPlace(handle), word, 'relaxed', site), size: 8 };
}

/** Exits the program after main has returned. */
export function* endProgram(main: MainThread): Steps<void> {
  yield* runThreadLocalDestructors(main);
  yield* runExitFunctions(main, main.site);
  // Detached threads end with the program. Any other threads are assumed to be forgotten by the program.
  const detached = detachedOf(main, main.spawned);
  if (detached > 0 && main.joined + detached === main.spawned) yield exit(main.site);
}

/** Ends main after `pthread_exit`: the program exits when the last of the other threads has ended. */
export function* leaveProgram(main: MainThread, result: bigint, threadsStartThreads: boolean): Steps<void> {
  yield* finishThread(main);
  yield* main.endLocals(main.site);
  yield* leaveResult(main, result, main.site);
  if (!mayRunAtExit(main)) return;
  if (threadsStartThreads) {
    const hint = 'join all threads in main and return from it';
    throw unsupported('main ends by pthread_exit, threads start threads, and functions run at exit', main.site, hint);
  }
  for (let i = 1; i <= main.spawned; i++) yield join(childHandle(main.handle, i), main.site);
  yield* runExitFunctions(main, main.site);
}
