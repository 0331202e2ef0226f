import { theWorld } from '../world/running/current.js';
import { noteEffect } from '../world/time/effects.js';
import { NOTHING, decodeMessage, encodeMessage } from './messages.js';

/** Value of the option `env` that shares the environment. */
export const SHARE_ENV = Symbol.for('nodejs.worker_threads.SHARE_ENV');

const DATA = Symbol('environment data');

/** Returns the environment data. A worker begins with a copy of its parent's. */
function data(): Map<unknown, unknown> {
  const { settings } = theWorld().role;
  return theWorld().slot(DATA, () => {
    const entries = decodeMessage(settings?.environmentData ?? NOTHING) as [unknown, unknown][] | undefined;
    return new Map(entries);
  });
}

/** Encodes the environment data for the next worker. */
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
