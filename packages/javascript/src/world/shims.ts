import type { World } from './world.js';

/** What a module exports; `require` of a built-in module gives the same object. */
export type ShimExports = Readonly<Record<string, unknown>>;

const makers = new Map<string, (world: World) => ShimExports>();
const MADE = Symbol('shims made');

/**
 * A module of ours that instrumented code gets instead of the one it asks for. Each name under which it is known
 * (`node:timers` and `timers`) is registered. `make` is called when a world first imports it.
 */
export function registerShim(specifier: string, make: (world: World) => ShimExports): void {
  makers.set(specifier, make);
}

export function isShim(specifier: string): boolean {
  return makers.has(specifier);
}

/** The exports of a shim in this world. */
export function shimExports(world: World, specifier: string): ShimExports {
  const made = world.slot(MADE, () => new Map<string, ShimExports>());
  const known = made.get(specifier);
  if (known !== undefined) return known;
  const make = makers.get(specifier);
  if (make === undefined) throw new Error(`no shim '${specifier}' is registered`);
  const exports = make(world);
  made.set(specifier, exports);
  return exports;
}
