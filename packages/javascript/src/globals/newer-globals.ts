import { modelNavigator } from './navigator.js';
import { modelTemporal } from './temporal.js';
import { refused, refusedObject } from '../world/running/unsupported.js';

/** Globals that only newer versions of Node have, derived from the real ones. */
const makers: Readonly<Record<string, (real: () => unknown) => unknown>> = {
  navigator: (real) => modelNavigator(real() as object),
  Temporal: (real) => modelTemporal(real() as Parameters<typeof modelTemporal>[0]),
  AsyncDisposableStack: () => refused('AsyncDisposableStack', 'use try and finally'),
  // Behaves like a Node without a file for it. Reading the real one would print a warning.
  localStorage: () => undefined,
  sessionStorage: () =>
    refusedObject('sessionStorage', 'its state would leak into the next run: use a Map', prototypeOf('Storage')),
};

function prototypeOf(name: string): object {
  return (Reflect.get(globalThis, name) as { readonly prototype: object }).prototype;
}

/** Returns the globals that this version of Node has. */
export function newerGlobals(): Readonly<Record<string, unknown>> {
  const there = Object.entries(makers).filter(([name]) => name in globalThis);
  return Object.fromEntries(there.map(([name, make]) => [name, make(() => Reflect.get(globalThis, name))]));
}
