import { Rediscover, parentOf } from '@fencepost/core';
import { theWorld } from '../world/current.js';
import { isAssertion } from '../world/error-like.js';
import { guard } from '../world/guard.js';
import type { Receiver } from '../synchronisation/inbox.js';
import { post, receive, self } from '../synchronisation/inbox.js';
import { encodeMessage } from './messages.js';

/**
 * The parent listens to the errors of the worker. It may add the listener only after `new Worker(…)`, when the worker
 * already runs, though no error would reach it before: so the worker must know from its start.
 */
export function hearErrors(worker: number, receiver: Receiver): void {
  const { heard } = theWorld().context;
  if (!heard.has(worker)) {
    heard.add(worker);
    throw new Rediscover();
  }
  receive(`error ${worker}`, receiver);
}

/** An error that ends this worker: is it sent to the parent? A failed assertion is a failure, even with a listener. */
export function tellError(error: unknown): boolean {
  guard(error);
  const me = self();
  if (!theWorld().context.heard.has(me) || isAssertion(error)) return false;
  post(parentOf(me), { port: `error ${me}`, message: encodeMessage(clonable(error)) }, 'error: tell the parent');
  return true;
}

/** As Node does with errors that cannot be cloned. */
function clonable(error: unknown): unknown {
  try {
    encodeMessage(error);
    return error;
  } catch (failure) {
    guard(failure);
    return new Error(String(error));
  }
}
