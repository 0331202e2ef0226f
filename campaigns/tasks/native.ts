import type { TaskProgram } from './program.js';
import { OUTCOME, SHARED } from './program.js';

// Runs tasks in Node itself, with its own promises, in every order in which outside events can arrive.

/** All outcomes, and the number of orders. Undefined: there are too many. */
export interface Orders {
  readonly outcomes: readonly string[];
  readonly orders: number;
}

type Begin = (s: object, rows: Map<string, number>) => { tasks: (() => Promise<void>)[]; outcome: () => string };

export async function nativeOrders({ tasks, rejects }: TaskProgram, most: number): Promise<Orders | undefined> {
  const bodies = tasks.map((text) => `async () => { ${text} }`).join(',\n');
  // oxlint-disable-next-line typescript/no-implied-eval -- random programs are texts
  const begin = new Function(
    's',
    'rows',
    `${SHARED}\nreturn { tasks: [${bodies}], outcome: () => ${OUTCOME} };`,
  ) as Begin;
  const outcomes = new Set<string>();
  const open: number[][] = [[]];
  let orders = 0;
  for (let prefix = open.pop(); prefix !== undefined; prefix = open.pop()) {
    if (++orders > most) return undefined;
    outcomes.add(await runOnce(begin, rejects, chooser(prefix, open)));
  }
  return { outcomes: [...outcomes].toSorted(), orders };
}

/** Repeats the choices of the prefix, then takes the first option. Adds a prefix for each other option. */
function chooser(prefix: readonly number[], open: number[][]): (options: number) => number {
  const made: number[] = [];
  return (options) => {
    const choice = prefix[made.length] ?? 0;
    if (made.length >= prefix.length) for (let other = 1; other < options; other++) open.push([...made, other]);
    made.push(choice);
    return choice;
  };
}

async function runOnce(begin: Begin, rejects: boolean, choose: (options: number) => number): Promise<string> {
  /** Each event, in the ways in which it can arrive. */
  const pending: (() => void)[][] = [];
  const rows = new Map([
    ['a', 0],
    ['b', 0],
  ]);
  const service =
    <P extends unknown[]>(stub: (...parameters: P) => unknown) =>
    async (...parameters: P): Promise<unknown> =>
      new Promise((resolve, reject) => {
        const orFails = rejects ? [() => reject(new Error('lost'))] : [];
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
  const { tasks, outcome } = begin(services, rows);
  let ended = 0;
  const failed: string[] = [];
  for (const task of tasks) {
    pending.push([
      () =>
        void task().then(
          () => ended++,
          (error: unknown) => failed.push(String(error)),
        ),
    ]);
  }
  for (;;) {
    await new Promise((resolve) => setImmediate(resolve));
    if (failed.length > 0) return `fails: ${failed[0]!}`;
    if (pending.length === 0) return ended === tasks.length ? outcome() : 'waits';
    const ways = pending.flatMap((event) => event.map((arrive) => ({ event, arrive })));
    const { event, arrive } = ways[choose(ways.length)]!;
    pending.splice(pending.indexOf(event), 1);
    arrive();
  }
}
