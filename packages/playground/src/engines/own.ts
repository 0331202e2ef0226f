/*
 * The parts of the global object that an engine uses, saved before it loads the checked code, which may replace
 * everything that it can reach. So values passed to this module must not reach anything replaceable: no method of
 * `Array` or `Function`, and no getter of an event.
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

/**
 * More helpers are of little use. Each has its own copy of the program; in C, each thread of each copy reserves
 * gigabytes of addresses.
 */
const MOST_HELPERS = 4;

/** Number of workers that can run at the same time. */
export const CORES = Math.min(navigator.hardwareConcurrency, MOST_HELPERS);

/** Turns a script into a URL from which workers can be started. */
export function fileOf(script: string): string {
  return urlOf(new Blob([script], { type: 'text/javascript' }));
}

export function startWorker(file: string): Worker {
  return new Worker(file);
}

/** Passes each message from the port to the callback. */
export function listenTo(port: MessagePort, take: (message: never) => void): void {
  port.onmessage = (event) => take(apply(dataIn, event, []) as never);
}

/** Sends a port to the starter of this worker, and returns the other end. */
export function portToStarter(): MessagePort {
  const { port1, port2 } = new MessageChannel();
  post(undefined, { transfer: [port2] });
  return port1;
}

/** Passes the port that such a worker sends to the callback. */
export function onPort(worker: Worker, take: (port: MessagePort) => void): void {
  worker.onmessage = (event) => take((apply(portsIn, event, []) as readonly MessagePort[])[0]!);
}

const { port1, port2 } = new MessageChannel();
const waiting: (() => void)[] = [];
port1.onmessage = () => waiting.shift()?.();

/** Waits until pending messages have arrived. A timer would take four milliseconds. */
export function rest(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    port2.postMessage(undefined);
  });
}
