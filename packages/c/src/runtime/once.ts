import type { Site, Transition } from '@fencepost/core';
import { transform } from '@fencepost/core';
import { functions } from './define.js';
import { shadow } from './places.js';
import type { Steps, ThreadServices } from './services.js';

// An initialisation that happens once: by the first thread, while the others wait.
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

function* once(thread: ThreadServices, site: Site | undefined, control: number, fn: number): Steps<number> {
  if ((yield transform(shadow(control), enter, site)) === FRESH) {
    let ended = false;
    try {
      yield* thread.call('__fp_call', fn, 0n, true);
      ended = true;
    } finally {
      // The thread may have ended within.
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
  // Local statics of C++ (Itanium C++ ABI 3.3.2). Compiled code first reads the guard's first byte with an acquire
  // load, which always yields 0 here, and then calls this: every use synchronises, which is stronger than needed.
  *__cxa_guard_acquire(_thread, site, guard) {
    return (yield transform(shadow(guard), enter, site)) === FRESH ? 1 : 0;
  },
  *__cxa_guard_release(_thread, site, guard) {
    yield transform(shadow(guard), finish, site);
  },
  *__cxa_guard_abort(_thread, site, guard) {
    yield transform(shadow(guard), giveUp, site);
  },
});
