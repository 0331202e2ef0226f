import process from 'node:process';
import { nextTick } from '../../async/timers.js';
import { disguised } from '../../memory/views/replace.js';
import { current } from '../../world/running/current.js';

type Method = (this: unknown, ...given: readonly unknown[]) => unknown;

/**
 * Prepares the process: callbacks that Node itself defers to the next tick (events of streams) run in the world's next
 * tick. Test runners replace `process.nextTick` and restore it later: outside of worlds, the function they set is
 * called.
 */
export function installTicks(): void {
  const native = Reflect.get(process, 'nextTick') as Method;
  let outside = native;
  const replacement: Method = function (...given) {
    if (current.world === undefined) return Reflect.apply(outside, process, given);
    const [callback, ...parameters] = given;
    nextTick(callback, ...parameters);
    return undefined;
  };
  const value = disguised(native, replacement);
  Object.defineProperty(process, 'nextTick', {
    configurable: true,
    enumerable: true,
    get: () => value,
    set: (given: Method) => {
      if (given !== value) outside = given;
    },
  });
}
