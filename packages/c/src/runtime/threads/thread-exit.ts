import type { Site } from '@fencepost/core';
import type { Words } from '../base/define.js';
import { about, exact } from '../base/define.js';
import { runKeyDestructors } from './keys.js';
import type { Steps, ThreadServices } from '../base/services.js';

const COUNT = 'thread_local destructors';

/** Runs the destructors of C++ `thread_local` objects, last registered first; also for the main thread. */
export function* runThreadLocalDestructors(thread: ThreadServices): Steps<void> {
  for (;;) {
    const last = Number(thread.own.get(COUNT) ?? 0) - 1;
    if (last < 0) return;
    thread.own.set(COUNT, last);
    const fn = Number(thread.own.get(`${COUNT}: function ${last}`));
    yield* thread.call('__fp_call1', fn, BigInt(thread.own.get(`${COUNT}: object ${last}`) ?? 0));
  }
}

const RUST = 'Rust: function to run at the end';

/** Runs what Rust's library does when a thread ends. It may ask to be run again. */
function* runRustExit(thread: ThreadServices): Steps<void> {
  for (let fn = thread.own.get(RUST); fn !== undefined && fn !== 0; fn = thread.own.get(RUST)) {
    thread.own.set(RUST, 0);
    yield* thread.call('__fp_call1', Number(fn), 0n);
  }
}

/** Runs the destructors of a thread before it ends, when its function has returned or it has left all its calls. */
export function* finishThread(thread: ThreadServices): Steps<void> {
  yield* runThreadLocalDestructors(thread);
  yield* runKeyDestructors(thread);
  yield* runRustExit(thread);
}

function exitThread(thread: ThreadServices, site: Site | undefined, ...[result = 0]: Words): undefined {
  thread.exit(BigInt(result), site);
}

function atThreadExit(thread: ThreadServices, _site: Site | undefined, ...[fn = 0, object = 0]: Words): number {
  const count = Number(thread.own.get(COUNT) ?? 0);
  thread.own.set(COUNT, count + 1);
  thread.own.set(`${COUNT}: function ${count}`, fn);
  thread.own.set(`${COUNT}: object ${count}`, object);
  return 0;
}

function rustAtExit(thread: ThreadServices, _site: Site | undefined, ...[fn = 0]: Words): undefined {
  thread.own.set(RUST, Number(fn));
}

const defined = exact({
  pthread_exit: exitThread,
  thrd_exit: exitThread,
  __cxa_thread_atexit: atThreadExit,
  // glibc's variant, which Rust calls.
  __cxa_thread_atexit_impl: atThreadExit,
  // Stands for a function of Rust's library (ir/analysis/rust-waits.ts).
  __fp_rust_at_exit: rustAtExit,
});

/** `pthread_exit` and functions that run when a thread ends. */
export const threadExit = about(defined, {
  __fp_rust_at_exit: { calls: { index: 0, result: 'void', hasArgument: true } },
});
