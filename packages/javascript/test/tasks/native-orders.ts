// Runs tasks in Node itself, with its own promises, in every order in which outside events can arrive.

/** All outcomes, and the number of orders. */
export interface Orders {
  readonly outcomes: readonly string[];
  readonly orders: number;
}

type Task = (service: object, log: unknown[]) => Promise<void>;
const AsyncFunction = Reflect.get(async () => {
  await Promise.resolve();
}, 'constructor') as new (...source: string[]) => Task;

/** Texts of tasks that use `s` (get, put) and `log`. With `mayFail`, each call may also be rejected, before or after its effect. */
export async function nativeOrders(tasks: readonly string[], mayFail: boolean): Promise<Orders> {
  const bodies = tasks.map((text) => new AsyncFunction('s', 'log', text));
  const outcomes = new Set<string>();
  const open: number[][] = [[]];
  let orders = 0;
  for (let prefix = open.pop(); prefix !== undefined; prefix = open.pop()) {
    outcomes.add(await runOnce(bodies, mayFail, chooser(prefix, open)));
    orders++;
  }
  return { outcomes: [...outcomes].toSorted(), orders };
}

/** Repeats the choices of the prefix, then takes the first option. Adds a prefix for each other option. */
export function chooser(prefix: readonly number[], open: number[][]): (options: number) => number {
  const made: number[] = [];
  return (options) => {
    const choice = prefix[made.length] ?? 0;
    if (made.length >= prefix.length) for (let other = 1; other < options; other++) open.push([...made, other]);
    made.push(choice);
    return choice;
  };
}

async function runOnce(
  bodies: readonly Task[],
  mayFail: boolean,
  choose: (options: number) => number,
): Promise<string> {
  /** Each event, in the ways in which it can arrive. */
  const pending: (() => void)[][] = [];
  const rows = new Map([
    ['a', 0],
    ['b', 0],
  ]);
  const log: unknown[] = [];
  const service =
    <P extends unknown[]>(stub: (...parameters: P) => unknown) =>
    async (...parameters: P): Promise<unknown> =>
      new Promise((resolve, reject) => {
        const orFails = mayFail ? [() => reject(new Error('lost'))] : [];
        const act = (): void => {
          const result = stub(...parameters);
          pending.push([() => resolve(result), ...orFails]);
        };
        pending.push([act, ...orFails]);
      });
  const services = {
    get: service((key: string) => rows.get(key)),
    put: service((key: string, value: number) => {
      rows.set(key, value);
    }),
  };
  for (const body of bodies) pending.push([() => void body(services, log)]);
  for (;;) {
    await new Promise((resolve) => setImmediate(resolve));
    if (pending.length === 0) return JSON.stringify([[...rows], log]);
    const ways = pending.flatMap((event) => event.map((arrive) => ({ event, arrive })));
    const { event, arrive } = ways[choose(ways.length)]!;
    pending.splice(pending.indexOf(event), 1);
    arrive();
  }
}
