import { Rediscover, parentOf } from '@fencepost/core';
import { theWorld } from '../world/current.js';
import { isAssertion } from '../runtime/thread-failure.js';
import { guard } from '../world/guard.js';
import type { Receiver } from '../synchronisation/inbox.js';
import { post, receive, self } from '../synchronisation/inbox.js';
import { encodeMessage } from './messages.js';

/**
 * Whoever started the worker listens to its errors. It may begin to only after `new Worker(…)`, when the worker runs
 * already, though no error would reach it before: so the worker must know from its beginning.
 */
export function hearErrors(worker: number, receiver: Receiver): void {
  const { heard } = theWorld().context;
  if (!heard.has(worker)) {
    heard.add(worker);
    throw new Rediscover();
  }
  receive(`error ${worker}`, receiver);
}

/** An error that ends this worker: does it go to whoever started it? A failed assertion is a failure, whoever listens. */
export function tellError(error: unknown): boolean {
  guard(error);
  const me = self();
  if (!theWorld().context.heard.has(me) || isAssertion(error)) return false;
  post(parentOf(me), { port: `error ${me}`, message: encodeMessage(clonable(error)) }, 'error: tell the parent');
  return true;
}

/** As Node does with what cannot be sent. */
function clonable(error: unknown): unknown {
  try {
    encodeMessage(error);
    return error;
  } catch (failure) {
    guard(failure);
    return new Error(String(error));
  }
}
