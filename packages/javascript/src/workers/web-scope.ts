import { theWorld } from '../world/running/current.js';
import type { World } from '../world/running/world.js';
import { Target, defineHandlers } from './events.js';
import { receive } from '../synchronisation/inbox.js';
import { encodeMessage, openMessage, transferList } from './messages.js';
import { PARENT, postToParent } from './parent-line.js';

const SCOPE = Symbol('global scope of a web worker');

/** `self` in a web worker, with respect to messages. They are dispatched from the start, with or without a listener. */
export class WorkerScope extends Target {
  declare onmessage: unknown;
  isClosed = false;

  postMessage(message: unknown, transfer?: unknown): void {
    postToParent(encodeMessage(message, transferList(transfer)));
  }

  /** Ends the worker after the current task. */
  close(): void {
    this.isClosed = true;
  }
}
defineHandlers(WorkerScope.prototype, ['message', 'messageerror', 'error']);

/** Returns the scope of a web worker, which receives messages from now on. */
export function openScope(world: World): WorkerScope {
  return world.slot(SCOPE, () => {
    const scope = new WorkerScope();
    receive(PARENT, {
      deliver: (message) => {
        const { data, ports } = openMessage(message);
        scope.tell('message', data, ports);
      },
      listening: () => !scope.isClosed,
    });
    return scope;
  });
}

/** Returns the scope of the running web worker. */
export function webScope(): WorkerScope {
  return openScope(theWorld());
}
