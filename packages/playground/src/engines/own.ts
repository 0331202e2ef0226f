/*
 * What an engine uses of its global object, taken before anything that it checks can replace it. A module that uses them
 * is to be loaded first.
 */
const { Blob, MessageChannel, Worker, navigator } = self;

export const OWN = { Blob, MessageChannel, Worker, urlOf: URL.createObjectURL.bind(URL) };

/** More are of little use, and each has its own copy of the program. */
const MOST_HELPERS = 8;

/** How many workers can work at the same time. */
export const CORES = Math.min(navigator.hardwareConcurrency, MOST_HELPERS);

const { port1, port2 } = new MessageChannel();
const ask = port2.postMessage.bind(port2);
const waiting: (() => void)[] = [];
port1.onmessage = () => waiting.shift()?.();

/** Lets messages arrive. A timer would take four milliseconds. */
export function rest(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    ask(undefined);
  });
}
