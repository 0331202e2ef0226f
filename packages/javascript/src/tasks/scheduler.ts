import { ModelPromise } from '../async/promise.js';
import { isObject } from '../world/objects/is-object.js';
import { addSelfNoting } from '../world/objects/self-noting.js';
import type { World } from '../world/running/world.js';
import { recording } from '../world/time/segments.js';
import { answersLater, happensLater } from './outside.js';

/** A step of a sequence: an async function, perhaps with a label. */
export type SchedulerItem =
  | (() => Promise<unknown>)
  | { readonly builder: () => Promise<unknown>; readonly label: string };

/** The scheduler of fast-check, as far as tests use it. */
export interface Scheduler {
  /** Returns a promise that is settled like this one, at any later moment. */
  schedule<T>(task: Promise<T>, label?: string): Promise<T>;
  /** Returns a function whose calls are scheduled. */
  scheduleFunction<P extends unknown[], T>(call: (...parameters: P) => Promise<T>): (...parameters: P) => Promise<T>;
  /** Runs functions one after the other, each at any moment after the one before has ended. */
  scheduleSequence(items: readonly SchedulerItem[]): SchedulerSequence;
  /** Number of scheduled tasks that have not ended. */
  count(): number;
  /** Waits until one more scheduled task has ended. */
  waitOne(): Promise<void>;
  /** Waits until this number of scheduled tasks have ended. */
  waitNext(count: number): Promise<void>;
  /** Waits until all scheduled tasks have ended. */
  waitAll(): Promise<void>;
  waitIdle(): Promise<void>;
  /** Waits for a promise. */
  waitFor<T>(awaited: Promise<T>): Promise<T>;
}

/** What a scheduled sequence has done so far; `task` is settled at its end. */
export interface SchedulerSequence {
  readonly done: boolean;
  readonly faulty: boolean;
  readonly task: Promise<{ readonly done: boolean; readonly faulty: boolean }>;
}

/** A scheduler whose tasks end in every order. Nothing has to be released: what is scheduled ends by itself. */
export class OrderScheduler implements Scheduler {
  private left = 0;
  private ended = 0;
  private readonly waiting: { readonly holds: () => boolean; readonly resolve: () => void }[] = [];

  constructor(private readonly world: World) {}

  schedule<T>(task: Promise<T>, label = 'task'): Promise<T> {
    return this.later(label, [], task) as Promise<T>;
  }

  scheduleFunction<P extends unknown[], T>(call: (...parameters: P) => Promise<T>): (...parameters: P) => Promise<T> {
    const name = call.name === '' ? 'function' : call.name;
    return (...parameters) => this.later(name, parameters, call(...parameters)) as Promise<T>;
  }

  scheduleSequence(items: readonly SchedulerItem[]): SchedulerSequence {
    const state = { done: false, faulty: false };
    const task = new ModelPromise((resolve) => {
      const end = (): void => resolve({ done: state.done, faulty: state.faulty });
      const runFrom = (i: number): void => {
        const item = items[i];
        if (item === undefined) {
          state.done = true;
          end();
          return;
        }
        const { builder, label } = typeof item === 'function' ? { builder: item, label: item.name } : item;
        this.begins();
        happensLater(this.world, `${label === '' ? 'a step' : label} begins`, () => {
          recording.segments?.everything();
          this.whenSettled(
            builder(),
            () => runFrom(i + 1),
            () => {
              state.faulty = true;
              end();
            },
          );
        });
      };
      runFrom(0);
    });
    return Object.assign(state, { task: task as unknown as SchedulerSequence['task'] });
  }

  count(): number {
    recording.segments?.readAll(this);
    return this.left;
  }

  waitOne(): Promise<void> {
    return this.waitNext(1);
  }

  waitNext(count: number): Promise<void> {
    const enough = this.ended + count;
    return this.until(() => this.ended >= enough);
  }

  waitAll(): Promise<void> {
    return this.until(() => this.left === 0);
  }

  waitIdle(): Promise<void> {
    return this.waitAll();
  }

  waitFor<T>(awaited: Promise<T>): Promise<T> {
    return awaited;
  }

  private later(name: string, parameters: readonly unknown[], result: unknown): object {
    this.begins();
    const promise = answersLater(this.world, name, parameters, ModelPromise.resolve(result) as PromiseLike<unknown>);
    this.whenSettled(promise, () => undefined);
    return promise;
  }

  private begins(): void {
    recording.segments?.writeAll(this);
    this.left++;
  }

  private whenSettled(given: unknown, act: () => void, fails = act): void {
    const after = (then: () => void) => (): void => {
      recording.segments?.writeAll(this);
      this.left--;
      this.ended++;
      then();
      this.tell();
    };
    const promise = (isObject(given) ? ModelPromise.resolve(given) : new ModelPromise((resolve) => resolve(given))) as PromiseLike<unknown>; // prettier-ignore
    promise.then(addSelfNoting(after(act)), addSelfNoting(after(fails)));
  }

  private until(holds: () => boolean): Promise<void> {
    recording.segments?.readAll(this);
    return new ModelPromise((resolve) => {
      this.waiting.push({ holds, resolve: () => resolve(undefined) });
      this.tell();
    }) as unknown as Promise<void>;
  }

  private tell(): void {
    for (const each of this.waiting.filter(({ holds }) => holds())) {
      this.waiting.splice(this.waiting.indexOf(each), 1);
      each.resolve();
    }
  }
}
