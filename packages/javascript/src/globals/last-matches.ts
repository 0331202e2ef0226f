import { current } from '../world/running/current.js';
import { unsupported } from '../world/running/unsupported.js';

const NAMES = ['input', '$_', 'lastMatch', '$&', 'lastParen', '$+', 'leftContext', '$`', 'rightContext', "$'"];

/** Prepares the process: `RegExp.$1` and the like are refused in tasks, as Fencepost itself matches between their steps. */
export function installLastMatches(): void {
  for (const name of [...NAMES, ...Array.from({ length: 9 }, (_, i) => `$${i + 1}`)]) {
    const descriptor = Object.getOwnPropertyDescriptor(RegExp, name);
    if (descriptor?.get === undefined || descriptor.configurable !== true) continue;
    const native = Reflect.get(descriptor, 'get') as () => unknown;
    Object.defineProperty(RegExp, name, {
      ...descriptor,
      get(this: unknown): unknown {
        if (current.world !== undefined && current.world.task !== '')
          throw unsupported(`RegExp.${name} is not supported in tasks`, 'use the result of match or exec');
        return Reflect.apply(native, this, []);
      },
    });
  }
}
