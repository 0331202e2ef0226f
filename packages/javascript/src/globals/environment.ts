import { platform } from '#host/platform';
import { theWorld } from '../world/running/current.js';
import { noteEffect } from '../world/time/effects.js';

const ENVIRONMENT = Symbol('process.env');

const native = platform.process as {
  readonly env?: Readonly<Record<string, string>>;
  readonly argv?: readonly string[];
  readonly execArgv?: readonly string[];
};

/**
 * Returns an environment with these initial values, which are never modified. Each value is read only on access, so
 * that accesses can be recorded. Values are strings, as in Node.
 */
function environmentOf(values: Readonly<Record<string, string>>): object {
  /** Values that were set; undefined: deleted. */
  const own = new Map<string, string | undefined>();
  const isOwn = (key: PropertyKey): key is string => typeof key === 'string' && own.has(key);
  const valueOf = (key: PropertyKey): unknown => (isOwn(key) ? own.get(key) : Reflect.get(values, key));
  const has = (key: PropertyKey): boolean => (isOwn(key) ? own.get(key) !== undefined : Reflect.has(values, key));
  const set = (key: PropertyKey, value: unknown): boolean => {
    noteEffect();
    if (typeof key === 'symbol' || typeof value === 'symbol')
      throw new TypeError('Cannot convert a Symbol value to a string');
    own.set(String(key), String(value));
    return true;
  };
  return new Proxy<Record<string, string>>(
    {},
    {
      get: (_, key) => valueOf(key),
      has: (_, key) => has(key),
      set: (_, key, value: unknown) => set(key, value),
      defineProperty: (_, key, { value }) => set(key, value),
      deleteProperty(_, key) {
        noteEffect();
        if (typeof key === 'string') own.set(key, undefined);
        return true;
      },
      ownKeys: () => [...new Set([...Object.keys(values), ...own.keys()])].filter(has),
      getOwnPropertyDescriptor(_, key) {
        const isThere = isOwn(key) ? own.get(key) !== undefined : Object.hasOwn(values, key);
        return isThere ? { value: valueOf(key), writable: true, enumerable: true, configurable: true } : undefined;
      },
    },
  );
}

/** Returns `process.env` of this world. A worker has its own copy. */
export function environment(): object {
  const { role } = theWorld();
  return theWorld().slot(ENVIRONMENT, () => environmentOf(role.settings?.env ?? native.env ?? {}));
}

/** Returns the arguments. In a worker, `process.argv` holds its file and the arguments it was started with. */
function argv(): readonly string[] {
  const { settings, file } = theWorld().role;
  const real = native.argv ?? [];
  return settings === undefined ? real : [real[0] ?? '', file ?? '', ...settings.argv];
}

const LISTS = Symbol('arguments in process');

/** Returns `process.argv` and `process.execArgv` of this world. */
export function processArguments(): { readonly argv: unknown; readonly execArgv: unknown } {
  return theWorld().slot(LISTS, () => ({
    argv: [...argv()],
    execArgv: [...(theWorld().role.settings?.execArgv ?? native.execArgv ?? [])],
  }));
}
