import { platform } from '#host/platform';
import { theWorld } from '../world/current.js';
import { noteEffect } from '../world/effects.js';

const ENVIRONMENT = Symbol('process.env');

const native = platform.process as {
  readonly env?: Readonly<Record<string, string>>;
  readonly argv?: readonly string[];
  readonly execArgv?: readonly string[];
};

/** Values are strings, as in Node. */
function environmentOf(values: Readonly<Record<string, string>>): object {
  return new Proxy<Record<string, string>>(
    { ...values },
    {
      set(target, key, value: unknown) {
        noteEffect();
        if (typeof key === 'symbol' || typeof value === 'symbol')
          throw new TypeError('Cannot convert a Symbol value to a string');
        target[key] = String(value);
        return true;
      },
      deleteProperty(target, key) {
        noteEffect();
        return Reflect.deleteProperty(target, key);
      },
    },
  );
}

/** `process.env` of this world: a worker has a copy of its own. */
export function environment(): object {
  const { role } = theWorld();
  return theWorld().slot(ENVIRONMENT, () => environmentOf(role.settings?.env ?? native.env ?? {}));
}

/** A worker has its file, and what it was started with, in `process.argv`. */
function argv(): readonly string[] {
  const { settings, file } = theWorld().role;
  const real = native.argv ?? [];
  return settings === undefined ? real : [real[0] ?? '', file ?? '', ...settings.argv];
}

const LISTS = Symbol('arguments in process');

/** `process.argv` and `process.execArgv` of this world. */
export function processArguments(): { readonly argv: unknown; readonly execArgv: unknown } {
  return theWorld().slot(LISTS, () => ({
    argv: [...argv()],
    execArgv: [...(theWorld().role.settings?.execArgv ?? native.execArgv ?? [])],
  }));
}
