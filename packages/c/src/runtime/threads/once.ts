import type { Site, Transition } from '@fencepost/core';
import { cut, transform } from '@fencepost/core';
import { functions } from '../base/define.js';
import { unlessIdle } from '../base/looking.js';
import { shadow } from '../base/places.js';
import type { Steps, ThreadServices } from '../base/services.js';

// States of a one-time initialisation: the first thread performs it while the others wait.
const FRESH = 0;
const RUNNING = 1;
const DONE = 2;
const enter: Transition = {
  key: 'wait for an initialisation',
  ready: (old) => old !== RUNNING,
  apply: (old) => (old === FRESH ? RUNNING : old),
  takesLock: true,
};
const finish: Transition = { key: 'end an initialisation', apply: () => DONE };
const giveUp: Transition = { key: 'give up an initialisation', apply: () => FRESH };

const isDone = (state: number): boolean => state === DONE;

function* once(thread: ThreadServices, site: Site | undefined, control: number, fn: number): Steps<number> {
  const state = yield* unlessIdle(shadow(control), enter, isDone, 'acquire', site);
  if (state === FRESH) {
    let ended = false;
    try {
      yield* thread.call('__fp_call', fn, 0n, true);
      ended = true;
    } finally {
      // The thread may have ended within the call.
      yield transform(shadow(control), ended ? finish : giveUp, site);
    }
  }
  return 0;
}

/** `pthread_once`, `call_once`, and local statics of C++. */
export const onces = functions({
  pthread_once: once,
  *call_once(thread, site, control, fn) {
    yield* once(thread, site, control, fn);
  },
  // Local statics of C++ (Itanium C++ ABI 3.3.2). Compiled code first loads the guard's first byte with acquire. If
  // that load found 0 and the initialisation is done by now, the load could also have happened later and found 1.
  *__cxa_guard_acquire(thread, site, guard) {
    const looked = thread.hasJustLoaded(guard);
    if ((yield transform(shadow(guard), enter, site)) === FRESH) return 1;
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
