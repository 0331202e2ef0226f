import type * as threads from 'node:worker_threads';
import type { Operation, ThreadRun } from '@fencepost/core';
import { RMW, SPAWN, withRestarts, childHandle, parseThreadPath, spawn } from '@fencepost/core';
import { Context } from '../../src/world/context/context.js';
import { current, keepingCurrent } from '../../src/world/running/current.js';
import { ReplayedThread } from '../../src/runtime/replayed-thread.js';
import type { Script } from '../../src/runtime/run.js';
import { Sites } from '../../src/world/context/sites.js';
import { initialInboxes, mayIdle } from '../../src/synchronisation/inbox.js';
import { runWorker } from '../../src/workers/run-worker.js';
import type { WorkerSpec } from '../../src/world/context/worker-spec.js';
import { shimExports } from '../../src/world/running/shims.js';
import type { Role, World } from '../../src/world/running/world.js';
import { TolerantWorld } from '../memory/fake-run.js';
import '../../src/workers/node-worker.js';
import '../../src/workers/web-worker.js';

/** Code of worker files, by path. */
export type Files = Readonly<Record<string, () => void>>;

interface Thread {
  readonly name: string;
  readonly run: ThreadRun;
  operation: Operation | undefined;
}

/** Which of the threads that can go on does so: an index. */
export type Choose = (ready: readonly string[]) => number;

export function inWorld<T>(context: Context, role: Role, action: (world: World) => T): T {
  return keepingCurrent(() => {
    const world = new TolerantWorld(context, role, current);
    Object.assign(current, { world, run: undefined, site: 0 });
    return action(world);
  });
}

type WorkerThreads = Omit<typeof threads, 'workerData'> & { readonly workerData: unknown };

/** What the code of the world that runs imports from `node:worker_threads`. */
export function workerThreads(): WorkerThreads {
  return shimExports(current.world!, 'node:worker_threads') as unknown as WorkerThreads;
}

/** Runs threads of hand-made worlds, one operation at a time, on memory without caches. */
export class Simulation {
  readonly context = new Context(new Sites());
  readonly memory = new Map<number, number>();
  readonly outcomes = new Map<string, unknown>();
  /** Threads that wait when no thread can continue: `idle` or not. */
  readonly waiting = new Map<string, boolean>();
  /** What was done, by thread: what transitions are called. */
  readonly done: string[] = [];
  private readonly scripts: Script[] = [];
  private readonly threads: Thread[] = [];
  private readonly files: Files;
  private readonly setUp: () => unknown;

  constructor(files: Files = {}, setUp: () => unknown = () => undefined) {
    this.files = files;
    this.setUp = setUp;
    inWorld(this.context, { kind: 'set-up', thread: 0, name: 'set-up' }, (world) => {
      setUp();
      for (const [place, word] of initialInboxes(world)) this.context.initialStates.set(place, word);
    });
  }

  /** A thread given as a function; it gets what set-up code gave in its world. */
  thread(handle: number, body: (made: unknown) => unknown): void {
    this.scripts.push({
      handle,
      context: this.context,
      run: (start) => {
        const world = new TolerantWorld(this.context, { kind: 'set-up', thread: 0, name: 'thread' }, current);
        Object.assign(current, { world, run: undefined, site: 0 });
        const made = this.setUp();
        world.role = { kind: 'set-up', thread: handle, name: 'thread' };
        start(world);
        const value = body(made);
        mayIdle();
        world.loop.run();
        return typeof value === 'function' ? (value as () => unknown)() : value;
      },
    });
  }

  worker(handle: number, spec: WorkerSpec): void {
    this.scripts.push(this.script(handle, spec));
  }

  run(choose: Choose = () => 0): this {
    this.context.startWorker = (spec) => this.start(spec);
    // Begun again, it goes the same way.
    const choices: number[] = [];
    withRestarts(() => {
      let chosen = 0;
      this.runOnce((ready) => (choices[chosen++] ??= choose(ready)));
    });
    for (const { name, operation } of this.threads) {
      if (operation !== undefined) this.waiting.set(name, operation.transition?.idle === true);
    }
    return this;
  }

  private runOnce(choose: Choose): void {
    for (const part of [this.memory, this.outcomes, this.done, this.threads]) {
      if (Array.isArray(part)) part.length = 0;
      else part.clear();
    }
    for (const [place, word] of this.context.initialStates) this.memory.set(place, word);
    for (const script of this.scripts) this.begin(String(script.handle), new ReplayedThread(script));
    for (;;) {
      const ready = this.threads.filter(({ operation }) => operation !== undefined && this.isReady(operation));
      if (ready.length === 0) break;
      this.step(ready[choose(ready.map(({ name }) => name))]!);
    }
  }

  private start(spec: WorkerSpec): number {
    const run = current.run!;
    const handle = childHandle(run.thread, run.nextChild());
    return run.perform(
      spawn(() => new ReplayedThread(this.script(handle, spec)), String(handle)),
      handle,
    );
  }

  private script(handle: number, spec: WorkerSpec): Script {
    const kind = spec.flavour === 'node' ? 'node worker' : 'web worker';
    return {
      handle,
      context: this.context,
      run: (start) => {
        const role = { kind, thread: handle, name: spec.name, workerData: spec.workerData } as const;
        const world = new TolerantWorld(this.context, role, current);
        Object.assign(current, { world, run: undefined, site: 0 });
        start(world);
        runWorker(world, this.files[spec.file]!);
        return undefined;
      },
    };
  }

  private begin(name: string, run: ThreadRun): void {
    const thread: Thread = { name, run, operation: undefined };
    this.threads.push(thread);
    this.resume(thread, 0);
  }

  private isReady({ transition, address }: Operation): boolean {
    return transition?.ready === undefined || transition.ready(this.memory.get(address) ?? 0);
  }

  private step(thread: Thread): void {
    const { kind, address, transition, body, name } = thread.operation!;
    if (kind === SPAWN) {
      this.done.push(`${thread.name}: start ${name}`);
      this.begin(name, body!());
      this.resume(thread, Number(name));
      return;
    }
    if (kind !== RMW || transition === undefined) throw new Error(`the simulation knows no operation ${kind}`);
    const old = this.memory.get(address) ?? 0;
    this.memory.set(address, transition.apply(old));
    this.done.push(`${thread.name}: ${transition.key.replace(/ \([^()]*\)$/, '')}`);
    this.resume(thread, old);
  }

  private resume(thread: Thread, result: number): void {
    const { done, value } = thread.run.next(result);
    if (done === true) this.outcomes.set(thread.name, (value as { value: unknown }).value);
    thread.operation = done === true ? undefined : value;
  }
}

/** Runs a program once for each schedule that makes a difference to the order of steps; at most `limit` of them. */
export function everySchedule(make: () => Simulation, limit = 2000): Simulation[] {
  const simulations: Simulation[] = [];
  const choices: number[] = [];
  for (let more = true; more && simulations.length < limit;) {
    const widths: number[] = [];
    simulations.push(
      make().run((ready) => {
        widths.push(ready.length);
        return (choices[widths.length - 1] ??= 0);
      }),
    );
    let last = widths.length - 1;
    while (last >= 0 && choices[last]! + 1 >= widths[last]!) last--;
    more = last >= 0;
    choices.length = last + 1;
    if (more) choices[last]!++;
  }
  return simulations;
}

/** Handle of the thread called so in schedules: `1-1` is the first worker that the first thread starts. */
export function handleOf(path: string): number {
  return parseThreadPath(path)!;
}
