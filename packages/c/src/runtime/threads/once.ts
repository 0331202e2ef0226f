import type { Site, Transition } from '@fencepost/core';
import { cut, transform } from '@fencepost/core';
import { about, functions } from '../base/define.js';
import { unlessIdle } from '../base/looking.js';
import { shadow } from '../base/places.js';
import type { Steps, ThreadServices } from '../base/services.js';

// An initialisation that happens once: by the first thread, while the others wait. The low bits of its state say how far it
// is, the others how often it was restarted.
const FRESH = 0;
const RUNNING = 1;
const DONE = 2;
const PHASE = 3;
const ROUND = 4;

const phaseOf = (state: number): number => state & PHASE;
const inPhase = (state: number, phase: number): number => (state & ~PHASE) | phase;
const enter: Transition = {
  key: 'wait for an initialisation',
  ready: (old) => phaseOf(old) !== RUNNING,
  apply: (old) => (phaseOf(old) === FRESH ? inPhase(old, RUNNING) : old),
  takesLock: true,
};
const finish: Transition = { key: 'end an initialisation', apply: (old) => inPhase(old, DONE) };
const giveUp: Transition = { key: 'give up an initialisation', apply: (old) => inPhase(old, FRESH) };

const isDone = (state: number): boolean => phaseOf(state) === DONE;

/**
 * Is this thread to run the initialisation now? Who finishes leaves a mark in the bytes of the object, if the program writes
 * there: without it, the object was made or assigned again, and starts over.
 */
function* begins(thread: ThreadServices, site: Site | undefined, control: number): Steps<boolean> {
  for (;;) {
    const state = yield* unlessIdle(shadow(control), enter, isDone, 'acquire', site);
    if (!isDone(state)) return true;
    if (!thread.writesLock(control, site) || (yield* thread.lockWord(control, 0, site)) === DONE) return false;
    const restart: Transition = {
      key: `begin an initialisation again (${state})`,
      apply: (old) => (old === state ? inPhase(old, RUNNING) + ROUND : old),
      takesLock: true,
    };
    if ((yield transform(shadow(control), restart, site)) === state) return true;
  }
}

function* once(thread: ThreadServices, site: Site | undefined, control: number, fn: number): Steps<number> {
  if (!(yield* begins(thread, site, control))) return 0;
  let ended = false;
  try {
    yield* thread.call('__fp_call', fn, 0n, true);
    ended = true;
  } finally {
    // The thread may have ended within.
    if (ended && thread.writesLock(control, site)) yield* thread.write(control, 4, DONE, site, 'release');
    yield transform(shadow(control), ended ? finish : giveUp, site);
  }
  return 0;
}

const defined = functions({
  pthread_once: once,
  *call_once(thread, site, control, fn) {
    yield* once(thread, site, control, fn);
  },
  // Local statics of C++ (Itanium C++ ABI 3.3.2). Compiled code first loads the guard's first byte with acquire. If
  // that load found 0 and the initialisation is done by now, the load could also have happened later and found 1.
  *__cxa_guard_acquire(thread, site, guard) {
    const looked = thread.hasJustLoaded(guard);
    if (phaseOf(yield transform(shadow(guard), enter, site)) === FRESH) return 1;
    if (looked) yield cut(site, false);
    return 0;
  },
  *__cxa_guard_release(thread, site, guard) {
    yield* thread.write(guard, 1, 1, site, 'release');
    yield transform(shadow(guard), finish, site);
  },
  *__cxa_guard_abort(_thread, site, guard) {
    yield transform(shadow(guard), giveUp, site);
  },
});

/** `pthread_once`, `call_once`, and local statics of C++. */
export const onces = about(defined, {
  'pthread_once call_once': { calls: { index: 1, result: 'void', hasArgument: false } },
});
