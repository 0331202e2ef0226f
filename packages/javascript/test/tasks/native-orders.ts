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

export interface NativeSettings {
  /** Each call may also be rejected, before or after its effect. */
  readonly rejects?: boolean;
  /** Answers may arrive in one tick. */
  readonly together?: boolean;
}

/** Texts of tasks that use `s` (get, put) and `log`. */
export async function nativeOrders(tasks: readonly string[], settings: NativeSettings): Promise<Orders> {
  const bodies = tasks.map((text) => new AsyncFunction('s', 'log', text));
  const outcomes = new Set<string>();
  const open: number[][] = [[]];
  let orders = 0;
  for (let prefix = open.pop(); prefix !== undefined; prefix = open.pop()) {
    outcomes.add(await runOnce(bodies, settings, chooser(prefix, open)));
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
  { rejects = false, together = false }: NativeSettings,
  choose: (options: number) => number,
): Promise<string> {
  const pending: Pending[] = [];
  const rows = new Map([
    ['a', 0],
    ['b', 0],
  ]);
  const log: unknown[] = [];
  const service =
    <P extends unknown[]>(stub: (...parameters: P) => unknown) =>
    async (...parameters: P): Promise<unknown> =>
      new Promise((resolve, reject) => {
        const orFails = rejects ? [{ arrive: () => reject(new Error('lost')), settles: true }] : [];
        const act = (): void => {
          const result = stub(...parameters);
          pending.push({ ways: [{ arrive: () => resolve(result), settles: true }, ...orFails], isAnswer: true });
        };
        pending.push({ ways: [{ arrive: act, settles: false }, ...orFails], isAnswer: false });
      });
  const services = {
    get: service((key: string) => rows.get(key)),
    put: service((key: string, value: number) => {
      rows.set(key, value);
    }),
  };
  for (const body of bodies)
    pending.push({ ways: [{ arrive: () => void body(services, log), settles: false }], isAnswer: false });
  for (;;) {
    await new Promise((resolve) => setImmediate(resolve));
    if (pending.length === 0) return JSON.stringify([[...rows], log]);
    let way: Way | undefined = taken(pending, choose);
    for (; way !== undefined; way = settledTogether(way, pending, together, choose)) way.arrive();
  }
}

/** An event, in the ways in which it can arrive. */
interface Pending {
  readonly ways: readonly Way[];
  readonly isAnswer: boolean;
}

interface Way {
  readonly arrive: () => void;
  /** Whether it settles a promise. */
  readonly settles: boolean;
}

/** Returns the next way of an answer in the same tick, if there is one. */
function settledTogether(
  { settles }: Way,
  pending: Pending[],
  together: boolean,
  choose: (options: number) => number,
): Way | undefined {
  const answers = together && settles ? pending.filter(({ isAnswer }) => isAnswer) : [];
  const ways = answers.flatMap((event) => event.ways.map((way) => ({ event, way })));
  const option = ways.length === 0 ? 0 : choose(1 + ways.length);
  if (option === 0) return undefined;
  const { event, way } = ways[option - 1]!;
  pending.splice(pending.indexOf(event), 1);
  return way;
}

/** Removes an event, and returns the way in which it arrives. */
function taken(pending: Pending[], choose: (options: number) => number): Way {
  const ways = pending.flatMap((event) => event.ways.map((way) => ({ event, way })));
  const { event, way } = ways[choose(ways.length)]!;
  pending.splice(pending.indexOf(event), 1);
  return way;
}
