import { RestartSearch } from '@fencepost/core';
import { theWorld } from '../world/running/current.js';
import { isAssertion } from '../world/objects/error-like.js';
import { guard } from '../world/running/guard.js';
import type { Receiver } from '../synchronisation/inbox.js';
import { receive, self } from '../synchronisation/inbox.js';
import { workerPort } from '../synchronisation/next-entries.js';
import { decodeMessage, encodeMessage } from './messages.js';
import { tellParent } from './parent-line.js';

/**
 * Lets the parent receive the errors of the worker. It may add the listener only after `new Worker(…)`, when the worker
 * already runs, though no error would reach it before. So the worker must have this information from its start, and the
 * first call restarts the search.
 */
export function hearErrors(worker: number, receiver: Receiver): void {
  const { heard } = theWorld().context;
  if (!heard.has(worker)) {
    heard.add(worker);
    throw new RestartSearch();
  }
  receive(workerPort('error', worker), receiver);
}

/**
 * Sends an error that ends this worker to the parent; returns whether it was sent. A failed assertion is a failure,
 * even with a listener.
 */
export function tellError(error: unknown): boolean {
  guard(error);
  const me = self();
  if (!theWorld().context.heard.has(me) || isAssertion(error)) return false;
  tellParent('error', encodeError(error), 'error: notify the parent');
  return true;
}

/** Encodes an error with all its properties, which Node keeps, unlike in messages. */
function encodeError(error: unknown): number {
  const properties: Record<string, unknown> = {};
  if (error instanceof Error) {
    const names = Object.getOwnPropertyNames(error).filter((name) => !KEPT.includes(name));
    for (const name of ['name', ...names]) {
      const value: unknown = Reflect.get(error, name);
      if (isClonable(value)) properties[name] = value;
    }
  }
  return encodeMessage([clonable(error), properties]);
}

/** Properties that messages also keep. */
const KEPT: readonly string[] = ['stack', 'message', 'cause'];

/** Returns the error in a message of `tellError`. */
export function decodeError(message: number): unknown {
  const [error, properties] = decodeMessage(message) as [unknown, Readonly<Record<string, unknown>>];
  if (!(error instanceof Error)) return error;
  for (const [name, value] of Object.entries(properties)) {
    if (Reflect.get(error, name) === value) continue;
    Object.defineProperty(error, name, { value, writable: true, configurable: true, enumerable: name !== 'name' });
  }
  return error;
}

function isClonable(value: unknown): boolean {
  try {
    encodeMessage(value);
    return true;
  } catch (failure) {
    guard(failure);
    return false;
  }
}

/** Replaces errors that cannot be cloned, like Node. */
function clonable(error: unknown): unknown {
  return isClonable(error) ? error : new Error(String(error));
}
