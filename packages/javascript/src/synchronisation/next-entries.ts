/**
 * An arrival in a thread: a message for one of its ports, or a notification that something it waits for has happened.
 */
export type Entry = { readonly port: string; readonly message: number } | { readonly wake: string };

/** Events that a Node worker sends to its parent, in the order in which Node reads them when the worker ends. */
const OF_WORKER = ['worker', 'error', 'exit'] as const;
type WorkerEvent = (typeof OF_WORKER)[number];

/** The port where a parent receives this from a worker. */
export function workerPort(event: WorkerEvent, worker: number): string {
  return `${event} ${worker}`;
}

function isOf(port: string): (entry: Entry) => boolean {
  return (entry) => 'port' in entry && entry.port === port;
}

/** Whether the entry belongs to the end of a worker: then its place among the worker's messages does not matter. */
export function endsWorker(entry: Entry): boolean {
  return 'port' in entry && /^(?:error|exit) /.test(entry.port);
}

/**
 * The entries of an inbox that one event of the loop takes: the first one, as a rule. But Node learns of a worker's end
 * before anything else, and then reads all that is left of the worker at once. Errors have a port of their own, which
 * comes before that of messages.
 */
export function nextEntries(inbox: readonly Entry[]): readonly Entry[] {
  const [first] = inbox;
  if (first === undefined || !('port' in first)) return inbox.slice(0, 1);
  const [event, worker] = first.port.split(' ');
  if (!OF_WORKER.includes(event as WorkerEvent)) return [first];
  const told = OF_WORKER.map((each) => inbox.filter(isOf(`${each} ${worker}`)));
  const [, errors, exits] = told;
  if (exits!.length > 0) return told.flat();
  return errors!.length > 0 ? errors!.slice(0, 1) : [first];
}
