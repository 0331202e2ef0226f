import { current, theWorld } from '../../world/running/current.js';
import { defineGlobal } from '../../world/objects/global-names.js';
import { ModelPromise } from '../../async/promise.js';
import { unsupported } from '../../world/running/unsupported.js';
import type { Args } from './atomic-accesses.js';
import { accessFunctions, canWait, natives, spotOf, toCount, toTimeout, waitArguments } from './atomic-accesses.js';
import type { Native } from '../views/replace.js';
import { callNative, disguised } from '../views/replace.js';
import { visible } from '../views/views.js';
import * as waiting from './waiting.js';

/** `wait` in set-up code, which nothing could wake: it must not block. */
function waitAlone(name: string, args: Args): { readonly answer: 'not-equal' | 'timed-out'; readonly timeout: number } {
  const answer = callNative(natives['wait']!, natives, [args[0], args[1], args[2], 0]) as 'not-equal' | 'timed-out';
  const timeout = toTimeout(args[3]);
  if (answer === 'not-equal' || timeout < Infinity) return { answer, timeout };
  throw unsupported(
    `set-up code waits in ${name}, and no thread can wake it`,
    'wait in a thread: set-up code and code after the threads run alone',
  );
}

const functions: Readonly<Record<string, Native>> = {
  ...accessFunctions,

  wait(...args: Args) {
    if (current.run === undefined) return waitAlone('Atomics.wait', args).answer;
    const view = visible(args[0]);
    // Not shared: the native throws.
    if (view === undefined) return callNative(natives['wait']!, natives, args);
    const spot = spotOf(view, args, natives['wait']!, canWait);
    const { expected, timeout } = waitArguments(spot, args);
    // The error message of V8.
    if (theWorld().role.mainThread === true) throw new TypeError('Atomics.wait cannot be called in this context');
    return waiting.wait(spot, expected, timeout);
  },

  waitAsync(...args: Args) {
    if (current.run === undefined) {
      const { answer, timeout } = waitAlone('Atomics.waitAsync', args);
      const isLate = answer === 'timed-out' && timeout > 0;
      return isLate ? { async: true, value: ModelPromise.resolve(answer) } : { async: false, value: answer };
    }
    const view = visible(args[0]);
    if (view === undefined) return callNative(natives['waitAsync']!, natives, args);
    const spot = spotOf(view, args, natives['waitAsync']!, canWait);
    const { expected, timeout } = waitArguments(spot, args);
    return waiting.waitAsync(spot, expected, timeout);
  },

  notify(...args: Args) {
    const view = visible(args[0]);
    if (view === undefined) return callNative(natives['notify']!, natives, args);
    const spot = spotOf(view, args, natives['notify']!, canWait);
    return waiting.notify(spot, toCount(args[2]));
  },

  pause: () => undefined,
};

/** `Atomics` for instrumented code, limited to the functions that this version of Node has. */
export const WorldAtomics: object = Object.defineProperties(
  {},
  {
    ...Object.fromEntries(
      Object.entries(functions).flatMap(([name, value]) => {
        const native = natives[name];
        if (native === undefined) return [];
        if (native !== value) disguised(native, value);
        return [[name, { value, writable: true, configurable: true }]];
      }),
    ),
    [Symbol.toStringTag]: { value: 'Atomics', configurable: true },
  },
);
defineGlobal('Atomics', WorldAtomics);
