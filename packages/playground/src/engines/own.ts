/*
 * What an engine uses of its global object, taken before it loads what it checks: that may replace whatever it can reach.
 * So what this module is given must not be handed to anything that can be replaced: no method of `Array` or `Function`, no
 * getter of an event.
 */
const { Blob, MessageChannel, MessageEvent, Promise, Worker, navigator } = self;
const { apply } = Reflect;
const urlOf = URL.createObjectURL.bind(URL);
const post = self.postMessage.bind(self);

const dataIn = getterOf('data');
const portsIn = getterOf('ports');

function getterOf(name: 'data' | 'ports'): () => unknown {
  const { get } = Object.getOwnPropertyDescriptor(MessageEvent.prototype, name) as { readonly get: () => unknown };
  return get;
}

/** More are of little use. Each has its own copy of the program; in C, each thread of each copy reserves gigabytes of addresses. */
const MOST_HELPERS = 4;

/** How many workers can work at the same time. */
export const CORES = Math.min(navigator.hardwareConcurrency, MOST_HELPERS);

/** Makes a script a file that workers can be started with. */
export function fileOf(script: string): string {
  return urlOf(new Blob([script], { type: 'text/javascript' }));
}

export function startWorker(file: string): Worker {
  return new Worker(file);
}

/** Calls back with what comes through the port. */
export function listenTo(port: MessagePort, take: (message: never) => void): void {
  port.onmessage = (event) => take(apply(dataIn, event, []) as never);
}

/** Gives whoever has started this worker a way to it, and returns the other end. */
export function portToStarter(): MessagePort {
  const { port1, port2 } = new MessageChannel();
  post(undefined, { transfer: [port2] });
  return port1;
}

/** Calls back with what such a worker has given. */
export function onPort(worker: Worker, take: (port: MessagePort) => void): void {
  worker.onmessage = (event) => take((apply(portsIn, event, []) as readonly MessagePort[])[0]!);
}

const { port1, port2 } = new MessageChannel();
const waiting: (() => void)[] = [];
port1.onmessage = () => waiting.shift()?.();

/** Lets messages arrive. A timer would take four milliseconds. */
export function rest(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    port2.postMessage(undefined);
  });
}
