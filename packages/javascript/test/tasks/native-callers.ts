// Calls of an object in Node itself, with its own promises: in every order of outside events, and from between any two
// microtasks. Node's hooks of promises run there.
import { createHook } from 'node:async_hooks';

/** The calls of an execution: their results by caller, and their beginnings (c) and ends (16 + c) in order. */
export interface NativeHistory {
  readonly results: readonly (readonly string[])[];
  readonly happened: readonly number[];
}

/** An object with async methods. */
type Methods = Readonly<Record<string, () => unknown>>;
type Make = (s: object) => Methods;

const END = 16;

/** Returns all executions of callers that call the object, made by a function of services `s` (get, put). */
export async function nativeHistories(
  make: Make,
  callers: readonly (readonly string[])[],
  isSequential = false,
): Promise<readonly NativeHistory[]> {
  const open: number[][] = [[]];
  const found: NativeHistory[] = [];
  for (let prefix = open.pop(); prefix !== undefined; prefix = open.pop()) {
    found.push(await new Execution(make, callers, isSequential, prefix, open).run());
  }
  return found;
}

class Execution {
  private readonly results: string[][];
  private readonly happened: number[] = [];
  /** Events in the ways they can arrive. */
  private readonly pending: (() => void)[] = [];
  /** Calls that can begin. */
  private readonly begins: (() => void)[] = [];
  private readonly made: number[] = [];
  private readonly object: Methods;
  private isRunning = false;
  private readonly promises = new Set<number>();
  private readonly hook = createHook({
    init: (id, type) => {
      if (type === 'PROMISE') this.promises.add(id);
    },
    before: (id) => {
      if (!this.isRunning || this.isSequential || !this.promises.has(id)) return;
      for (;;) {
        const choice = this.begins.length === 0 ? 0 : this.choose(this.begins.length + 1);
        if (choice === 0) return;
        this.begins.splice(choice - 1, 1)[0]!();
      }
    },
  });

  constructor(
    make: Make,
    private readonly callers: readonly (readonly string[])[],
    private readonly isSequential: boolean,
    private readonly prefix: readonly number[],
    private readonly open: number[][],
  ) {
    this.results = callers.map(() => []);
    const rows = new Map([
      ['a', 0],
      ['b', 0],
    ]);
    const service =
      <P extends unknown[]>(stub: (...parameters: P) => unknown) =>
      // An async function would add microtasks.
      (...parameters: P): Promise<unknown> =>
        new Promise((resolve) => {
          this.pending.push(() => {
            const result = stub(...parameters);
            this.pending.push(() => resolve(result));
          });
        });
    this.object = make({
      get: service((key: string) => rows.get(key)),
      put: service((key: string, value: number) => {
        rows.set(key, value);
      }),
    });
  }

  private choose(options: number): number {
    const { made, prefix, open } = this;
    const choice = prefix[made.length] ?? 0;
    if (made.length >= prefix.length) for (let other = 1; other < options; other++) open.push([...made, other]);
    made.push(choice);
    return choice;
  }

  async run(): Promise<NativeHistory> {
    const first = this.callers.map((calls, i) => this.callers.slice(0, i).reduce((sum, each) => sum + each.length, 0));
    this.callers.forEach((_, i) => this.begins.push(() => this.call(i, 0, first[i]!)));
    this.hook.enable();
    await new Promise<void>((resolve) => {
      const step = (): void => {
        const { pending, begins } = this;
        const isBusy = this.isSequential && pending.length > 0;
        const options = pending.length + (isBusy ? 0 : begins.length);
        if (options === 0) {
          resolve();
          return;
        }
        const choice = this.choose(options);
        this.isRunning = true;
        if (choice < pending.length) pending.splice(choice, 1)[0]!();
        else begins.splice(choice - pending.length, 1)[0]!();
      };
      // Node runs both in one phase, so nothing else comes between them, and after the first all microtasks.
      const next = (): void => {
        setImmediate(step);
        setImmediate(() => {
          const wasRunning = this.isRunning;
          this.isRunning = false;
          if (wasRunning) next();
        });
      };
      next();
    });
    this.hook.disable();
    return { results: this.results, happened: this.happened };
  }

  private call(caller: number, i: number, number: number): void {
    this.happened.push(number);
    const ended = (result: string): void => {
      this.happened.push(END + number);
      this.results[caller]!.push(result);
      if (i + 1 < this.callers[caller]!.length) this.begins.push(() => this.call(caller, i + 1, number + 1));
    };
    const value = this.object[this.callers[caller]![i]!]!();
    if (value instanceof Promise) {
      void value.then(
        (result) => ended(String(result)),
        (error: unknown) => ended(`throws ${String(error)}`),
      );
    } else ended(String(value));
  }
}
