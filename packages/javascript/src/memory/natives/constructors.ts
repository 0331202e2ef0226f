import { current } from '../../world/running/current.js';
import { unsupported } from '../../world/running/unsupported.js';
import { snapshot } from '../views/elements.js';
import { KINDS, isNativeConstructor } from '../model/kinds.js';
import { callNative, constructNative, replace } from '../views/replace.js';
import { shared, visible } from '../views/views.js';
import { sharedWithin } from '../views/find-shared-memory.js';

type Constructor = new (...args: readonly unknown[]) => object;

/** Node classes that keep the bytes passed to them and access them invisibly. */
const TAKERS = new Set([
  'Blob',
  'File',
  'Request',
  'Response',
  'X509Certificate',
  'Deserializer',
  'DefaultDeserializer',
]);

/** Such classes of Node's modules, added when the modules are loaded; the others are globals. */
const takers = new WeakSet<object>();

/** Adds a class whose constructor reads its arguments. */
export function addTaker(constructor: object): void {
  takers.add(constructor);
}

function isTaker(constructor: unknown): boolean {
  if (typeof constructor !== 'function' || !TAKERS.has(constructor.name)) return false;
  return takers.has(constructor) || Reflect.get(globalThis, constructor.name) === constructor;
}

/**
 * Returns the arguments for a constructor call, with shared typed arrays copied visibly: constructors of typed arrays
 * read their argument invisibly.
 */
export function visibleArguments(constructor: unknown, args: readonly unknown[]): readonly unknown[] {
  if (current.run === undefined) return args;
  if (isTaker(constructor) && sharedWithin(args).length > 0) {
    throw unsupported(
      `${(constructor as Constructor).name} receives shared memory: its accesses would not be observed`,
      'pass a copy: Uint8Array.from(view)',
    );
  }
  const view = isNativeConstructor(constructor) ? visible(args[0]) : undefined;
  return view?.kind === undefined ? args : [snapshot(view), ...args.slice(1)];
}

const standIns = new Map<unknown, Constructor>(
  KINDS.map(({ make }) => {
    const construct = (native: Constructor, args: readonly unknown[], newTarget: Constructor): object =>
      constructNative<readonly unknown[], object>(native, visibleArguments(native, args), newTarget);
    return [make, new Proxy(make as unknown as Constructor, { construct })];
  }),
);

/**
 * Returns a replacement for a constructor whose arguments are not visible to instrumentation: in `super(…)`, or bound.
 */
export function standInFor<T>(constructor: T): T {
  return (standIns.get(constructor) as T | undefined) ?? constructor;
}

const realOf = new Map<unknown, unknown>([...standIns].map(([real, standIn]) => [standIn, real]));

/** Makes `getPrototypeOf` return the real typed array class, not its stand-in, for a class that extends it. */
export function replacePrototypes(): void {
  for (const owner of [Object, Reflect]) {
    replace(owner, 'getPrototypeOf', (native, self, args) => {
      if (typeof args[0] !== 'function') return undefined;
      const found: unknown = callNative(native, self, args);
      return { result: realOf.get(found) ?? found };
    });
  }
}

/** Replaces natives that fill the object returned by a constructor of the program. */
export function replaceMakers(): void {
  const owners: readonly object[] = [Object.getPrototypeOf(Int8Array) as object, Array];
  for (const owner of owners) {
    for (const name of ['from', 'of']) {
      replace(owner, name, (native, self, args) => {
        if (self === Array || isNativeConstructor(self) || typeof self !== 'function') return undefined;
        return { result: callNative(native, checking(self as unknown as Constructor), args) };
      });
    }
  }
}

/** Wraps the class with a check that its instances are unshared. */
function checking(constructor: Constructor): Constructor {
  return new Proxy(constructor, {
    construct: (target, args: readonly unknown[], newTarget) =>
      unsharedResult(constructNative(target, args, newTarget) as object),
  });
}

/** Refuses shared memory, which a native would fill invisibly. */
export function unsharedResult<T>(made: T): T {
  if (shared(made) === undefined) return made;
  throw unsupported('a class of the program passes a shared view to native code that fills it', 'fill it with `set`');
}
