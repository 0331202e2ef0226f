import { theWorld } from '../world/current.js';
import { noteEffect } from '../world/effects.js';
import { NOTHING, decodeMessage, encodeMessage } from './messages.js';

/** The value of the option `env` that shares it. */
export const SHARE_ENV = Symbol.for('nodejs.worker_threads.SHARE_ENV');

const DATA = Symbol('environment data');

/** A worker begins with a copy of what its parent has. */
function data(): Map<unknown, unknown> {
  const { settings } = theWorld().role;
  return theWorld().slot(DATA, () => {
    const entries = decodeMessage(settings?.environmentData ?? NOTHING) as [unknown, unknown][] | undefined;
    return new Map(entries);
  });
}

/** For the next worker. */
export function encodeEnvironmentData(): number {
  return data().size === 0 ? NOTHING : encodeMessage([...data()]);
}

export function getEnvironmentData(key: unknown): unknown {
  return data().get(key);
}

export function setEnvironmentData(key: unknown, value?: unknown): void {
  noteEffect();
  if (value === undefined) data().delete(key);
  else data().set(key, value);
}
