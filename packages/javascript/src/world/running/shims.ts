import { modules } from '#host/modules';
import { refused, refusedObject, unsupported } from './unsupported.js';
import type { World } from './world.js';
import { isObject } from '../objects/is-object.js';

/** The exports of a module; `require` of a built-in module returns the same object. */
export type ShimExports = Readonly<Record<string, unknown>>;

/** Registered when the process is prepared; the exports belong to a world. */
const makers = new Map<string, (world: World) => ShimExports>();
const MADE = Symbol('shims made');

/**
 * Registers a module that instrumented code gets instead of the requested one, once under each of its names
 * (`node:timers` and `timers`). `make` is called when a world first imports it.
 */
export function registerShim(specifier: string, make: (world: World) => ShimExports): void {
  makers.set(specifier, make);
}

/** Returns whether a shim replaces this module. */
export function isShim(specifier: string): boolean {
  return makers.has(specifier);
}

/** Returns the exports of a shim in this world. */
export function shimExports(world: World, specifier: string): ShimExports {
  const made = world.slot(MADE, () => new Map<string, ShimExports>());
  const known = made.get(specifier);
  if (known !== undefined) return known;
  const make = makers.get(specifier);
  if (make === undefined) throw new Error(`no shim '${specifier}' is registered`);
  const exports = modules.isBuiltin(specifier) ? complete(specifier, make(world)) : make(world);
  made.set(specifier, exports);
  return exports;
}

const compared = new WeakSet<object>();
const HINT = 'it is not available in checks: pass a stand-in to the code under test';

/**
 * Refuses the use of names that the shim lacks, which newer versions of Node export. Without this they would be
 * undefined.
 */
function complete(specifier: string, exports: ShimExports): ShimExports {
  const real = modules.exportsOf(specifier) as ShimExports | undefined;
  if (real === undefined) return refusingOthers(specifier, exports);
  if (!compared.has(exports)) refuseWhatIsMissing(specifier, exports, real);
  return exports;
}

/** Names that are read implicitly, not by code of the program. */
const ASKED_FOR: readonly PropertyKey[] = ['then', 'default', '__esModule', 'module.exports'];

/** Refuses all other names, where the real exports of Node are not available. */
function refusingOthers(specifier: string, exports: ShimExports): ShimExports {
  return new Proxy(exports, {
    get: (target, key) => {
      if (typeof key === 'symbol' || key in target || ASKED_FOR.includes(key))
        return Reflect.get(target, key) as unknown;
      throw unsupported(`${key} of ${specifier} is not supported here`, HINT);
    },
  });
}

function refuseWhatIsMissing(specifier: string, exports: ShimExports, real: ShimExports): void {
  compared.add(exports);
  const owners = [exports, exports['default']].filter(isObject);
  for (const name of Object.keys(real)) {
    const without = owners.filter((owner) => !(name in owner));
    // Some properties, like `stdin`, have effects when they are read.
    if (without.length === 0) continue;
    const value = refusalOf(`${name} of ${specifier}`, real[name]);
    for (const owner of without) Object.defineProperty(owner, name, { value, enumerable: true });
  }
}

function refusalOf(name: string, real: unknown): unknown {
  if (typeof real === 'function') return refused(name, HINT);
  return isObject(real) ? refusedObject(name, HINT, real) : real;
}
