import { paths } from '#host/paths';
import { current } from '../world/running/current.js';
import { NETWORK_CLASSES, globalObject as globalObjectOfWorlds } from '../globals/globals.js';
import { isNative } from '../world/objects/free-names.js';
import { defineGlobal } from '../world/objects/global-names.js';
import { unsupported } from '../world/running/unsupported.js';
import type { Role } from '../world/running/world.js';
import { MessageEvent, defineHandlers } from './events.js';
import { MessageChannel, MessagePort } from './message-port.js';
import { NOTHING, cloneValue } from './messages.js';
import { BroadcastChannel } from './broadcast-channel.js';
import { terminate } from '../synchronisation/termination.js';
import type { WorkerScope } from './web-scope.js';
import { webScope } from './web-scope.js';
import { AnyWorker } from './worker.js';

/** `Worker` of browsers. */
class Worker extends AnyWorker {
  constructor(url: string | URL, options: { readonly name?: string } = {}) {
    const file = workerFile(url);
    super({ file, flavour: 'web', workerData: NOTHING, name: options.name ?? paths.basename(file) });
  }

  terminate(): void {
    terminate(this.handle, false);
    this.markExited();
  }
}
defineHandlers(Worker.prototype, ['message', 'messageerror', 'error']);

function workerFile(url: string | URL): string {
  if (!URL.canParse(String(url))) {
    throw unsupported(
      `'${String(url)}' is not an absolute URL`,
      "write new Worker(new URL('./worker.js', import.meta.url))",
    );
  }
  const { protocol } = new URL(url);
  if (protocol === 'file:') return paths.fileURLToPath(url);
  throw unsupported(`a worker is started from ${protocol}`, 'put the code of the worker in a file');
}

defineGlobal('MessageChannel', MessageChannel);
defineGlobal('MessagePort', MessagePort);
defineGlobal('MessageEvent', MessageEvent);
defineGlobal('BroadcastChannel', BroadcastChannel);
defineGlobal('structuredClone', cloneValue);

/**
 * Defines a global that only some worlds have, or that code assigns to (`onmessage = …`). It is an accessor of the
 * process's global object, as the globals of a module are parameters, which are the same in all worlds and cannot
 * observe assignments.
 */
function defineFor(
  kinds: readonly Role['kind'][],
  name: string,
  get: () => unknown,
  set?: (value: unknown) => void,
): void {
  const before = Object.getOwnPropertyDescriptor(globalThis, name);
  if (before?.configurable === false) return;
  const isOurs = (): boolean => current.world !== undefined && kinds.includes(current.world.role.kind);
  const target: { value: unknown } = { value: before?.value };
  Object.defineProperty(globalThis, name, {
    configurable: true,
    enumerable: false,
    get: () => (isOurs() ? get() : before?.get === undefined ? target.value : (before.get.call(globalThis) as unknown)),
    set: (value: unknown) => {
      if (isOurs() && set !== undefined) set(value);
      else if (before?.set !== undefined) before.set.call(globalThis, value);
      else target.value = value;
    },
  });
}

const WEB: readonly Role['kind'][] = ['web worker'];

/** Returns a class of which `self` is an instance: programs test that to find out where they run. */
function classOfSelf(name: string): object {
  const illegal = function (): never {
    throw new TypeError('Illegal constructor');
  };
  return Object.defineProperties(illegal, {
    name: { value: name },
    [Symbol.hasInstance]: { value: (value: unknown) => value === globalObject },
  });
}

const functions = {
  postMessage: (message: unknown, transfer?: unknown) => webScope().postMessage(message, transfer),
  close: () => webScope().close(),
  addEventListener: (...given: Parameters<WorkerScope['addEventListener']>) => webScope().addEventListener(...given),
  removeEventListener: (...given: Parameters<WorkerScope['removeEventListener']>) =>
    webScope().removeEventListener(...given),
  dispatchEvent: (event: { readonly type: string }) => webScope().dispatchEvent(event),
  importScripts: () => {
    throw unsupported('importScripts is called', 'turn the worker into a module, and use import');
  },
  WorkerGlobalScope: classOfSelf('WorkerGlobalScope'),
  DedicatedWorkerGlobalScope: classOfSelf('DedicatedWorkerGlobalScope'),
};

for (const [name, value] of Object.entries(functions)) defineFor(WEB, name, () => value);
const HANDLED = ['message', 'messageerror', 'error'];
for (const type of HANDLED) {
  defineFor(
    WEB,
    `on${type}`,
    () => webScope().handler(type),
    (handler) => webScope().setHandler(type, handler),
  );
}
defineFor(['web worker', 'set-up'], 'Worker', () => Worker);
for (const [name, value] of NETWORK_CLASSES) if (!isNative(name)) defineFor(WEB, name, () => value);

/** The global object of worlds, which stores assignments, except those to event handlers such as `onmessage`. */
const globalObject = new Proxy(globalObjectOfWorlds, {
  set(target, key, value: unknown) {
    const isHandler = current.world?.role.kind === 'web worker' && HANDLED.some((type) => key === `on${type}`);
    return Reflect.set(isHandler ? globalThis : target, key, value);
  },
});
defineGlobal('globalThis', globalObject);
defineGlobal('global', globalObject);
defineFor(WEB, 'self', () => globalObject);
